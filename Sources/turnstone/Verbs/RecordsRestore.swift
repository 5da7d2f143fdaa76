import ArgumentParsing
import GeoModel
import Records

enum RecordsRestore {
    static let verb = Verb(
        "records restore", summary: "Undo the deletion of records, while that is possible.",
        operands: [OperandSyntax("ID", "Ids of the records.", count: .oneOrMore)],
        notes: [
            "A record that was deleted with --trash-days comes back as it was, with its photo. "
                + "'records list --deleted' shows which can."
        ],
        examples: [
            (
                "turnstone records restore 019711aa-3c00-7abc-8def-0123456789ab",
                "Bring one record back"
            )
        ]
    ) { arguments in
        let ids = try arguments.operands.indices.map { try arguments.recordID(operand: $0) }
        let store = try arguments.recordStore()
        for id in ids {
            let (record, isNew) = try store.restore(id)
            Console.write(
                "\(isNew ? "Restored" : "Was not deleted:") \(id) \(record.identification.name)\n")
        }
        return .done
    }
}
