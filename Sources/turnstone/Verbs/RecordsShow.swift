import ArgumentParsing
import GeoModel
import Records

enum RecordsShow {
    static let verb = Verb(
        "records show", summary: "Show all that a record holds.",
        operands: [OperandSyntax("ID", "The record's id.")],
        options: [RecordScope.option, RecordScope.dates, CommonOptions.json],
        examples: [
            ("turnstone records show 019711aa-3c00-7abc-8def-0123456789ab", "Show one record")
        ]
    ) { arguments in
        let store = try arguments.recordStore()
        let text = arguments.operands[0]
        guard let id = try UUIDv7(text) ?? store.occurrenceID(publicID: text) else {
            throw ProgramError.recordNotFound(text)
        }
        if case .public(let dates) = try RecordScope(arguments) {
            guard let record = try store.publicRecord(of: id, dates: dates) else {
                throw ProgramError.recordNotFound(text)
            }
            Console.write(
                arguments.has("json")
                    ? try RecordsJSON.record(record) : Array(RecordText.text(of: record).utf8))
            return .done
        }
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
