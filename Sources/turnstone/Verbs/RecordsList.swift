import ArgumentParsing
import GeoModel
import Records

enum RecordsList {
    static let verb = Verb(
        "records list", summary: "List records, the last made first.",
        options: RecordFilter.options + [
            OptionSyntax("limit", value: "N", "Records on a page, 1 to 1000; default 50."),
            OptionSyntax("cursor", value: "TEXT", "The page that the one before named."),
            OptionSyntax(
                "deleted",
                "Deleted records that can be restored, the last deleted first; no filters."),
            RecordScope.option, RecordScope.dates, CommonOptions.json,
        ],
        examples: [
            ("turnstone records list", "The last fifty"),
            (
                "turnstone records list --near 60.17,24.95 --radius 500 --kind place",
                "Places confirmed within 500 m of a position"
            ),
            (
                "turnstone records list --taxon \"Corvus corone\" --datetime 2026-01-01/..",
                "A species this year, under whatever name"
            ),
        ]
    ) { arguments in
        if arguments.has("deleted") { return try listDeleted(arguments) }
        var filter = try RecordFilter(arguments)
        if let limit = try arguments.integer("limit", in: 1...RecordFilter.maximumLimit) {
            filter.limit = limit
        }
        filter.cursor = arguments["cursor"]
        let store = try arguments.recordStore()
        try filter.chooseTaxon(arguments, of: store)
        if case .public(let dates) = try RecordScope(arguments) {
            return try show(store.publicList(filter, dates: dates), arguments)
        }
        let page = try store.list(filter)
        if arguments.has("json") {
            Console.write(try RecordsJSON.page(page))
            return .done
        }
        var table = TextTable([("seen", .left), ("kind", .left), ("name", .left), ("id", .left)])
        for record in page.records {
            table.add(
                record.eventDate.description, record.identification.kind.rawValue,
                record.identification.name, record.occurrenceID.description)
        }
        Console.write(table, ifEmpty: "No record.")
        tell(page.records.count, page.total, page.nextCursor)
        return .done
    }

    private static func tell(_ count: Int, _ total: Int?, _ cursor: String?) {
        let total =
            total.map { ProgressLine.counted($0, "record") }
            ?? "more records than are counted at once"
        Console.message("\(count) of \(total).")
        if let cursor { Console.message("The next page: --cursor \(cursor)") }
    }

    private static func show(
        _ page: PublicPage, _ arguments: ParsedArguments
    ) throws -> ExitCode {
        if arguments.has("json") {
            Console.write(try RecordsJSON.page(page))
            return .done
        }
        var table = TextTable([
            ("seen", .left), ("kind", .left), ("name", .left), ("shown", .left), ("id", .left),
        ])
        for record in page.records {
            table.add(
                record.eventDate, record.kind.rawValue, record.identification?.name ?? "-",
                record.geoprivacy.rawValue, record.id)
        }
        Console.write(table, ifEmpty: "No record.")
        tell(page.records.count, page.total, page.nextCursor)
        return .done
    }

    private static func listDeleted(_ arguments: ParsedArguments) throws -> ExitCode {
        if let filter = RecordFilter.options.first(where: { arguments[$0.name] != nil }) {
            throw UsageError.combination("--\(filter.name) does not go with --deleted.")
        }
        let page = try RecordStore(arguments.dataDirectory).deletedRecords(
            limit: arguments.integer("limit", in: 1...RecordFilter.maximumLimit)
                ?? RecordFilter.defaultLimit, cursor: arguments["cursor"])
        if arguments.has("json") {
            Console.write(try RecordsJSON.deletedPage(page))
            return .done
        }
        var table = TextTable([
            ("deleted", .left), ("restorable until", .left), ("name", .left), ("id", .left),
        ])
        for deleted in page.records {
            table.add(
                EventDate(utc: deleted.deleted).description,
                EventDate(utc: deleted.restorableUntil).description,
                deleted.record.identification.name, deleted.record.occurrenceID.description)
        }
        Console.write(table, ifEmpty: "No deleted record can be restored.")
        if let cursor = page.nextCursor { Console.message("The next page: --cursor \(cursor)") }
        return .done
    }
}
