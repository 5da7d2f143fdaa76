package import GeoModel

/// A model's classes, in the order of its outputs.
package struct ModelLabels: Hashable, Sendable {
    /// The label with index n is at n.
    package let labels: [ImageLabel]

    /// Reads the label file that `manifest` names in `folder`; its checksum is not tested here.
    ///
    /// - Throws: `InferenceError.fileMissing`, or `.labelsInvalid` with the line.
    package init(of manifest: ModelManifest, in folder: String) throws(InferenceError) {
        let path = "\(folder)/\(manifest.labels)"
        guard let bytes = contents(ofFile: path) else {
            throw .fileMissing(path: path)
        }
        try self.init(bytes: bytes, of: manifest, path: path)
    }

    init(bytes: [UInt8], of manifest: ModelManifest, path: String) throws(InferenceError) {
        // A carriage return and a line feed are one Character.
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        let model = manifest.name
        switch manifest.labelFormat {
        case .turnstoneTSV:
            labels = try Self.table(lines, model: model, path: path)
        case .lines:
            labels = lines.enumerated().map { index, line in
                ImageLabel(model: model, index: index, name: String(line))
            }
        case .taxonLines:
            labels = lines.enumerated().map { index, line in
                Self.taxon(line, model: model, index: index)
            }
        }
    }

    /// The label whose name is `name`, or whose index it spells.
    package subscript(name: String) -> ImageLabel? {
        if let label = labels.first(where: { $0.name == name }) { return label }
        guard let index = Int(name), labels.indices.contains(index) else { return nil }
        return labels[index]
    }

    private static let columns = [
        "index", "wnid", "labels", "scientific_name", "rank", "osm_tags", "osm_match",
    ]

    private static func table(
        _ lines: [Substring], model: String, path: String
    ) throws(InferenceError) -> [ImageLabel] {
        func fault(_ line: Int, _ reason: String) -> InferenceError {
            .labelsInvalid(path: path, line: line, reason: reason)
        }
        guard let header = lines.first, header.split(separator: "\t").map(String.init) == columns
        else { throw fault(1, "the header line is not \(columns.joined(separator: ", "))") }
        var labels: [ImageLabel] = []
        for (index, line) in lines.dropFirst().enumerated() {
            let number = index + 2
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count == columns.count else {
                throw fault(number, "\(cells.count) columns instead of \(columns.count)")
            }
            guard cells[0] == "\(index)" else {
                throw fault(number, "index \(cells[0]) where \(index) was expected")
            }
            guard let name = cells[2].split(separator: "|").first else {
                throw fault(number, "no label")
            }
            var tags: [OSMTag] = []
            for tag in cells[5].split(separator: ";") {
                let parts = tag.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { throw fault(number, "'\(tag)' is not key=value") }
                tags.append(OSMTag(key: String(parts[0]), value: String(parts[1])))
            }
            let match = OSMMatch(rawValue: String(cells[6]))
            guard cells[6].isEmpty || match != nil, tags.isEmpty == (match == nil) else {
                throw fault(number, "osm_match must be is or at where there are tags, else empty")
            }
            labels.append(
                ImageLabel(
                    model: model, index: index, name: String(name),
                    scientificName: cells[3].isEmpty ? nil : String(cells[3]),
                    taxonRank: cells[4].isEmpty ? nil : String(cells[4]), osmTags: tags,
                    osmMatch: match))
        }
        return labels
    }

    /// `Scientific name (English name)`: split at the first ` (`, as English names hold brackets too.
    ///
    /// An empty bracket leaves the scientific name to show. A two-word name is a species, a longer
    /// one a subspecies. A line without bracket (`background`) is a plain name.
    private static func taxon(_ line: Substring, model: String, index: Int) -> ImageLabel {
        // A published list spells the hybrid sign as these four characters.
        let text = line.split(separator: #"\xd7"#, omittingEmptySubsequences: false)
            .joined(separator: "×")
        guard let bracket = text.firstRange(of: " ("), text.hasSuffix(")") else {
            return ImageLabel(model: model, index: index, name: text)
        }
        let scientific = String(text[..<bracket.lowerBound])
        let english = String(text[bracket.upperBound...].dropLast())
        let words = scientific.split(separator: " ").count
        return ImageLabel(
            model: model, index: index, name: english.isEmpty ? scientific : english,
            scientificName: scientific,
            taxonRank: words == 2
                ? "species" : words > 2 && !scientific.contains("×") ? "subspecies" : nil)
    }
}
