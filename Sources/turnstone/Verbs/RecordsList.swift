import ArgumentParsing
import GeoModel
import Records

enum RecordsList {
    static let verb = Verb(
        "records list", summary: "List records, the last made first.",
        options: RecordFilter.options + [
            OptionSyntax("limit", value: "N", "Records on a page, 1 to 200; default 50."),
            OptionSyntax("cursor", value: "TEXT", "The page that the one before named."),
            CommonOptions.json,
        ],
        examples: [
            ("turnstone records list", "The last fifty"),
            (
                "turnstone records list --near 60.17,24.95 --radius 500 --kind place",
                "Places confirmed within 500 m of a position"
            ),
        ]
    ) { arguments in
        var filter = try RecordFilter(arguments)
        if let limit = try arguments.integer("limit", in: 1...RecordFilter.maximumLimit) {
            filter.limit = limit
        }
        filter.cursor = arguments["cursor"]
        let page = try RecordStore(arguments.dataDirectory).list(filter)
        if arguments.has("json") {
            Console.write(try RecordsJSON.page(page))
            return .done
        }
        guard !page.records.isEmpty else {
            Console.write("No record.\n")
            return .done
        }
        var table = TextTable([("seen", .left), ("kind", .left), ("name", .left), ("id", .left)])
        for record in page.records {
            table.add(
                record.eventDate.description, record.identification.kind.rawValue,
                record.identification.name, record.occurrenceID.description)
        }
        Console.write(table.text)
        if let total = page.total {
            Console.message(
                "\(page.records.count) of \(ProgressLine.counted(total, "record")).")
        }
        if let cursor = page.nextCursor { Console.message("The next page: --cursor \(cursor)") }
        return .done
    }
}
