package import GeoModel

/// A model's classes, in the order of its outputs.
package struct ModelLabels: Hashable, Sendable {
    /// The label with index n is at n.
    package let labels: [ImageLabel]

    /// Reads the label file that `manifest` names in `folder`; its checksum is not tested here.
    ///
    /// - Throws: `InferenceError.fileMissing`, `.fileTooLarge`, `.labelsInvalid` with the line, or
    ///   `.manifestInvalid` when it speaks of a class that is not there.
    package init(of manifest: ModelManifest, in folder: String) throws(InferenceError) {
        let path = "\(folder)/\(manifest.labels)"
        let bytes = try contents(ofFile: path, limit: LabelFile.mostBytes)
        let drafts = try LabelFile(bytes: bytes, path: path).drafts(manifest.labelFormat)
        let ranges = (manifest.groups ?? [:]).values.joined().map(\.last)
        let named =
            [manifest.backgroundClass].compactMap(\.self) + ranges
            + (manifest.golden ?? []).map(\.index)
        if let index = named.first(where: { !drafts.indices.contains($0) }) {
            throw .manifestInvalid(
                path: "\(folder)/\(ModelManifest.fileName)",
                reason: "it speaks of class \(index), but there are the classes 0 to "
                    + "\(drafts.count - 1)")
        }
        self.init(drafts, of: manifest)
    }

    private init(_ drafts: [LabelDraft], of manifest: ModelManifest) {
        let groups = manifest.groups(count: drafts.count)
        labels = drafts.enumerated().map { index, draft in
            ImageLabel(
                model: manifest.name, index: index, name: draft.name,
                scientificName: draft.scientificName, taxonRank: draft.taxonRank,
                osmTags: draft.osmTags, osmMatch: draft.osmMatch, groups: groups[index],
                modelGroup: manifest.group)
        }
    }

    /// The label whose name is `name`, or whose index it spells.
    package subscript(name: String) -> ImageLabel? {
        if let label = labels.first(where: { $0.name == name }) { return label }
        guard let index = Int(name), labels.indices.contains(index) else { return nil }
        return labels[index]
    }
}
