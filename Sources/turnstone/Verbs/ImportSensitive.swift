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
        let isNew = !FileManager.default.fileExists(atPath: data.speciesDatabase)
        try data.create()
        var isDone = false
        defer { if isNew, !isDone { SpeciesStore.removeFiles(at: data.speciesDatabase) } }
        let store = try SpeciesStore(path: data.speciesDatabase)
        let report = try store.importSensitive(
            file: arguments.operands[0], list: arguments["list"])
        isDone = true
        let concealed = try data.compareRecords(with: store)
        if arguments.has("json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            Console.write(try encoder.encode(Outcome(list: report, recordsConcealed: concealed)))
            Console.write("\n")
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

enum SensitiveList {
    static let verb = Verb(
        "sensitive list", summary: "List the taxa whose places others are not told.",
        options: [CommonOptions.json],
        examples: [("turnstone sensitive list", "All entries of all lists")]
    ) { arguments in
        let entries = try arguments.existingSpeciesStore()?.sensitiveEntries() ?? []
        if arguments.has("json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            Console.write(try encoder.encode(["entries": entries.map(Shown.init)]))
            Console.write("\n")
            return .done
        }
        guard !entries.isEmpty else {
            Console.write("No sensitive taxon.\n")
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
        Console.write(table.text)
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

enum SensitiveRemove {
    static let verb = Verb(
        "sensitive remove", summary: "Remove a list of sensitive taxa.",
        operands: [OperandSyntax("LIST", "The list, as 'sensitive list' names it.")],
        options: [CommonOptions.json],
        notes: [
            "Records that it alone concealed are shown to others as their own geoprivacy says, at once and "
                + "without a question."
        ],
        examples: [("turnstone sensitive remove owls", "Remove the list 'owls'")]
    ) { arguments in
        let name = arguments.operands[0]
        guard let store = try arguments.existingSpeciesStore() else {
            throw SensitiveListError.noSuchList(name, known: [])
        }
        let entries = try store.removeSensitive(list: name)
        let concealed = try arguments.dataDirectory.compareRecords(with: store)
        if arguments.has("json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            Console.write(
                try encoder.encode(
                    Removed(name: name, entries: entries, recordsConcealed: concealed)))
            Console.write("\n")
        } else {
            Console.write(
                "Removed list \(name): \(ProgressLine.counted(entries, "row")); "
                    + "\(ProgressLine.counted(concealed, "record")) concealed by other lists.\n")
        }
        return .done
    }

    private struct Removed: Encodable {
        let name: String
        let entries, recordsConcealed: Int
    }
}

extension DataDirectory {
    /// Compares the records there are with lists that a person has just changed.
    ///
    /// - Returns: How many the lists conceal now.
    fileprivate func compareRecords(with store: SpeciesStore) throws -> Int {
        guard FileManager.default.fileExists(atPath: recordsDatabase) else { return 0 }
        return try RecordStore(self, judge: SensitivityJudge { store })
            .compareWithList(mayLift: true)
    }
}
