import FoundationEssentials
import GeoModel
import Species
import VectorReader

/// The input is a file of GeoJSON, a GeoPackage or an archive of shapefiles, told by its first bytes.
enum RangesTarget {
    private static let store = Result {
        try SpeciesStore(path: "\(try Scratch.root.get())/ranges.sqlite")
    }

    static func run(_ input: UnsafeRawBufferPointer) throws {
        _ = WellKnownBinary.shape(input)
        let path = try Scratch.write(input, as: "input.\(suffix(input))")
        let options = RangeImportOptions(source: "fuzz", species: "Pica pica")
        let store = try store.get()
        guard (try? store.importRanges([path], options)) != nil else { return }
        let place = Coordinate(decimalLatitude: 60.17, decimalLongitude: 24.95)
        let answers = try store.knowledge(
            of: ["Pica pica"], at: place, on: EventDate("2026-06-01T12:00:00Z")!,
            languages: LanguagePreferences(acceptLanguage: "en"))
        guard answers["Pica pica"] != nil else {
            FuzzTarget.violated("a name that is asked is answered")
        }
    }

    private static func suffix(_ input: UnsafeRawBufferPointer) -> String {
        if input.starts(with: "PK".utf8) { return "zip" }
        return input.starts(with: "SQLite".utf8) ? "gpkg" : "geojson"
    }
}
