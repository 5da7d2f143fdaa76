import ArgumentParsing
import GeoModel
import Records

enum RecordsShow {
    static let verb = Verb(
        "records show", summary: "Show all that a record holds.",
        operands: [OperandSyntax("ID", "The record's id.")],
        options: [CommonOptions.json],
        examples: [
            ("turnstone records show 019711aa-3c00-7abc-8def-0123456789ab", "Show one record")
        ]
    ) { arguments in
        let id = try arguments.recordID(operand: 0)
        let store = try RecordStore(arguments.dataDirectory)
        guard let record = try store.record(id) else {
            throw ProgramError.recordNotFound(id.description)
        }
        if arguments.has("json") {
            Console.write(try RecordsJSON.record(record))
        } else {
            let photo = record.photo == nil ? nil : store.photos.path(of: id)
            Console.write(RecordText.text(of: record, photoPath: photo))
        }
        return .done
    }
}
