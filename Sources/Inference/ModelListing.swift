internal import Glibc

/// A model as an administrator sees it: also one that cannot be used.
package struct ModelListing: Sendable {
    /// The folder's name.
    package let name: String
    package let isShipped: Bool
    /// Of all its files.
    package let bytes: Int64
    package let contents: Contents

    package enum Contents: Sendable {
        case readable(ModelManifest, classes: Int)
        /// Why it is not used, and what to do.
        case unreadable(reason: String)
    }

    /// Looks at a model's files without loading it; `ModelCheck` says whether they are whole.
    package init(_ folder: ModelFolder) {
        name = folder.name
        isShipped = folder.isShipped
        var names = [ModelManifest.fileName]
        do throws(InferenceError) {
            let manifest = try ModelManifest(folder: folder.path)
            names += [manifest.file, manifest.labels]
            if !folder.isShipped { names += (manifest.golden ?? []).map(\.photo) }
            let labels = try ModelLabels(of: manifest, in: folder.path)
            guard FileStamp(of: "\(folder.path)/\(manifest.file)") != nil else {
                throw .fileMissing(path: "\(folder.path)/\(manifest.file)")
            }
            contents = .readable(manifest, classes: labels.labels.count)
        } catch {
            contents = .unreadable(reason: "\(error)")
        }
        bytes = names.reduce(0) { $0 + Self.size("\(folder.path)/\($1)") }
    }

    private static func size(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Removes a person's model from `DATA/models`. A running service lets go of it within seconds.
    ///
    /// - Returns: The bytes freed.
    /// - Throws: `InferenceError.noSuchModel`, `.modelIsShipped`, `.anotherAdditionRuns`, `.fileFailure`.
    package static func remove(
        _ name: String, of folders: [ModelFolder], from directory: String
    ) throws(InferenceError) -> Int64 {
        guard let folder = folders.first(where: { $0.name == name }) else {
            throw .noSuchModel(name: name, known: folders.filter { !$0.isShipped }.map(\.name))
        }
        guard !folder.isShipped else { throw .modelIsShipped(name: name) }
        let bytes = ModelListing(folder).bytes
        try ModelDraft.remove(name, from: directory)
        return bytes
    }

    /// Removes what killed commands left in `DATA/models`; nothing while one runs there.
    package static func removeLeftovers(in directory: String) {
        ModelDraft.removeLeftovers(in: directory)
    }
}
