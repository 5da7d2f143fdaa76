import API
import ArgumentParsing
import FoundationEssentials
import GeoModel
import Records
import Species

enum Explore {
    static let verb = Verb(
        "explore", summary: "List what may be met at a place on a date, the likeliest first.",
        operands: [OperandSyntax("LAT,LON", "The position in degrees on WGS 84.")],
        options: [
            OptionSyntax("date", value: "DATE", "The date, as 2026-06-01; default today."),
            OptionSyntax(
                "limit", value: "N",
                "Taxa to list, 1 to \(ExploreRoutes.limits.upperBound); default \(ExploreRoutes.defaultLimit)."
            ),
            OptionSyntax(
                "group", value: "NAME",
                "Only what belongs to this family or order, by its scientific name."),
            CommonOptions.language, CommonOptions.json,
        ],
        notes: [
            "From the imported range maps, the overrides, and own records within 25 km, seen before or "
                + "not. The bar has a letter a month: # there, + a part of it, . not there, ? season not "
                + "known."
        ],
        examples: [
            (
                "turnstone explore 60.17,24.95 --date 2026-06-01 --lang fi",
                "What may be seen in June"
            ),
            ("turnstone explore -33.9,151.2 --group Laridae", "The gulls and terns of today"),
        ]
    ) { arguments in try list(arguments) }

    private static func list(_ arguments: ParsedArguments) throws -> ExitCode {
        let position = try arguments.position(operand: 0)
        let date = try arguments.eventDate("date") ?? LocalClock.today
        let limit = try arguments.integer("limit", in: ExploreRoutes.limits)
        let records = try RecordStore(arguments.dataDirectory)
        let species = try SpeciesStore(path: arguments.dataDirectory.speciesDatabase)
        if arguments.has("json") {
            Console.write(
                try InProcess.get(
                    "/v1/explore", of: ExploreRoutes(species, records: records).routes,
                    [
                        ("lat", "\(position.decimalLatitude)"),
                        ("lon", "\(position.decimalLongitude)"), ("date", "\(date)"),
                        ("limit", limit.map(String.init)), ("group", arguments["group"]),
                        ("lang", arguments["lang"]),
                    ]))
            return .done
        }
        let circle = try RecordFilter.Circle(
            center: position, radiusInMeters: ExploreRoutes.sightingRadius)
        let query = ExploreQuery(
            position: position, date: date, languages: arguments.languages,
            limit: limit ?? ExploreRoutes.defaultLimit, group: arguments["group"],
            sightings: try records.monthlyCounts(near: circle).map {
                ExploreQuery.Sighting(name: $0.name, month: $0.month, count: $0.count)
            })
        let (entries, hasMore) = try species.explore(query)
        guard !entries.isEmpty else {
            Console.write("Nothing is known to live here.\n")
            if try species.rangeSources().isEmpty {
                Console.message(
                    "No range map is imported: 'turnstone import ranges FILE' reads one.")
            }
            return .done
        }
        var table = TextTable([
            ("likely", .right), ("status", .left), ("J F M A M J J A S O N D", .left),
            ("name", .left), ("scientific name", .left), ("seen", .right), ("note", .left),
        ])
        for entry in entries {
            table.add(
                percent(entry.likelihood), entry.answer.status.rawValue, bar(entry.monthlyShares),
                entry.vernacularName ?? "-", entry.scientificName,
                entry.sightings.reduce(0, +) > 0 ? "\(entry.sightings.reduce(0, +))" : "-",
                note(entry.answer))
        }
        Console.write(table.text)
        if hasMore { Console.message("There is more. A higher --limit shows it.") }
        return .done
    }

    private static func percent(_ likelihood: Double) -> String {
        "\(Int((likelihood * 100).rounded())) %"
    }

    private static func bar(_ shares: [Double?]) -> String {
        shares.map { share in
            guard let share else { return "?" }
            return share == 0 ? "." : share < 1 ? "+" : "#"
        }
        .joined(separator: " ")
    }

    private static func note(_ answer: RangeAnswer) -> String {
        if let reason = answer.overrideReason { return reason }
        guard answer.status == .edge, let distance = answer.distanceInMeters else { return "" }
        return "\(DistanceText.text(distance)) from its range"
    }
}
