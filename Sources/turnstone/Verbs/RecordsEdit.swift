import ArgumentParsing
import GeoModel
import Records

enum RecordsEdit {
    static let verb = Verb(
        "records edit", summary: "Change what a person said of a record.",
        operands: [OperandSyntax("ID", "The record's id.")],
        options: [
            OptionSyntax("name", value: "TEXT", "The name of what it shows."),
            OptionSyntax("scientific-name", value: "TEXT", "Its scientific name; '' clears it."),
            OptionSyntax("remarks", value: "TEXT", "Notes; '' clears them."),
            OptionSyntax("recorded-by", value: "TEXT", "Who saw it; '' clears it."),
            OptionSyntax(
                "geoprivacy", value: "WORD",
                "open; obscured: others see a random point of the cell of 0.2 degrees; private: others see no "
                    + "place and no photo."),
            OptionSyntax(
                "if-revision", value: "N", "Only when the record is still at this revision."),
            CommonOptions.json,
        ],
        notes: [
            "What was computed for the record stays as it is.",
            "Of an obscured or private record others see neither notes, observer nor exact time, and its name and "
                + "photo only when it shows a living thing. The point is drawn once and stays. A sensitive "
                + "taxon is concealed whatever is set here: see 'import sensitive --help'.",
        ],
        examples: [
            (
                "turnstone records edit 019711aa-3c00-7abc-8def-0123456789ab --remarks 'from the quay'",
                "Set the notes"
            )
        ]
    ) { arguments in
        let id = try arguments.recordID(operand: 0)
        var patch = RecordPatch()
        patch.name = arguments["name"]
        patch.scientificName = change(arguments["scientific-name"])
        patch.occurrenceRemarks = change(arguments["remarks"])
        patch.recordedBy = change(arguments["recorded-by"])
        patch.geoprivacy = try arguments.word("geoprivacy", as: Geoprivacy.self)
        guard patch != RecordPatch() else {
            throw UsageError.combination(
                "Nothing is to be changed. Give --name, --scientific-name, --remarks, --recorded-by or "
                    + "--geoprivacy."
            )
        }
        let revision = try arguments.integer("if-revision", in: 1...Int(Int32.max))
        let record = try arguments.recordStore()
            .update(id, patch, ifRevision: revision)
        if arguments.has("json") {
            Console.write(try RecordsJSON.record(record))
        } else {
            Console.write("\(record.identification.name): revision \(record.revision)\n")
        }
        return .done
    }

    private static func change(_ text: String?) -> RecordPatch.Change {
        switch text {
        case nil: .unchanged
        case "": .cleared
        case let text?: .set(text)
        }
    }
}
