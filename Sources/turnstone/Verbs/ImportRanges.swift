import ArgumentParsing
import Records
import Species

enum ImportRanges {
    static let verb = Verb(
        "import ranges", summary: "Read range maps: where taxa live, and in which season.",
        operands: [
            OperandSyntax(
                "FILE", "GeoJSON, ESRI Shapefiles (.shp) or GeoPackages (.gpkg), also in a .zip.",
                count: .oneOrMore)
        ],
        options: [
            OptionSyntax(
                "source", value: "NAME",
                "Keep all files as this one source; default each under its own name. A source that is "
                    + "there is replaced."),
            OptionSyntax(
                "species", value: "NAME",
                "The scientific name of all areas, for files without a column of names."),
            OptionSyntax(
                "name-column", value: "COLUMN",
                "The column of scientific names, by name or number, as '#3'."),
            OptionSyntax("presence-column", value: "COLUMN", "That of IUCN's presence codes."),
            OptionSyntax("origin-column", value: "COLUMN", "That of IUCN's origin codes."),
            OptionSyntax(
                "season-column", value: "COLUMN", "That of seasons, as codes or eBird's words."),
            OptionSyntax("start-column", value: "COLUMN", "That of first days, as 2023-05-03."),
            OptionSyntax("end-column", value: "COLUMN", "That of last days."),
            OptionSyntax(
                "crs", value: "EPSG:N",
                "What the coordinates are in, where the file does not say or is wrong."),
            CommonOptions.json,
        ],
        notes: [
            "Known by the names of their columns: IUCN, BirdLife, eBird Status and Trends, iNaturalist. "
                + "Codes are kept as they are; presence 4 and 5 (extinct) and origin 4 (vagrant) do not "
                + "count as living there. A season that is blank or unknown counts in every month.",
            "Areas are brought to WGS 84, cut at 180 degrees, and mended where their rings cross; what "
                + "is changed or left out is listed. Memory is about 20 times the largest single feature.",
            "It is all or nothing: a broken or interrupted import changes nothing, and a running service "
                + "answers from the old ranges until the new ones are whole. Needs GDAL (gdal-bin).",
        ],
        examples: [
            ("turnstone import ranges BIRDS.zip --source iucn", "Import or replace a download"),
            (
                "turnstone import ranges ebird/*.gpkg --source ebird",
                "Import one file a species as one source"
            ),
            (
                "turnstone import ranges area.shp --species \"Parus major\" --crs EPSG:2193",
                "Say what a file does not"
            ),
        ]
    ) { arguments in
        let data = arguments.dataDirectory
        let options = options(arguments)
        // A signal ends the import at the next feature, and the transaction is undone.
        let signals = try StopSignals()
        let display = ProgressDisplay()
        defer { display.clear() }
        let report = try data.withSpeciesStore { store, _ in
            try store.importRanges(arguments.operands, options) { progress in
                try signals.check()
                display.show(
                    phase: "Reading \(progress.file)", done: Int64(progress.done),
                    total: progress.total.map(Int64.init), unit: .items)
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

    private static func options(_ arguments: ParsedArguments) -> RangeImportOptions {
        var columns: [RangeColumns.Role: String] = [:]
        for role in RangeColumns.Role.allCases {
            if let option = role.option, let name = arguments[option] { columns[role] = name }
        }
        return RangeImportOptions(
            source: arguments["source"], columns: columns, referenceSystem: arguments["crs"],
            species: arguments["species"])
    }
}
