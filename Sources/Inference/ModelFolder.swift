import FoundationEssentials

/// A folder that holds a picture model: model.json and the files it names.
package struct ModelFolder: Hashable, Sendable {
    /// The folder's own name.
    package let name: String
    package let path: String
    /// Where its golden photos lie.
    let photos: String
    /// Whether it came with the program, and not from a person.
    package let isShipped: Bool

    /// The models of a data directory and those that ship with the program, which come first: a general
    /// model is asked before the models of one group of taxa.
    ///
    /// A person's model takes the place of a shipped one of the same name. Folders whose name begins
    /// with a dot are unfinished.
    ///
    /// - Parameters:
    ///   - data: `DATA/models`; it may be absent.
    ///   - shipped: The models that ship with the program; nil when there are none.
    ///   - photos: The folder of the golden photos of shipped models.
    package static func all(
        data: String, shipped: String?, photos: String?
    ) -> [ModelFolder] {
        let own = folders(in: data).map {
            ModelFolder(name: $0, path: "\(data)/\($0)", photos: "\(data)/\($0)", isShipped: false)
        }
        let others = shipped.map { place in
            folders(in: place).map {
                ModelFolder(
                    name: $0, path: "\(place)/\($0)", photos: photos ?? "\(place)/\($0)",
                    isShipped: true)
            }
        }
        return (others ?? []).filter { other in !own.contains { $0.name == other.name } } + own
    }

    private static func folders(in place: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.filter { name in
            var isFolder = false
            return !name.hasPrefix(".")
                && FileManager.default.fileExists(
                    atPath: "\(place)/\(name)", isDirectory: &isFolder)
                && isFolder
        }.sorted()
    }
}
