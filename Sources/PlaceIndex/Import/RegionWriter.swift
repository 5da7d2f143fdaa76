internal import Database
internal import GeoModel
internal import Geodesy
internal import OSMReader

/// Streams rows into a region file; nothing is kept in memory but counters, each row's box, and a batch of
/// places, addresses and streets until `flush` writes it in the order of where they lie.
///
/// Journal and sync are off, as the file is a draft that an error throws away.
final class RegionWriter {
    private let connection: Connection
    private let indexes: SpatialIndexes
    private let place, placePiece, address, street, area, piece, settlement: SpatialInsertion
    private let interpolation, postcode, reach, landmarkReach: SpatialInsertion
    private let streetName: Statement
    private let cutter = PolygonCutter(limit: 256)
    private let footprintCutter = PolygonCutter(limit: PlaceColumn.piecePositions)
    private let names: NameWriter
    private var batch = RowBatch()
    private(set) var coverage = Coverage()
    private(set) var rows = 0
    private(set) var pieces = 0

    init(path: String) throws {
        let connection = try Connection(path: path, mode: .create, spatial: true)
        try connection.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = 0;
            PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;
            """)
        let initialized = try connection.statement("SELECT InitSpatialMetaData(1, 'WGS84')")
        guard try initialized.step(), initialized.int64(0) == 1 else {
            throw DatabaseError.full(path: path)
        }
        initialized.reset()
        try connection.execute(RegionSchema.tables)
        try connection.execute("BEGIN")
        let indexes = try SpatialIndexes(connection)
        self.connection = connection
        self.indexes = indexes
        names = try NameWriter(path: path, connection: connection)
        let insert = { (table: String, columns: String) in
            SpatialInsertion(
                statement: try Self.insertion(into: table, columns, on: connection),
                packer: indexes.packer(of: table))
        }
        place = try insert(
            "place",
            "osm_type, osm_id, category, type, name, tags, importance, lon, lat, answer, geom")
        placePiece = try insert("place_piece", "place_id, geom")
        address = try insert(
            "address",
            "osm_type, osm_id, house_number, is_house, street, postcode, city, tags, lon, lat, geom"
        )
        street = try insert("street", "osm_type, osm_id, type, name, tags, geom")
        area = try insert(
            "area",
            "osm_type, osm_id, kind, admin_level, type, name, tags, lon, lat, square_meters, geom")
        piece = try insert("area_piece", "area_id, geom")
        settlement = try insert(
            "settlement",
            "osm_type, osm_id, type, name, tags, population, lon, lat, is_capital, geom")
        interpolation = try insert(
            "interpolation", "osm_type, osm_id, kind, street, numbers, geom")
        reach = try insert("settlement_reach", "id, geom")
        landmarkReach = try insert("landmark_reach", "id, geom")
        postcode = try insert("postcode_centre", "postcode, lon, lat, geom")
        streetName = try Self.insertion(
            into: "street_name", "name, cell, street_id", on: connection)
    }

    private static func insertion(
        into table: String, _ columns: String, on connection: Connection
    ) throws -> Statement {
        let values = Array(repeating: "?", count: columns.split(separator: ",").count)
            .joined(separator: ", ")
        return try connection.statement("INSERT INTO \(table) (\(columns)) VALUES (\(values))")
    }

    // MARK: Rows

    /// Each returns false, and writes nothing, for a shape without a position.
    func insertPlace(
        _ ref: OSMRef, _ kind: PlaceKind, _ tags: OSMTags, _ shape: Geometry
    ) throws -> Bool {
        guard let point = shape.representativePoint else { return false }
        return try add(.place(kind), ref, tags, shape, point)
    }

    func insertAddress(
        _ ref: OSMRef, houseNumber: String, _ tags: OSMTags, _ shape: Geometry
    ) throws -> Bool {
        guard let point = shape.representativePoint else { return false }
        return try add(.address(houseNumber: houseNumber), ref, tags, shape, point)
    }

    func insertStreet(
        _ ref: OSMRef, type: String, name: String, _ tags: OSMTags, _ line: [Coordinate]
    ) throws -> Bool {
        guard !line.isEmpty else { return false }
        return try add(
            .street(type: type, name: name), ref, tags, .lineString(line), line[line.count / 2])
    }

    private func add(
        _ kind: RowBatch.Kind, _ ref: OSMRef, _ tags: OSMTags, _ shape: Geometry,
        _ point: Coordinate
    ) throws -> Bool {
        batch.append(RowBatch.Row(kind: kind, ref: ref, tags: tags, shape: shape, point: point))
        if batch.isFull { try flush() }
        return true
    }

    /// Writes what waits; to be called before anything is looked for among the rows.
    func flush() throws {
        for row in batch.takeAll() {
            switch row.kind {
            case .place(let kind): try write(row, as: kind)
            case .address(let number): try write(row, houseNumber: number)
            case .street(let type, let name): try write(row, type: type, name: name)
            }
        }
    }

    private func write(_ row: RowBatch.Row, as kind: PlaceKind) throws {
        let (ref, tags, shape, point) = (row.ref, row.tags, row.shape, row.point)
        let importance = Importance.of(tags, kind: kind)
        let footprintBytes = SpatialBlob.size(shape)
        // Of the tags, those that tell how tall it is.
        var heights: [String: String] = [:]
        var (name, hasLanguages): (String?, Bool) = (nil, false)
        for tag in tags.all {
            if tag.key == "height" || tag.key == "building:levels" { heights[tag.key] = tag.value }
            if tag.key == "name" { name = tag.value }
            if tag.key.hasPrefix("name:") { hasLanguages = true }
        }
        let place = Place(
            ref: ref, category: kind.category, type: kind.type, tags: heights,
            position: point, boundingBox: BoundingBox(point), importance: importance)
        let answer = PlaceAnswer.encode(
            place, name: name ?? LanguagePreferences.local.name(from: tags.dictionary),
            hasLanguages: hasLanguages, footprintBytes: footprintBytes)
        try insert(
            self.place, ref,
            [
                .text(kind.category), .text(kind.type), tags["name"].map { .text($0) },
                .text(tags.json), .real(importance),
                .real(point.decimalLongitude), .real(point.decimalLatitude), .blob(answer),
            ], shape)
        let id = connection.lastInsertRowID
        try names.add(.place, row: id, importance: importance, tags, at: point)
        try insertReach(ofLandmark: id, sightInMeters: place.sightInMeters, shape)
        guard PlaceColumn.isCut(bytes: footprintBytes) else { return }
        for part in footprintCutter.parts(of: shape) { try insert(placePiece, of: id, part) }
    }

    private func write(_ row: RowBatch.Row, houseNumber: String) throws {
        let (tags, point) = (row.tags, row.point)
        try insert(
            address, row.ref,
            [
                .text(houseNumber), .integer(AddressTags.isHouse(tags) ? 1 : 0),
                AddressTags.street(tags).map { .text($0) },
                tags["addr:postcode"].map { .text($0) }, tags["addr:city"].map { .text($0) },
                .text(tags.json), .real(point.decimalLongitude), .real(point.decimalLatitude),
            ], row.shape)
        try names.addAddress(row: connection.lastInsertRowID, tags, at: point)
    }

    private func write(_ row: RowBatch.Row, type: String, name: String) throws {
        guard case .lineString(let line) = row.shape, let box = row.shape.boundingBox else {
            return
        }
        let tags = row.tags
        try insert(street, row.ref, [.text(type), .text(name), .text(tags.json)], row.shape)
        let id = connection.lastInsertRowID
        names.addStreet(row: id, type: type, tags, box: box)
        let cells = StreetCells.cells(of: line)
        for name in StreetTags.names(tags) {
            for cell in cells {
                try streetName.bind([.text(name.text), .integer(cell), .integer(id)])
                while try streetName.step() {}
            }
        }
    }

    /// The centres of what has a postcode, by postcode.
    func insertPostcodes(_ centres: PostcodeCentres) throws {
        for (code, position) in centres.all {
            guard let blob = SpatialBlob.encode(.point(position)) else { continue }
            try run(
                postcode,
                [
                    .text(code), .real(position.decimalLongitude), .real(position.decimalLatitude),
                    .blob(blob),
                ], BoundingBox(position))
        }
    }

    /// The area and its pieces.
    func insertArea(
        _ ref: OSMRef, _ about: AreaTags, _ tags: OSMTags, _ polygons: [Polygon]
    ) throws -> Bool {
        let shape = Geometry.multiPolygon(polygons)
        guard let point = shape.representativePoint else { return false }
        let isWritten = try insert(
            area, ref,
            [
                .text(about.kind.rawValue), about.adminLevel.map { .integer(Int64($0)) },
                about.type.map { .text($0) }, .text(about.name), .text(tags.json),
                .real(point.decimalLongitude), .real(point.decimalLatitude),
                .real(shape.squareMeters),
            ], shape)
        guard isWritten else { return false }
        let id = connection.lastInsertRowID
        if about.kind == .postal {
            try names.addPostalArea(row: id, code: about.name, at: point)
        } else if about.kind != .landuse, about.kind != .timezone {
            // Named land is a place already, and no one looks for a time zone.
            try names.add(
                .area, row: id,
                importance: Prominence.area(
                    level: about.adminLevel, type: about.type, isPostal: false, tags), tags,
                at: point)
        }
        for polygon in polygons.flatMap(cutter.pieces) {
            try insert(piece, of: id, .polygon(polygon))
            pieces += 1
        }
        return true
    }

    func insertSettlement(
        _ ref: OSMRef, type: String, name: String, _ tags: OSMTags, _ position: Coordinate
    ) throws -> Bool {
        let isWritten = try insert(
            settlement, ref,
            [
                .text(type), .text(name), .text(tags.json),
                SettlementTags.population(tags).map { .integer(Int64($0)) },
                .real(position.decimalLongitude), .real(position.decimalLatitude),
                .integer(tags["capital"] == "yes" ? 1 : 0),
            ], .point(position))
        guard isWritten else { return false }
        let id = connection.lastInsertRowID
        try names.add(
            .settlement, row: id, importance: Prominence.settlement(type, tags), tags, at: position)
        try insertReach(of: id, type: type, isCapital: tags["capital"] == "yes", position)
        return true
    }

    /// Few kinds rank otherwise in some country, and none of them reaches farther there.
    private func insertReach(
        of id: Int64, type: String, isCapital: Bool, _ position: Coordinate
    ) throws {
        guard let rank = PlaceRank.settlement(type, countryCode: nil), rank.address > 0 else {
            return
        }
        let box = Geodesic.box(
            around: position,
            radiusInMeters: PlaceRank.reachInMeters(search: rank.search - (isCapital ? 1 : 0)))
        try insert(reach, of: id, box)
    }

    /// Of a place that is seen from afar, the box round its footprint.
    private func insertReach(
        ofLandmark id: Int64, sightInMeters sight: Double, _ shape: Geometry
    ) throws {
        guard sight >= PlaceIndex.landmarkSightInMeters, let footprint = shape.boundingBox else {
            return
        }
        // Of the corners' boxes, the one that reaches farthest to each side.
        let corners = [(footprint.west, footprint.south), (footprint.east, footprint.north)].map {
            Geodesic.box(
                around: Coordinate(clampingLatitude: $0.1, wrappingLongitude: $0.0),
                radiusInMeters: sight)
        }
        let south = min(corners[0].south, corners[1].south)
        let north = max(corners[0].north, corners[1].north)
        let width = max(corners[0].width, corners[1].width)
        let isWhole = footprint.east - footprint.west + width >= 360
        let (west, east) = (footprint.west - width / 2, footprint.east + width / 2)
        let box = BoundingBox(
            west: isWhole ? -180 : west < -180 ? west + 360 : west, south: south,
            east: isWhole ? 180 : east > 180 ? east - 360 : east, north: north)
        if let box { try insert(landmarkReach, of: id, box) }
    }

    /// The reach of a row of another table, by the same id.
    private func insert(_ insertion: SpatialInsertion, of id: Int64, _ box: BoundingBox) throws {
        let shape = Geometry.multiPolygon(box.partsWithoutCrossing.map(\.polygon))
        guard let whole = shape.boundingBox else { return }
        try run(insertion, [.integer(id), .blob(SpatialBlob.encode(shape, box: whole))], whole)
    }

    func insertInterpolation(
        _ ref: OSMRef, kind: String, street: String?, numbers: String, _ line: [Coordinate]
    ) throws -> Bool {
        try insert(
            interpolation, ref,
            [.text(kind), street.map { .text($0) }, .text(numbers)], .lineString(line))
    }

    @discardableResult
    private func insert(
        _ insertion: SpatialInsertion, _ ref: OSMRef, _ values: [SQLValue?], _ shape: Geometry
    ) throws -> Bool {
        guard let box = shape.boundingBox else { return false }
        let blob = SpatialBlob.encode(shape, box: box)
        try run(
            insertion,
            [.text(String(ref.osmType.letter)), .integer(ref.osmID)] + values + [.blob(blob)], box)
        coverage.add(box)
        rows += 1
        return true
    }

    /// A piece of the row `owner` of another table.
    private func insert(
        _ insertion: SpatialInsertion, of owner: Int64, _ shape: Geometry
    ) throws {
        guard let box = shape.boundingBox else { return }
        try run(insertion, [.integer(owner), .blob(SpatialBlob.encode(shape, box: box))], box)
    }

    private func run(
        _ insertion: SpatialInsertion, _ values: [SQLValue?], _ box: BoundingBox
    ) throws(DatabaseError) {
        try insertion.statement.bind(values)
        while try insertion.statement.step() {}
        insertion.packer.add(id: connection.lastInsertRowID, box)
    }

    // MARK: Linking

    /// Makes addresses findable by their object, for what is known only after all rows.
    func indexAddresses() throws {
        try connection.execute("CREATE INDEX address_osm ON address (osm_type, osm_id)")
    }

    /// The house number and street of a node; nil when it has no number.
    func address(ofNode id: Int64) throws -> (houseNumber: String, street: String?)? {
        let row = try connection.statement(
            "SELECT house_number, street FROM address WHERE osm_type = 'N' AND osm_id = ?")
        try row.bind(.integer(id))
        return try row.step() ? (row.text(0), row.optionalText(1)) : nil
    }

    /// Gives the addresses of an object a street when they have none; returns how many it gave.
    func setStreet(_ name: String, ofAddress ref: OSMRef) throws -> Int {
        try connection.run(
            """
            UPDATE address SET street = ?
            WHERE osm_type = ? AND osm_id = ? AND street IS NULL
            """, .text(name), .text(String(ref.osmType.letter)), .integer(ref.osmID))
        return connection.changes
    }

    // MARK: The end

    /// Indexes the names, packs the R*Trees, builds the other indexes and links place nodes and
    /// areas; `step` is called before each and between names, with how much of the phase is done.
    ///
    /// - Parameter labels: The place nodes that boundaries name as their centre, by relation.
    func finish(
        metadata: [String: String], labels: [Int64: [Int64]],
        step: (_ phase: ImportProgress.Phase, _ done: Int, _ total: Int) throws -> Void
    ) throws {
        try names.finish { try step(.naming, $0, $1) }
        let tables = RegionSchema.geometries.count
        let steps = tables + 2
        try indexes.finish { try step(.indexing, $0, steps) }
        try step(.indexing, tables, steps)
        try connection.execute(RegionSchema.indexes)
        try SettlementLinks(connection, labels: labels).write()
        for (key, value) in metadata {
            try connection.run("INSERT INTO metadata VALUES (?, ?)", .text(key), .text(value))
        }
        try step(.indexing, tables + 1, steps)
        try connection.execute("ANALYZE")
        try connection.execute("COMMIT")
    }
}

/// How rows of a table with geometry are written, and where their boxes are collected.
private struct SpatialInsertion {
    let statement: Statement
    let packer: SpatialTreePacker
}

extension BoundingBox {
    /// Degrees from west to east.
    fileprivate var width: Double { crossesAntimeridian ? east - west + 360 : east - west }

    /// The box as a polygon, counter-clockwise.
    fileprivate var polygon: Polygon {
        let corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        return Polygon(
            outer: corners.map {
                Coordinate(clampingLatitude: $0.1, wrappingLongitude: $0.0)
            })
    }
}
