import Database
import OSMReader
import PlaceIndex
import Records

/// How long an import takes, beside what it cannot do without: reading, and writing the rows.
enum BenchImport {
    private static let runs = 5
    /// A file larger than this is imported once: 20 MB are some ten seconds.
    private static let bytesToRepeat = 20_000_000

    static func run(_ workspace: BenchWorkspace) throws -> [BenchResult] {
        try [
            ("helsinki-centre", workspace.helsinki), ("liechtenstein", workspace.liechtenstein),
        ].map { try measure($0, $1, workspace) }
    }

    static func measure(
        _ region: String, _ extract: String, _ workspace: BenchWorkspace
    ) throws -> BenchResult {
        Machine.forgetPeak()
        let file = try OSMFile(path: extract)
        let runs = file.size > bytesToRepeat ? 1 : runs
        let importer = try OSMImporter(region: region, directory: workspace.data.places)
        let whole = try Measurement.take("import", 0..<runs) { _ in
            _ = try importer.run(files: [extract])
        }
        let peak = Machine.peakMemory
        let reading = try Measurement.take("reading by libosmium alone", 0..<runs) { _ in
            let reader = OSMReader(
                files: [file], keys: OSMImporter.keys, relationTypes: OSMImporter.relationTypes)
            _ = try reader.read { _ in }
        }
        let source = "\(workspace.data.places)/\(region).sqlite"
        let rows = try Measurement.take("the same rows by SQL alone", 0..<runs) { run in
            try copyRows(of: source, to: workspace.file("rows-\(region)-\(run).sqlite"))
        }
        let parts = reading.medianMilliseconds + rows.medianMilliseconds
        let rate = Double(file.size) / 1000 / whole.medianMilliseconds
        let written = Machine.size(ofFile: source)
        let growth = Double(written) / Double(file.size)
        return BenchResult(
            name: "import \(region)", measurements: [whole, reading, rows],
            remarks: [
                "import = \(RecordText.decimals(whole.medianMilliseconds / parts)) x (reading + rows)",
                "\(RecordText.decimals(rate)) MB/s of \(file.size / 1000) kB",
                "region file \(written / 1000) kB, \(RecordText.decimals(growth)) x the extract",
            ], peakMemoryBytes: peak)
    }

    /// Copies tables and R*Trees into a fresh file, as fast as SQLite can.
    private static func copyRows(of source: String, to target: String) throws {
        let connection = try Connection(path: target, mode: .create, spatial: false)
        try connection.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
            ATTACH DATABASE '\(source)' AS source;
            BEGIN
            """)
        let tables = [
            "place", "address", "street", "area", "area_piece", "settlement", "interpolation",
        ]
        for table in tables {
            try connection.execute(
                """
                CREATE TABLE \(table) AS SELECT * FROM source.\(table);
                CREATE VIRTUAL TABLE idx_\(table)_geom USING rtree(pkid, xmin, xmax, ymin, ymax);
                INSERT INTO idx_\(table)_geom
                    SELECT pkid, xmin, xmax, ymin, ymax FROM source.idx_\(table)_geom
                """)
        }
        try connection.execute("COMMIT; DETACH DATABASE source")
    }
}
