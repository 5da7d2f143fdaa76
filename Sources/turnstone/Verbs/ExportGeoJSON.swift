import ArgumentParsing
import Exports
import Records

enum ExportGeoJSON {
    static let verb = Verb(
        "export geojson", summary: "Write records as GeoJSON (RFC 7946), the last made first.",
        options: RecordFilter.options + [
            RecordScope.option, RecordScope.dates,
            OptionSyntax(
                "output", letter: "o", value: "FILE",
                "Where to; it appears when it is whole. Default, and '-': standard output."),
        ],
        examples: [
            ("turnstone export geojson -o records.geojson", "All records into a file"),
            ("turnstone export geojson --kind species | gzip > s.gz", "Species into a pipe"),
            (
                "turnstone export geojson --scope public -o public.geojson",
                "What may be given to others"
            ),
        ]
    ) { arguments in
        let filter = try RecordFilter(arguments)
        let scope = try RecordScope(arguments)
        let store = try arguments.recordStore()
        guard let path = arguments["output"], path != "-" else {
            try GeoJSONWriter.write(store, filter, scope: scope) { Console.write($0) }
            Console.write("\n")
            return .done
        }
        let file = try WholeFile(path)
        let count = try GeoJSONWriter.write(store, filter, scope: scope) { try file.write($0) }
        try file.finish()
        Console.message("\(ProgressLine.counted(count, "record")) in \(path).")
        return .done
    }
}
