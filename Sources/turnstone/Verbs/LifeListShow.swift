import API
import ArgumentParsing
import Exports
import GeoModel
import Records
import Species

enum LifeListShow {
    static let verb = Verb(
        "lifelist", summary: "List what was seen, each species once.",
        options: [
            OptionSyntax(
                "sort", value: "ORDER",
                "date: the latest first sighting first, the default; taxonomy: as in the checklist."
            ),
            OptionSyntax("year", value: "YEAR", "Only records of this year."),
            OptionSyntax("limit", value: "N", "Entries on a page, 1 to 200; default all."),
            OptionSyntax("cursor", value: "TEXT", "The page that the one before named."),
            CommonOptions.language, CommonOptions.json,
        ],
        notes: [
            "Synonyms are one species, a subspecies counts as its species. Hybrids, what is one of "
                + "several species (slash), and what is of a genus or group (spuh) are listed and count "
                + "as none. Dates are the records' own local dates."
        ],
        examples: [
            ("turnstone lifelist", "All, the latest new species first"),
            ("turnstone lifelist --year 2026 --sort taxonomy --lang fi", "One year's list"),
        ]
    ) { arguments in
        let order = try arguments.word("sort", as: LifeList.Order.self) ?? .date
        let year = try arguments.integer("year", in: 1...9999)
        let limit = try arguments.integer("limit", in: SpeciesQuery.limits)
        let data = arguments.dataDirectory
        let records = try RecordStore(data)
        let list = try SpeciesStore(path: data.speciesDatabase).lifeList(
            of: records.tallies(year: year), languages: arguments.languages, order: order)
        let page = try list.page(limit: limit ?? .max, after: arguments["cursor"], order)
        if arguments.has("json") {
            var json = JSONWriter(reserving: 512 * (page.entries.count + 1))
            json.beginObject()
            json.member("species", list.species)
            json.member("numberMatched", list.entries.count)
            json.array("entries") { json in
                for entry in page.entries { json.value(entry) }
            }
            json.member(ifPresent: "nextCursor", page.nextCursor)
            json.endObject()
            Console.write(try json.finish() + [UInt8(ascii: "\n")])
            return .done
        }
        guard !list.entries.isEmpty else {
            Console.write("No record of a living thing.\n")
            return .done
        }
        var table = TextTable([
            ("first", .left), ("last", .left), ("records", .right), ("name", .left),
            ("scientific name", .left), ("", .left),
        ])
        for entry in page.entries {
            table.add(
                String(entry.first.eventDate.description.prefix(10)),
                String(entry.last.eventDate.description.prefix(10)), "\(entry.count)",
                entry.taxon?.vernacularName ?? "", entry.name,
                entry.category == .species ? "" : entry.category.rawValue)
        }
        Console.write(table.text)
        let others = list.entries.count - list.species
        Console.message(
            "\(list.species) species" + (others > 0 ? ", and \(others) that count as none." : "."))
        if let cursor = page.nextCursor { Console.message("The next page: --cursor \(cursor)") }
        return .done
    }
}
