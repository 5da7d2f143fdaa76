import Foundation
import PlaceIndex
import Synchronization
import TestSupport

/// Regions that several tests read and none changes: each extract is imported once in a run.
enum SharedRegions {
    /// One import, for which others wait.
    private final class Made: Sendable {
        let region = Mutex<ImportFixture?>(nil)
    }

    private static let all = Mutex<[String: Made]>([:])

    /// The region of an extract; must not be written to.
    static func region(of file: String) throws -> ImportFixture {
        let made = all.withLock { all in
            if let known = all[file] { return known }
            if all.isEmpty { atexit { SharedRegions.remove() } }
            let made = Made()
            all[file] = made
            return made
        }
        return try made.region.withLock { region in
            if let region { return region }
            let fixture = try ImportFixture(files: [file], directory: try TemporaryDirectory())
            region = fixture
            return fixture
        }
    }

    /// A folder with the regions of some extracts, by the extracts' names.
    static func folder(of files: [(name: String, path: String)]) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for (name, path) in files {
            // Not the name of the region inside, which no answer tells.
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("\(name).sqlite"), withDestinationPath: region(of: path).path)
        }
        return folder
    }

    /// A copy of the region of an extract, which may be written to.
    static func copy(of file: String) throws -> (directory: TemporaryDirectory, path: String) {
        let directory = try TemporaryDirectory()
        let path = directory.file("copy.sqlite")
        try FileManager.default.copyItem(atPath: region(of: file).path, toPath: path)
        return (directory, path)
    }

    private static func remove() {
        let regions = all.withLock { $0.values.compactMap { $0.region.withLock { $0 } } }
        for region in regions { try? FileManager.default.removeItem(atPath: region.directory.path) }
    }
}
