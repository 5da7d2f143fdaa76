internal import Database
internal import FoundationEssentials
internal import Glibc

/// The region files of a folder, as an administrator sees them: also those that cannot be opened.
package struct RegionListing: Sendable {
    package let name: String
    package let path: String
    /// Size on disk, in bytes.
    package let bytes: Int64
    package let contents: Contents

    package enum Contents: Sendable {
        /// - files: The names of the files it was made of.
        case readable(RegionSummary, files: [String])
        /// Why it is not served, and what to do.
        case unreadable(reason: String)
    }

    /// Lists the regions of a folder by name; none when there is no folder.
    ///
    /// - Parameter directory: `DATA/places`.
    package static func all(in directory: String) -> [RegionListing] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasSuffix(fileSuffix) && !$0.hasPrefix(".") }.sorted()
            .compactMap { file in
                let path = "\(directory)/\(file)"
                guard let identity = FileIdentity(of: path) else { return nil }
                return RegionListing(
                    name: String(file.dropLast(fileSuffix.count)), path: path,
                    bytes: identity.size, contents: contents(of: path))
            }
    }

    /// Removes a region.
    ///
    /// A service that runs answers from it until it looks at the folder again.
    ///
    /// - Returns: The bytes freed.
    /// - Throws: `ImportError.noSuchRegion` naming those there are, `.fileSystem`.
    package static func remove(
        _ name: String, from directory: String
    ) throws(ImportError) -> Int64 {
        let regions = all(in: directory)
        guard let region = regions.first(where: { $0.name == name }) else {
            throw .noSuchRegion(name, known: regions.map(\.name))
        }
        guard unlink(region.path) == 0 else {
            throw .fileSystem(path: region.path, reason: String(cString: strerror(errno)))
        }
        return region.bytes
    }

    private static let fileSuffix = ".sqlite"

    private static func contents(of path: String) -> Contents {
        do {
            let connection = try Connection(path: path, mode: .readOnly(immutable: true))
            try RegionFile.check(connection, path: path)
            return .readable(
                try RegionFile.summary(connection, path: path),
                files: try RegionFile.sourceFiles(connection))
        } catch {
            return .unreadable(reason: "\(error)")
        }
    }
}
