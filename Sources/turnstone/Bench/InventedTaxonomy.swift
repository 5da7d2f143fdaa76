import FoundationEssentials
import Species

/// The taxonomy of `InventedRecords`: a genus of 4,096 species in families of 16; the second word of a record's name is
/// a subspecies', which no list has.
enum InventedTaxonomy {
    private static let species = 4096
    private static let speciesOfAFamily = 16

    static func family(_ number: Int) -> String {
        InventedRecords.word(number).capitalized + "idae"
    }

    /// - Parameters:
    ///   - path: Of the store, which is made.
    ///   - list: Where the checklist is written that is imported.
    static func make(at path: String, list: String) throws -> SpeciesStore {
        var lines = ["CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS"]
        for number in 0..<species {
            let word = InventedRecords.word(number)
            lines.append(
                "species,c\(number),Bird \(word),Avis \(word),Aviformes,"
                    + "\(family(number / speciesOfAFamily)),")
        }
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: list))
        let store = try SpeciesStore(path: path)
        _ = try TaxonomyImporter(store).run(file: list)
        return store
    }
}
