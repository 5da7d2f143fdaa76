import ArgumentParsing
import Records
import Species

enum ImportTaxonomy {
    static let verb = Verb(
        "import taxonomy", summary: "Read a checklist of species, or names and codes for one.",
        operands: [
            OperandSyntax(
                "FILE",
                "Comma- or tab-separated text in UTF-8, or a Darwin Core Archive (.zip); several are read "
                    + "in their order.",
                count: .oneOrMore)
        ],
        options: [
            OptionSyntax(
                "columns", value: "LIST",
                "Columns that their headers do not tell, as scientificName=Latin,vernacularName:de=#4; "
                    + "the help's end lists what a column can hold."),
            OptionSyntax(
                "source", value: "NAME",
                "The list that the file is a version of; default ebird, clements, ioc or avilist by the "
                    + "header, else by the file's name without numbers."),
            OptionSyntax(
                "lang", value: "TAG",
                "The language of names and texts where the file does not tell it, as en or pt-BR."),
            OptionSyntax("names-only", "Take names and codes for known taxa, and no new taxa."),
            CommonOptions.json,
        ],
        notes: [
            "Understood by their headers: eBird and Clements, IOC, AviList, Darwin Core, the codes of "
                + "banding laboratories, and columns headed by a language. A file without families, ranks "
                + "and ids is names and codes for taxa that are known.",
            "A later version of a list brings its taxa up to date: ids stay, a changed name stays as a "
                + "synonym, and lumps, splits, renames and what vanished are listed for a person. "
                + "Nothing is deleted. An interrupted import changes nothing.",
            roles,
        ],
        examples: [
            ("turnstone import taxonomy clements.csv", "Import or update a checklist"),
            (
                "turnstone import taxonomy birds.csv --columns scientificName=Latin,vernacularName:fi=Nimi",
                "Name columns that are not known by their headers"
            ),
        ]
    ) { arguments in
        var options = TaxonomyImporter.Options()
        options.columns = arguments["columns"]
        options.source = try source(arguments)
        options.namesOnly = arguments.has("names-only")
        if let text = arguments["lang"] {
            guard let tag = TaxonomyImporter.languageTag(text) else {
                throw UsageError.invalidValue(
                    name: "--lang", value: text, expected: "a language tag, as en or pt-BR")
            }
            options.language = tag
        }
        try TaxonomyImporter.check(options)
        let data = arguments.dataDirectory
        // A signal ends the import at its next sign of life, and the transaction is taken back.
        let signals = try StopSignals()
        let display = ProgressDisplay()
        defer { display.clear() }
        var reports: [TaxonomyReport] = []
        try data.withSpeciesStore { store, isKept in
            let importer = TaxonomyImporter(store, options)
            for file in arguments.operands {
                let report = try importer.run(file: file) { phase, done, total in
                    try signals.check()
                    display.show(
                        phase: phase.text, done: done, total: total,
                        unit: phase == .reading ? .bytes : .items)
                }
                isKept = true
                display.clear()
                reports.append(report)
                if !arguments.has("json") { Console.write(report.text + "\n") }
            }
        }
        if arguments.has("json") {
            try Console.write(json: reports)
        }
        return .done
    }

    private static let roles: String =
        "A column can hold: " + TaxonomyImporter.columnRoles.joined(separator: ", ") + "."

    private static func source(_ arguments: ParsedArguments) throws(UsageError) -> String? {
        guard let text = arguments["source"] else { return nil }
        let isPlain = text.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard isPlain, (1...63).contains(text.utf8.count) else {
            throw .invalidValue(
                name: "--source", value: text, expected: "1 to 63 of a-z, 0-9 and '-'")
        }
        return text
    }
}

extension TaxonomyImporter.Phase {
    fileprivate var text: String {
        switch self {
        case .reading: "Reading"
        case .matching: "Comparing with known taxa"
        case .writing: "Writing taxa"
        case .indexing: "Indexing names"
        }
    }
}
