import FoundationEssentials
import Species
import Synchronization

enum TaxonomyTarget {
    /// A checklist meets what those before it left, and each is compared with all of it: a store that is never made anew
    /// has thousands of names, and an import then takes a tenth of a second.
    private static let importsOfStore = 20

    private struct Made {
        var store: SpeciesStore?
        var imports = 0
    }

    private static let made = Mutex(Made())
    /// With the file of an empty store, whose tables take longer to make than most imports.
    private static let folder = Result {
        let folder = try Scratch.folder("taxa")
        _ = try SpeciesStore(path: "\(folder)/empty.sqlite")
        return folder
    }

    static func run(_ input: UnsafeRawBufferPointer) throws {
        let path = try Scratch.write(input, as: "checklist.csv")
        let store = try made.withLock { made in
            if made.imports % importsOfStore == 0 { made.store = try anew(number: made.imports) }
            made.imports += 1
            return made.store
        }
        guard let store else { FuzzTarget.violated("a store is made before it is used") }
        _ = try? TaxonomyImporter(store).run(file: path)
    }

    /// An empty store, in place of the one before.
    private static func anew(number: Int) throws -> SpeciesStore {
        let folder = try folder.get()
        let path = "\(folder)/\(number).sqlite"
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(
                atPath: "\(folder)/\(number - importsOfStore).sqlite\(suffix)")
        }
        try FileManager.default.copyItem(atPath: "\(folder)/empty.sqlite", toPath: path)
        return try SpeciesStore(path: path)
    }
}
