import API
import ArgumentParsing
import Exports
import GeoModel
import Records
import Species

enum SpeciesSearch {
    static let verb = Verb(
        "species search", summary: "Find species by any of their names.",
        operands: [
            OperandSyntax(
                "TEXT", "A name or the beginnings of its words; without it all species are listed.",
                count: .optional)
        ],
        options: [
            OptionSyntax("family", value: "NAME", "Only of this family, as Corvidae."),
            OptionSyntax("limit", value: "N", "Taxa on a page, 1 to 200; default 50."),
            OptionSyntax("cursor", value: "TEXT", "The page that the one before named."),
            CommonOptions.language, CommonOptions.json,
        ],
        notes: [
            "Scientific names, synonyms, vernacular names in every language and script, banding codes. "
                + "Letter case and accents do not matter."
        ],
        examples: [
            ("turnstone species search jackdaw", "By an English name"),
            ("turnstone species search 寒鸦 --lang fi", "By a Chinese name, shown in Finnish"),
            ("turnstone species search --family Corvidae", "A whole family"),
        ]
    ) { arguments in
        var query = SpeciesQuery()
        query.q = arguments.operands.first
        query.family = arguments["family"]
        query.limit =
            try arguments.integer("limit", in: SpeciesQuery.limits) ?? SpeciesQuery.defaultLimit
        query.cursor = arguments["cursor"]
        query.languages = arguments.languages
        let page = try SpeciesStore.open(arguments).taxa(query)
        if arguments.has("json") {
            var json = JSONWriter(reserving: 256 * (page.entries.count + 1))
            json.beginObject()
            json.array("species") { json in
                for entry in page.entries { json.value(entry) }
            }
            json.member("numberMatched", page.total)
            json.member(ifPresent: "nextCursor", page.nextCursor)
            json.endObject()
            Console.write(try json.finish() + [UInt8(ascii: "\n")])
            return .done
        }
        guard !page.entries.isEmpty else {
            Console.write("No taxon has that name.\n")
            return .done
        }
        var table = TextTable([
            ("id", .right), ("scientific name", .left), ("name", .left), ("rank", .left),
            ("family", .left),
        ])
        for entry in page.entries {
            let found = entry.matchedName.map { " (\($0))" } ?? ""
            table.add(
                "\(entry.taxon.taxonID.rawValue)", entry.taxon.scientificName,
                (entry.taxon.vernacularName ?? "") + found, entry.taxon.taxonRank,
                entry.family?.scientificName ?? "")
        }
        Console.write(table.text)
        Console.message(
            "\(page.entries.count) of \(page.total) \(page.total == 1 ? "taxon" : "taxa").")
        if let cursor = page.nextCursor { Console.message("The next page: --cursor \(cursor)") }
        return .done
    }
}
