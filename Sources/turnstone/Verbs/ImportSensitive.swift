import ArgumentParsing
import Captures
import FoundationEssentials
import GeoModel
import Records
import Species

enum ImportSensitive {
    static let verb = Verb(
        "import sensitive", summary: "Read a list of taxa whose places others are not told.",
        operands: [
            OperandSyntax(
                "FILE", "Comma- or tab-separated text in UTF-8 with headers.")
        ],
        options: [
            OptionSyntax(
                "list", value: "NAME",
                "The list's name, by which a later version replaces it; default by the file's name without "
                    + "numbers."),
            CommonOptions.json,
        ],
        notes: [
            "Columns: scientificName (or taxonID); geoprivacy: obscured, the default, or private; area: nothing "
                + "for the world, W,S,E,N in degrees, or a code of ISO 3166 as FI or US-CA; dates: nothing for "
                + "always, MM-DD/MM-DD for a season, or YYYY-MM-DD/YYYY-MM-DD with .. for an open end; reason; "
                + "source.",
            "A name stands for its synonyms and for all below it: subspecies, and of a genus or family its "
                + "species, as the imported taxonomy has them. A record is concealed while any name that was ever "
                + "proposed for it is listed there and then: candidates offered, and names before an edit too.",
            "Records that there are already are compared at once. A row that is not understood ends the import, "
                + "and nothing is changed.",
        ],
        examples: [
            ("turnstone import sensitive owls.csv", "Conceal what the file lists"),
            (
                "printf 'scientificName,area\\nFalco rusticolus,FI\\n' > f.csv; turnstone import sensitive f.csv",
                "Conceal one falcon in one country"
            ),
        ]
    ) { arguments in
        let data = arguments.dataDirectory
        let display = ProgressDisplay()
        defer { display.clear() }
        let (report, concealed) = try data.withSpeciesStore { store, isKept in
            display.show(phase: "Reading the list", done: 0, total: nil, unit: .items)
            let report = try store.importSensitive(
                file: arguments.operands[0], list: arguments["list"])
            isKept = true
            return try (report, data.compareRecords(with: store, display))
        }
        display.clear()
        if arguments.has("json") {
            try Console.write(json: Outcome(list: report, recordsConcealed: concealed))
            return .done
        }
        Console.write(
            "List \(report.list): \(ProgressLine.counted(report.entries, "row")); "
                + "\(ProgressLine.counted(concealed, "record")) concealed by all lists.\n")
        if !report.unknownNames.isEmpty {
            let shown = report.unknownNames.prefix(10).joined(separator: ", ")
            let rest = report.unknownNames.count - min(10, report.unknownNames.count)
            Console.message(
                "Not in the taxonomy, and so taken as written, without synonyms and members: \(shown)"
                    + (rest > 0 ? " and \(rest) more." : "."))
        }
        return .done
    }

    private struct Outcome: Encodable {
        let list: SpeciesStore.SensitiveReport
        let recordsConcealed: Int
    }
}

extension DataDirectory {
    /// Compares the records there are with lists that a person has just changed.
    ///
    /// - Returns: How many the lists conceal now.
    func compareRecords(
        with store: SpeciesStore, _ display: ProgressDisplay
    ) throws -> Int {
        guard FileManager.default.fileExists(atPath: recordsDatabase) else { return 0 }
        let phase = "Comparing records"
        display.show(phase: phase, done: 0, total: nil, unit: .items)
        return try RecordStore(self, judge: SensitivityJudge { store })
            .compareWithList(mayLift: true) { done, total in
                display.show(
                    phase: phase, done: Int64(done), total: Int64(total), unit: .items)
            }
    }
}
