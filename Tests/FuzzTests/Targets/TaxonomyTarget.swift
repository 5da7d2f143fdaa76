import Species

enum TaxonomyTarget {
    private static let store = Result {
        try SpeciesStore(path: "\(try Scratch.root.get())/taxa.sqlite")
    }

    static func run(_ input: UnsafeRawBufferPointer) throws {
        let path = try Scratch.write(input, as: "checklist.csv")
        let store = try store.get()
        _ = try? TaxonomyImporter(store).run(file: path)
    }
}
