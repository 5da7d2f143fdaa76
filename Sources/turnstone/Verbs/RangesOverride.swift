import ArgumentParsing
import GeoModel
import Records
import Species

/// What a person knows better than the range maps, at one place.
enum RangesOverride {
    static let add = Verb(
        "ranges override add",
        summary: "Say whether a taxon is to be expected at a place, against the maps.",
        operands: [
            OperandSyntax("NAME", "The scientific name."),
            OperandSyntax("LAT,LON", "The middle of the circle in which it holds."),
        ],
        options: [
            OptionSyntax("radius", value: "M", "Metres, above 0; default 10000."),
            OptionSyntax(
                "status", value: "STATUS",
                "present (default), otherSeason, edge, absent or unknown."),
            OptionSyntax(
                "months", value: "LIST", "Only in these months, as 4-9 or 11,12,1; default all."),
            OptionSyntax("reason", value: "TEXT", "Why; it is shown with each answer."),
            CommonOptions.json,
        ],
        notes: [
            "It is for the one taxon at the one place: a regular vagrant, an escaped pair that breeds. "
                + "Of several that hold at a place the last made counts."
        ],
        examples: [
            (
                "turnstone ranges override add \"Phoenicopterus roseus\" 52.07,6.77 --reason \"Breeds here\"",
                "Let a real rarity in at one place"
            )
        ]
    ) { arguments in try make(arguments) }

    static let list = Verb(
        "ranges override list", summary: "List what was said against the maps.",
        options: [CommonOptions.json],
        examples: [("turnstone ranges override list", "All of them, the last made first")]
    ) { arguments in
        let overrides = try arguments.existingSpeciesStore()?.overrides() ?? []
        if arguments.has("json") {
            try Console.write(json: ["overrides": overrides])
        } else {
            var table = TextTable([
                ("id", .right), ("name", .left), ("status", .left), ("months", .left),
                ("place", .left), ("radius", .right), ("made", .left), ("reason", .left),
            ])
            for override in overrides {
                table.add(
                    String(override.id), override.scientificName, override.status.rawValue,
                    override.months.map { $0.map(String.init).joined(separator: ",") } ?? "all",
                    "\(override.decimalLatitude),\(override.decimalLongitude)",
                    DistanceText.text(override.radiusInMeters), "\(override.created)",
                    override.reason)
            }
            Console.write(table, ifEmpty: "No override.")
        }
        return .done
    }

    static let remove = Verb(
        "ranges override remove", summary: "Let the maps speak again.",
        operands: [OperandSyntax("ID", "The number, as 'ranges override list' shows it.")],
        examples: [("turnstone ranges override remove 3", "Remove override 3")]
    ) { arguments in
        let text = arguments.operands[0]
        guard let id = Int64(text) else {
            throw UsageError.invalidValue(
                name: "ID", value: text, expected: "a number of 'ranges override list'")
        }
        guard let store = try arguments.existingSpeciesStore() else {
            throw RangeImportError.overrideNotFound(id)
        }
        try store.removeOverride(id)
        Console.write("Removed override \(id).\n")
        return .done
    }

    private static func make(_ arguments: ParsedArguments) throws -> ExitCode {
        guard let reason = arguments["reason"], !reason.isEmpty else {
            throw UsageError.invalidValue(
                name: "--reason", value: "", expected: "a few words on why the maps are wrong")
        }
        let position = try arguments.position(operand: 1)
        let limit = SpeciesStore.greatestOverrideRadius
        let radius =
            try arguments.number("radius", expected: "metres, above 0 and at most \(Int(limit))") {
                $0 > 0 && $0 <= limit
            } ?? 10_000
        let status = try arguments.word("status", as: RangeStatus.self) ?? .present
        let months = try arguments["months"].map(parseMonths)
        let data = arguments.dataDirectory
        try data.requireExisting()
        let store = try SpeciesStore(path: data.speciesDatabase)
        let id = try store.addOverride(
            of: arguments.operands[0], at: position, radiusInMeters: radius, status: status,
            months: months, reason: reason)
        Console.write(
            arguments.has("json") ? "{\"id\":\(id)}\n" : "Override \(id) is made.\n")
        return .done
    }

    /// `4-9`, `11-2` over the year's end, `1,2,12`.
    private static func parseMonths(_ text: String) throws(UsageError) -> [Int] {
        var months: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
                (1...12).contains(first), (1...12).contains(last)
            else {
                throw .invalidValue(
                    name: "--months", value: text, expected: "months as 4-9 or 11,12,1")
            }
            var month = first
            months.insert(month)
            while month != last {
                month = month % 12 + 1
                months.insert(month)
            }
        }
        return months.sorted()
    }
}
