internal import GeoModel

/// Label files with columns.
enum LabelTable {
    static let turnstoneColumns = [
        "index", "wnid", "labels", "scientific_name", "rank", "osm_tags", "osm_match",
    ]

    /// GeoData's table, with the classes' tags and taxa.
    static func turnstone(_ lines: [Substring]) throws(LabelFault) -> [LabelDraft] {
        guard let header = lines.first,
            header.split(separator: "\t").map(String.init) == turnstoneColumns
        else {
            throw LabelFault(
                1, "the header line is not \(turnstoneColumns.joined(separator: ", "))")
        }
        var drafts: [LabelDraft] = []
        for (index, line) in lines.dropFirst().enumerated() {
            let number = index + 2
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count == turnstoneColumns.count else {
                throw LabelFault(
                    number, "\(cells.count) columns instead of \(turnstoneColumns.count)")
            }
            guard cells[0] == "\(index)" else {
                throw LabelFault(number, "index \(cells[0]) where \(index) was expected")
            }
            guard let name = cells[2].split(separator: "|").first else {
                throw LabelFault(number, "no label")
            }
            var draft = LabelDraft(name: String(name))
            draft.scientificName = cells[3].isEmpty ? nil : String(cells[3])
            draft.taxonRank = cells[4].isEmpty ? nil : String(cells[4])
            for tag in cells[5].split(separator: ";") {
                let parts = tag.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else {
                    throw LabelFault(number, "'\(tag)' is not key=value")
                }
                draft.osmTags.append(OSMTag(key: String(parts[0]), value: String(parts[1])))
            }
            draft.osmMatch = OSMMatch(rawValue: String(cells[6]))
            guard cells[6].isEmpty || draft.osmMatch != nil,
                draft.osmTags.isEmpty == (draft.osmMatch == nil)
            else {
                throw LabelFault(
                    number, "osm_match must be is or at where there are tags, else empty")
            }
            drafts.append(draft)
        }
        return drafts
    }

    /// What the columns of a table are, by the words people write over them.
    struct Header {
        let separator: Character
        let columns: Int
        let index, name, scientificName, rank: Int?

        /// nil unless there are two columns, of which one is a name.
        init?(_ line: Substring) {
            guard let separator = ["\t", ";", ","].first(where: { line.contains($0) }) else {
                return nil
            }
            let words = LabelTable.cells(line, separator).map { cell in
                cell.lowercased().filter(\.isLetter)
            }
            func column(_ names: [String]) -> Int? {
                words.firstIndex { names.contains($0) }
            }
            self.separator = separator
            columns = words.count
            index = column(["index", "id", "classid", "labelid", "class", "idx", "number"])
            name = column([
                "name", "label", "commonname", "englishname", "english", "vernacularname", "labels",
                "displayname", "preferredcommonname", "classname",
            ])
            scientificName = column([
                "scientificname", "species", "latinname", "scientific", "taxon", "latin", "sciname",
            ])
            rank = column(["rank", "taxonrank"])
            guard columns > 1, name != nil || scientificName != nil else { return nil }
        }
    }

    /// A table under a header line; without a column of indexes the rows are in the outputs' order.
    static func table(_ lines: [Substring]) throws(LabelFault) -> [LabelDraft] {
        guard let first = lines.first, let header = Header(first) else {
            throw LabelFault(1, "the header line names no column 'name' or 'scientific_name'")
        }
        var rows: [(index: Int, draft: LabelDraft)] = []
        for (row, line) in lines.dropFirst().enumerated() {
            let number = row + 2
            let cells = cells(line, header.separator)
            guard cells.count == header.columns else {
                throw LabelFault(number, "\(cells.count) columns instead of \(header.columns)")
            }
            func cell(_ column: Int?) -> String? {
                guard let column, !cells[column].isEmpty else { return nil }
                return cells[column]
            }
            guard let name = cell(header.name) ?? cell(header.scientificName) else {
                throw LabelFault(number, "no name")
            }
            guard header.index == nil || cell(header.index).flatMap(Int.init) != nil else {
                throw LabelFault(number, "no index")
            }
            var draft = LabelDraft(name: name)
            draft.scientificName = cell(header.scientificName)
            draft.taxonRank =
                cell(header.rank) ?? draft.scientificName.flatMap(LabelLine.rank(of:))
            rows.append((cell(header.index).flatMap(Int.init) ?? row, draft))
        }
        return try inOrder(rows, firstLine: 2)
    }

    /// Puts rows in the order of their indexes, which must be 0, 1, 2 ... each once.
    static func inOrder(
        _ rows: [(index: Int, draft: LabelDraft)], firstLine: Int
    ) throws(LabelFault) -> [LabelDraft] {
        var drafts = [LabelDraft?](repeating: nil, count: rows.count)
        if rows.map(\.index).min() == 1, rows.map(\.index).max() == rows.count {
            throw LabelFault(
                firstLine,
                "the indexes run from 1 to \(rows.count), but a model's outputs count from 0: "
                    + "subtract 1, or add the class 0 that is missing")
        }
        for (row, (index, draft)) in rows.enumerated() {
            guard drafts.indices.contains(index), drafts[index] == nil else {
                throw LabelFault(
                    row + firstLine,
                    "index \(index) is \(drafts.indices.contains(index) ? "there twice" : "beyond the \(rows.count) lines")"
                )
            }
            drafts[index] = draft
        }
        return drafts.compactMap(\.self)
    }

    /// The cells of a line; one in double quotes may hold the separator, and `""` for a quote (RFC 4180).
    static func cells(_ line: Substring, _ separator: Character) -> [String] {
        var cells = [""]
        var isQuoted = false
        var rest = line[...]
        while let character = rest.popFirst() {
            if isQuoted, character == "\"", rest.first == "\"" {
                rest.removeFirst()
                cells[cells.count - 1].append(character)
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator, !isQuoted {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        return cells.map { cell in
            let trimmed = cell.drop { $0 == " " }
            return String(
                trimmed.prefix(trimmed.count - trimmed.reversed().prefix { $0 == " " }.count))
        }
    }
}

/// What a label file says of one class.
struct LabelDraft {
    var name: String
    var scientificName: String?
    var taxonRank: String?
    var osmTags: [OSMTag] = []
    var osmMatch: OSMMatch?
}

/// What is wrong with a line of a label file.
struct LabelFault: Error {
    /// From 1.
    let line: Int
    let reason: String

    init(_ line: Int, _ reason: String) {
        self.line = line
        self.reason = reason
    }
}
