import ArgumentParsing
import GeoModel
import Records

enum RecordsDelete {
    static let verb = Verb(
        "records delete", summary: "Delete records with their photos and everything made of them.",
        operands: [OperandSyntax("ID", "Ids of the records.", count: .oneOrMore)],
        options: [
            OptionSyntax(
                "if-revision", value: "N", "Only when the record is still at this revision."),
            OptionSyntax(
                "trash-days", value: "N",
                "Keep record and photo for N days, in which 'records restore' undoes it; default 0."
            ),
        ],
        notes: ["Without --trash-days this cannot be undone, and the space is free at once."],
        examples: [
            (
                "turnstone records delete 019711aa-3c00-7abc-8def-0123456789ab",
                "Delete one record and its photo"
            )
        ]
    ) { arguments in
        let revision = try arguments.integer("if-revision", in: 1...Int(Int32.max))
        if revision != nil, arguments.operands.count > 1 {
            throw UsageError.combination("--if-revision goes with one record only.")
        }
        let ids = try arguments.operands.indices.map { try arguments.recordID(operand: $0) }
        let store = try RecordStore(
            arguments.dataDirectory, trashDays: arguments.trashDays)
        for id in ids {
            let report = try store.delete(id, ifRevision: revision)
            let size = ProgressLine.amount(Double(report.bytesFreed), .bytes)
            Console.write(
                "Deleted \(id): \(ProgressLine.counted(report.files, "file")), \(size) freed"
                    + kept(report) + "\n")
        }
        return .done
    }

    private static func kept(_ report: DeletionReport) -> String {
        guard let end = report.restorableUntil else { return "" }
        let size = ProgressLine.amount(Double(report.bytesKept), .bytes)
        return "; \(size) kept until \(EventDate(utc: end)), restorable till then"
    }
}
