internal import Database
internal import FoundationEssentials
package import GeoModel
internal import Geodesy
internal import VectorReader

extension SpeciesStore {
    /// Reads files of range maps: GeoJSON, ESRI Shapefiles, GeoPackages, also in a `.zip`.
    ///
    /// A source is a file, under its own name without folders, or all files under one name. One that is
    /// there already is replaced. All is one transaction: whatever is thrown, also by `progress`, leaves
    /// everything as it was, and readers see the old state until the end.
    ///
    /// Features are read one by one, so that memory is that of the largest one: about 20 times its bytes in
    /// the file while it is mended and cut, and 30 MB for GDAL.
    ///
    /// - Parameter progress: Told after every feature.
    /// - Throws: `RangeImportError`, `VectorReaderError`, `DatabaseError`, and what `progress` throws.
    package func importRanges(
        _ files: [String], _ options: RangeImportOptions = RangeImportOptions(),
        progress: (RangeImportProgress) throws -> Void = { _ in }
    ) throws -> RangeImportReport {
        if let species = options.species, ScientificName(species) == nil {
            throw RangeImportError.notASpecies(species)
        }
        for file in files where !FileManager.default.fileExists(atPath: file) {
            throw VectorReaderError.fileNotFound(path: file)
        }
        return try writing { connection in
            var report = RangeImportReport()
            for (name, files) in Self.grouped(files, by: options.source) {
                var source = RangeImportReport.Source(name: name)
                source.hasReplaced = try RangeWriter.remove(source: name, connection)
                try RangeWriter.add(source: name, connection)
                let writer = RangeWriter(source: name, options: options, connection: connection)
                for file in files {
                    let open = try OpenRangeFile(file, options)
                    source.files.append(try writer.write(open, progress: progress))
                }
                try RangeWriter.finish(&source, connection)
                report.sources.append(source)
            }
            try Self.startGeneration(connection)
            return report
        }
    }

    /// Files by the name of their source, in the order in which they are given.
    private static func grouped(
        _ files: [String], by source: String?
    ) -> [(name: String, files: [String])] {
        var groups: [(name: String, files: [String])] = []
        for file in files {
            let name = source ?? OpenRangeFile.name(of: file)
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].files.append(file)
            } else {
                groups.append((name, [file]))
            }
        }
        return groups
    }

    /// What is kept in memory of what the file held before is of no more use.
    static func startGeneration(_ connection: Connection) throws {
        try connection.execute("UPDATE species_state SET generation = generation + 1")
    }

    /// Removes a source with its ranges.
    ///
    /// - Returns: How many ranges it had.
    /// - Throws: `RangeImportError.sourceNotFound`; `DatabaseError`.
    package func removeRanges(source name: String) throws -> Int {
        try writing { connection in
            let row = try connection.statement(
                "SELECT ranges FROM range_source WHERE name = ?1")
            try row.bind(1, name)
            guard try row.step() else {
                let known = try Self.rangeSources(connection).map(\.name)
                throw RangeImportError.sourceNotFound(name, known: known)
            }
            let ranges = Int(row.int64(0))
            row.reset()
            _ = try RangeWriter.remove(source: name, connection)
            try Self.startGeneration(connection)
            return ranges
        }
    }

    /// The imported sources by name.
    package func rangeSources() throws -> [RangeSource] {
        try reading { try Self.rangeSources($0) }
    }

    private static func rangeSources(_ connection: Connection) throws -> [RangeSource] {
        let row = try connection.statement(
            """
            SELECT name, files, referenceSystem, imported, ranges, species, pieces
            FROM range_source ORDER BY name
            """)
        var sources: [RangeSource] = []
        while try row.step() {
            sources.append(
                RangeSource(
                    name: row.text(0), files: row.text(1), referenceSystem: row.optionalText(2),
                    imported: EventDate(
                        utc: Date(timeIntervalSince1970: Double(row.int64(3)))),
                    ranges: Int(row.int64(4)), species: Int(row.int64(5)),
                    pieces: Int(row.int64(6))))
        }
        return sources
    }
}

/// Range maps that were imported under one name.
package struct RangeSource: Hashable, Sendable, Codable {
    package let name: String
    /// Names of the files, separated by commas.
    package let files: String
    package let referenceSystem: String?
    /// In UTC.
    package let imported: EventDate
    package let ranges, species, pieces: Int
}

/// A file of ranges, its layers that have names, and their columns.
struct OpenRangeFile {
    /// Without its folders.
    let name: String
    private(set) var layers: [(file: VectorFile, layer: VectorLayer, columns: RangeColumns)] = []

    /// - Throws: `RangeImportError` when no layer has a column of names; `VectorReaderError`.
    init(_ path: String, _ options: RangeImportOptions) throws {
        name = Self.name(of: path)
        var refusal: RangeImportError?
        for file in try VectorFile.open(path) {
            for layer in file.layers {
                do {
                    let columns = try RangeColumns(
                        of: layer, in: name, named: options.columns, species: options.species)
                    layers.append((file, layer, columns))
                } catch {
                    if case .noSuchColumn = error { throw error }
                    refusal = refusal ?? error
                }
            }
        }
        guard !layers.isEmpty else { throw refusal ?? .noLayers(file: name) }
    }

    static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

    /// Features in all layers; nil when one does not say.
    var featureCount: Int? {
        layers.reduce(0 as Int?) { sum, next in
            sum.flatMap { sum in next.layer.featureCount.map { sum + $0 } }
        }
    }
}
