import ArgumentParsing
import GeoModel
import Species

enum SensitiveList {
    static let verb = Verb(
        "sensitive list", summary: "List the taxa whose places others are not told.",
        options: [CommonOptions.json],
        examples: [("turnstone sensitive list", "All entries of all lists")]
    ) { arguments in
        let entries = try arguments.existingSpeciesStore()?.sensitiveEntries() ?? []
        if arguments.has("json") {
            try Console.write(json: ["entries": entries.map(Shown.init)])
            return .done
        }
        var table = TextTable([
            ("list", .left), ("name", .left), ("geoprivacy", .left), ("area", .left),
            ("dates", .left), ("reason", .left),
        ])
        for entry in entries {
            table.add(
                entry.list, entry.scientificName, entry.geoprivacy.rawValue,
                entry.area == .world ? "world" : entry.area.text,
                entry.dates == .always ? "always" : entry.dates.text, entry.reason ?? "-")
        }
        Console.write(table, ifEmpty: "No sensitive taxon.")
        return .done
    }

    private struct Shown: Encodable {
        let list, scientificName, geoprivacy, area, dates: String
        let reason: String?

        init(_ entry: SensitiveEntry) {
            list = entry.list
            scientificName = entry.scientificName
            geoprivacy = entry.geoprivacy.rawValue
            area = entry.area.text
            dates = entry.dates.text
            reason = entry.reason
        }
    }
}
