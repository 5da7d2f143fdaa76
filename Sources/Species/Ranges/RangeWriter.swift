internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy
internal import VectorReader

/// Writes the ranges of one file, in the transaction of an import.
struct RangeWriter {
    private let source: String
    private let options: RangeImportOptions
    private let connection: Connection
    private let shaper: RangeShaper
    /// Positions of a piece: its row is about 1 KB, four to a page, and asking whether it holds a
    /// position costs less than finding it does.
    private let cutter = PolygonCutter(limit: 64)

    init(source: String, options: RangeImportOptions, connection: Connection) {
        self.source = source
        self.options = options
        self.connection = connection
        shaper = RangeShaper(connection)
    }

    // MARK: Sources

    static func add(source: String, _ connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO range_source
                (name, files, imported, ranges, species, pieces, report)
            VALUES (?1, '', ?2, 0, 0, 0, '{}')
            """, .text(source), .integer(Int64(Date().timeIntervalSince1970)))
    }

    /// - Returns: Whether there was one.
    static func remove(source: String, _ connection: Connection) throws -> Bool {
        for statement in [
            """
            DELETE FROM range_piece_box WHERE id IN (
                SELECT p.id FROM species_range r JOIN range_piece p
                ON p.id >= r.firstPiece AND p.id < r.firstPiece + r.pieceCount
                WHERE r.source = ?1)
            """,
            """
            DELETE FROM range_piece WHERE id IN (
                SELECT p.id FROM species_range r JOIN range_piece p
                ON p.id >= r.firstPiece AND p.id < r.firstPiece + r.pieceCount
                WHERE r.source = ?1)
            """,
            "DELETE FROM species_range WHERE source = ?1",
            "DELETE FROM range_source WHERE name = ?1",
        ] {
            try connection.run(statement, .text(source))
        }
        return connection.changes > 0
    }

    /// Counts what a source has got, and keeps what is said of it.
    ///
    /// - Throws: `RangeImportError.noRanges` for nothing.
    static func finish(
        _ source: inout RangeImportReport.Source, _ connection: Connection
    ) throws {
        let row = try connection.statement(
            """
            SELECT count(*), count(DISTINCT nameKey), coalesce(sum(pieceCount), 0)
            FROM species_range WHERE source = ?1
            """)
        try row.bind(1, source.name)
        guard try row.step() else { return }
        source.ranges = Int(row.int64(0))
        source.species = Int(row.int64(1))
        source.pieces = Int(row.int64(2))
        row.reset()
        guard source.ranges > 0 else {
            let reasons = source.files.flatMap(\.skipped).sorted(by: <)
                .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            throw RangeImportError.noRanges(
                file: source.files.map(\.name).joined(separator: ", "),
                reasons: reasons.isEmpty ? "" : " (left out: \(reasons))")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let systems = Set(source.files.compactMap(\.referenceSystem)).sorted()
        try connection.run(
            """
            UPDATE range_source SET files = ?2, referenceSystem = ?3, ranges = ?4, species = ?5,
                pieces = ?6, report = ?7 WHERE name = ?1
            """, .text(source.name),
            .text(source.files.map(\.name).joined(separator: ", ")),
            systems.isEmpty ? nil : .text(systems.joined(separator: ", ")),
            .integer(Int64(source.ranges)), .integer(Int64(source.species)),
            .integer(Int64(source.pieces)),
            .text(String(decoding: try encoder.encode(source), as: UTF8.self)))
    }

    // MARK: Features

    /// - Throws: `RangeImportError.noReferenceSystem`; what the reader and `progress` throw.
    func write(
        _ file: OpenRangeFile, progress: (RangeImportProgress) throws -> Void
    ) throws -> RangeImportReport.File {
        var report = RangeImportReport.File(name: file.name)
        let total = file.featureCount
        for (vectors, layer, columns) in file.layers {
            let prefix = file.layers.count > 1 ? "\(layer.name): " : ""
            let found = columns.description
            report.columns.append(prefix + (found.isEmpty ? "none needed" : found))
            report.referenceSystem =
                options.referenceSystem ?? layer.referenceSystem
                ?? "none stated, taken for longitude and latitude on WGS 84"
            try vectors.read(
                layer, referenceSystem: options.referenceSystem, fields: columns.wanted
            ) { feature, conversion in
                report.features += 1
                try write(feature, columns, conversion, in: file.name, &report)
                try progress(.init(file: file.name, done: report.features, total: total))
            }
            report.warning = report.warning ?? vectors.warning
        }
        return report
    }

    private func write(
        _ feature: VectorFeature, _ columns: RangeColumns, _ conversion: PositionConversion,
        in file: String, _ report: inout RangeImportReport.File
    ) throws {
        guard let text = columns.text(.name, feature.values) ?? options.species else {
            return report.skip(RangeImportReport.File.Skipped.noName.rawValue)
        }
        guard let name = ScientificName(text) else {
            return report.skip(RangeImportReport.File.Skipped.notAName.rawValue)
        }
        let type = columns.text(.type, feature.values)?.lowercased() ?? ""
        guard !type.contains("prediction") else {
            return report.skip(RangeImportReport.File.Skipped.predictionArea.rawValue)
        }
        let reason: RangeImportReport.File.Skipped
        switch feature.shape {
        case .areas(let polygons):
            if conversion.kind == .unknown { try Self.requireDegrees(polygons, in: file) }
            return try write(
                polygons, conversion, attributes: RangeAttributes(columns, feature.values),
                name, text, feature.id, &report)
        case .nothing: reason = .noGeometry
        case .points: reason = .points
        case .lines: reason = .lines
        case .unknown: reason = .unknownShape
        }
        report.skip(reason.rawValue)
    }

    /// Numbers that can be longitude and latitude are taken for these where a file says nothing.
    private static func requireDegrees(_ polygons: [PlanarPolygon], in file: String) throws {
        let positions = polygons.lazy.flatMap(\.rings).flatMap { $0 }
        if let other = positions.first(where: { abs($0.x) > 360 || abs($0.y) > 90 }) {
            throw RangeImportError.noReferenceSystem(
                file: file, position: "(\(other.x), \(other.y))")
        }
    }

    private func write(
        _ polygons: [PlanarPolygon], _ conversion: PositionConversion,
        attributes: RangeAttributes, _ name: ScientificName, _ text: String, _ feature: Int64,
        _ report: inout RangeImportReport.File
    ) throws {
        let label = "\(name.text) (feature \(feature))"
        let area: RangeShaper.Area
        do {
            area = try shaper.area(polygons, conversion)
        } catch let fault as RangeShapeFault {
            report.skip(fault.rawValue)
            if report.unusable.count < RangeImportReport.File.listLimit {
                report.unusable.append(label)
            }
            return
        }
        if area.wasRepaired {
            report.note(.repaired)
            if report.repaired.count < RangeImportReport.File.listLimit {
                report.repaired.append(label)
            }
        }
        if area.crossesAntimeridian { report.note(.crossing) }
        if attributes.rangeSeason == .unknown, attributes.days == nil {
            report.note(.unknownSeason)
        }
        if !attributes.isExpected { report.note(.notExpected) }
        report.ranges += 1
        try insert(area.polygons, attributes, name, text, feature)
    }

    private func insert(
        _ polygons: [Polygon], _ attributes: RangeAttributes, _ name: ScientificName,
        _ text: String, _ feature: Int64
    ) throws {
        guard let blob = SpatialBlob.encode(.multiPolygon(polygons)) else { return }
        let extent = RangeExtent(polygons)
        let first = try nextPiece()
        let pieces = polygons.flatMap { cutter.pieces(of: $0) }
        try connection.run(
            """
            INSERT INTO species_range (source, feature, scientificName, nameKey, commonName, sourceID,
                presence, origin, seasonal, season, firstDay, lastDay, squareKilometers, northShare,
                firstPiece, pieceCount, geom)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            """, .text(source), .integer(feature), .text(text), .text(name.key),
            attributes.commonName.map { .text($0) }, attributes.sourceID.map { .text($0) },
            attributes.presence.map { .integer(Int64($0)) },
            attributes.origin.map { .integer(Int64($0)) },
            attributes.seasonal.map { .integer(Int64($0)) },
            attributes.season.map { .text($0) },
            attributes.days.map { .integer(Int64($0.first)) },
            attributes.days.map { .integer(Int64($0.last)) },
            .real(extent.squareKilometers), .real(extent.northShare), .integer(first),
            .integer(Int64(pieces.count)), .blob(blob))
        try insert(pieces, from: first, of: connection.lastInsertRowID)
    }

    private func insert(_ pieces: [Polygon], from first: Int64, of range: Int64) throws {
        let piece = try connection.statement(
            "INSERT INTO range_piece (id, rangeID, geom) VALUES (?1, ?2, ?3)")
        let box = try connection.statement(
            "INSERT INTO range_piece_box (id, west, east, south, north) "
                + "VALUES (?1, ?2, ?3, ?4, ?5)")
        for (index, polygon) in pieces.enumerated() {
            let shape = Geometry.polygon(polygon)
            guard let blob = SpatialBlob.encode(shape), let bounds = shape.boundingBox else {
                continue
            }
            let id = first + Int64(index)
            try piece.bind(.integer(id), .integer(range), .blob(blob))
            while try piece.step() {}
            try box.bind(
                .integer(id), .real(bounds.west), .real(bounds.east), .real(bounds.south),
                .real(bounds.north))
            while try box.step() {}
        }
    }

    private func nextPiece() throws -> Int64 {
        let row = try connection.statement("SELECT coalesce(max(id), 0) + 1 FROM range_piece")
        return try row.step() ? row.int64(0) : 1
    }
}

/// What a feature's columns say beside the name.
struct RangeAttributes: Hashable {
    let commonName, sourceID: String?
    /// The numbers as given, whatever they mean; nil when there is none.
    let presence, origin, seasonal: Int?
    /// The season's word, when it is one.
    let season: String?
    let days: DaysOfYear?

    init(_ columns: RangeColumns, _ values: [String?]) {
        func number(_ role: RangeColumns.Role) -> Int? {
            columns.text(role, values).flatMap(WholeNumber.parse)
        }
        commonName = columns.text(.commonName, values)
        sourceID = columns.text(.sourceID, values).map { text in
            WholeNumber.parse(text).map(String.init) ?? text
        }
        presence = number(.presence)
        origin = number(.origin)
        seasonal = number(.season)
        season = seasonal == nil ? columns.text(.season, values) : nil
        let first = columns.text(.firstDay, values).flatMap(Self.day)
        let last = columns.text(.lastDay, values).flatMap(Self.day)
        days = first.flatMap { first in last.map { DaysOfYear(first: first, last: $0) } }
    }

    var rangeSeason: RangeSeason { RangeSeason(code: seasonal.map(String.init) ?? season) }

    var isExpected: Bool { RangePresence.counts(presence) && RangeOrigin.counts(origin) }

    /// Month times 100 plus day of `2023-05-03`, `2023/05/03`, `05-03`, with or without a time after it; nil
    /// for anything else.
    static func day(_ text: String) -> Int? {
        let date = text.prefix { $0 != "T" && $0 != " " }
        let parts = date.split { $0 == "-" || $0 == "/" }.map { Int($0) }
        guard parts.count == 2 || parts.count == 3, let month = parts[parts.count - 2],
            let day = parts[parts.count - 1],
            EventDate(year: 2024, month: month, day: day) != nil
        else { return nil }
        return month * 100 + day
    }
}
