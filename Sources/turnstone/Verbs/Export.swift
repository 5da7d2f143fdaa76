import ArgumentParsing
import Exports
import Records

/// One command for each format.
enum Export {
    static let verbs = ExportFormat.allCases.map(verb)

    private static func verb(_ format: ExportFormat) -> Verb {
        let command = "turnstone export \(format.rawValue)"
        let ending = format.fileEnding
        let exclusion = format.exclusion.map { ["Some records are not in it: \($0)."] }
        return Verb(
            "export \(format.rawValue)",
            summary: "Write records as \(format.title), the last made first.",
            options: RecordFilter.options + [
                RecordScope.option, RecordScope.dates,
                OptionSyntax(
                    "output", letter: "o", value: "FILE",
                    "Where to; it appears when it is whole. Default, and '-': standard output."),
                OptionSyntax(
                    "service", value: "URL",
                    "Where readers reach the service, as https://map.example: addresses of photos begin so. "
                        + "Default: their paths alone."),
            ],
            notes: exclusion ?? [],
            examples: [
                ("\(command) -o records\(ending)", "All records into a file"),
                (
                    "\(command) --kind species --bbox 24,60,26,61 -o s\(ending)",
                    "Living things in a box"
                ),
                (
                    "\(command) --scope public -o public\(ending)",
                    "What may be given to others"
                ),
            ]
        ) { try run(format, $0) }
    }

    private static func run(
        _ format: ExportFormat, _ arguments: ParsedArguments
    ) throws -> ExitCode {
        let path = arguments["output"].flatMap { $0 == "-" ? nil : $0 }
        guard path != nil || format.isText || !Console.standardOutputIsTerminal else {
            throw UsageError.combination("An archive is no text for a terminal: add -o FILE.")
        }
        var filter = try RecordFilter(arguments)
        let scope = try RecordScope(arguments)
        let records = try arguments.recordStore()
        try filter.chooseTaxon(arguments, of: records)
        let stream = ExportStream(
            records, filter, as: format, scope: scope, service: try service(arguments))
        let tally: ExportTally
        if let path {
            let file = try WholeFile(path)
            let display = ProgressDisplay()
            tally = try stream.write { piece in
                try file.write(piece)
                display.show(
                    phase: "writing records", done: Int64(stream.tally.written), total: nil,
                    unit: .items)
            }
            display.clear()
            try file.finish()
        } else {
            tally = try stream.write { Console.write($0) }
        }
        if let path {
            Console.message("\(ProgressLine.counted(tally.written, "record")) in \(path).")
        }
        if tally.leftOut > 0, let exclusion = format.exclusion {
            Console.message(
                "\(ProgressLine.counted(tally.leftOut, "record")) left out: \(exclusion).")
        }
        return .done
    }

    /// The address of the service without a slash at its end; empty when none is given.
    private static func service(_ arguments: ParsedArguments) throws -> String {
        guard var text = arguments["service"] else { return "" }
        while text.hasSuffix("/") { text.removeLast() }
        let rest = ["https://", "http://"].first { text.hasPrefix($0) }.map {
            text.dropFirst($0.count)
        }
        let isPlain = text.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7f && !"\"<>?#".utf8.contains($0)
        }
        guard let rest, !rest.isEmpty, !rest.hasPrefix("/"), isPlain else {
            throw UsageError.invalidValue(
                name: "--service", value: text,
                expected: "an address with http:// or https://, without ? and #")
        }
        return text
    }
}
