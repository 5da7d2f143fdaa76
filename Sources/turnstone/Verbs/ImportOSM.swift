import ArgumentParsing
import PlaceIndex
import Records

enum ImportOSM {
    static let verb = Verb(
        "import osm", summary: "Read OpenStreetMap files into a region that can be searched.",
        operands: [
            OperandSyntax(
                "FILE", "A .osm.pbf, .osm, .osm.gz or .osm.bz2; several make one region.",
                count: .oneOrMore)
        ],
        options: [
            OptionSyntax(
                "region", value: "NAME",
                "The region's name: a-z, 0-9 and '-'; default from the first file's name."),
            OptionSyntax(
                "max-memory", value: "SIZE",
                "What the import may take, as 512M or 2G; default half of the machine's memory. It is "
                    + "refused before it starts when it may need more."),
            CommonOptions.json,
        ],
        notes: [
            "Memory: at most 192M and twice the size of a .pbf, or with the positions of nodes in a file "
                + "beside the region once its size; 3 times its size more for several files. XML counts "
                + "an eighth of its size, compressed XML half.",
            "A region of that name is replaced when the new one is whole; until then the old one "
                + "answers. A broken or interrupted import changes nothing.",
        ],
        examples: [
            ("turnstone import osm liechtenstein.osm.pbf", "Import a region 'liechtenstein'"),
            (
                "turnstone import osm north.osm.pbf south.osm.pbf --region island",
                "Import two files as one region"
            ),
        ]
    ) { arguments in
        let region = try regionName(arguments)
        let data = arguments.dataDirectory
        let importer = try OSMImporter(
            region: region, directory: data.places, memoryLimit: memoryLimit(arguments))
        // A signal ends the import at its next sign of life, so that the file begun is removed.
        let signals = try StopSignals()
        let display = ProgressDisplay()
        defer { display.clear() }
        let report = try data.forWork {
            try importer.run(files: arguments.operands) { progress in
                try signals.check()
                display.show(
                    phase: progress.phase.rawValue, done: progress.done, total: progress.total,
                    unit: progress.phase.unit == .bytes ? .bytes : .items)
            }
        }
        display.clear()
        if arguments.has("json") {
            try Console.write(json: report)
        } else {
            Console.write(report.text + "\n")
        }
        return .done
    }
}

extension ImportOSM {
    private static func memoryLimit(_ arguments: ParsedArguments) throws(UsageError) -> Int64? {
        guard let text = arguments["max-memory"] else { return nil }
        guard let bytes = ByteSize.parse(text) else {
            throw .invalidValue(
                name: "--max-memory", value: text, expected: "bytes, or a size as 512M or 2G")
        }
        return bytes
    }

    private static func regionName(_ arguments: ParsedArguments) throws -> String {
        guard let named = arguments["region"] else {
            return try RegionName(derivedFrom: arguments.operands[0]).text
        }
        guard let name = try? RegionName(named) else {
            throw UsageError.invalidValue(
                name: "--region", value: named,
                expected: "1 to 63 of a-z, 0-9 and '-', beginning with a letter or digit")
        }
        return name.text
    }
}
