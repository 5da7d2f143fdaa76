internal import Database
internal import GeoModel
internal import Geodesy
internal import OSMReader

/// Streams rows into a region file; nothing is kept in memory but counters, each row's box and a street's names,
/// and a batch of places, addresses and streets until it is written in the order of where they lie.
///
/// Rows are prepared by the caller and written on a thread of their own until `finishRows`. Journal and sync
/// are off, as the file is a draft that an error throws away; so are foreign keys, as whatever a row belongs to is
/// written before it.
final class RegionWriter {
    private let connection: Connection
    private let writing: WritingThread
    private let indexes: SpatialIndexes
    private let packers: [SpatialTreePacker?]
    /// Of each insertion the id of its last row: tables are empty at first, and SQLite counts from 1 as well.
    private var ids = [Int64](repeating: 0, count: RowInsertion.allCases.count)
    private let cutter = PolygonCutter(limit: 256)
    private let footprintCutter = PolygonCutter(limit: PlaceColumn.piecePositions)
    /// The naming thread's from `finishRows` on.
    private let names: NameWriter
    private var naming: NamingThread?
    private var streetNames = StreetNames()
    private var batch = RowBatch()
    private(set) var coverage = Coverage()
    private(set) var rows = 0
    private(set) var pieces = 0

    init(path: String) throws {
        let connection = try Connection(path: path, mode: .create, spatial: true)
        try connection.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = 0;
            PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA foreign_keys = OFF;
            """)
        let empty = try EmptyRegion.shared.get()
        try empty.copy(to: connection)
        try connection.execute("BEGIN")
        let indexes = SpatialIndexes(connection, triggers: empty.triggers)
        self.connection = connection
        self.indexes = indexes
        names = try NameWriter(path: path)
        packers = RowInsertion.allCases.map { indexes.packer(of: $0.table) }
        writing = try WritingThread(
            try RowInsertion.allCases.map { try connection.statement($0.sql) })
    }

    deinit {
        naming?.abandon()
        writing.abandon()
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

    /// Writes what waits in the batch.
    private func flush() throws {
        try batch.drain { row in
            switch row.kind {
            case .place(let kind): try write(row, as: kind)
            case .address(let number): try write(row, houseNumber: number)
            case .street(let type, let name): try write(row, type: type, name: name)
            }
        }
    }

    /// Writes what waits, starts with the names, and ends the thread that writes; to be called before anything is
    /// looked for among the rows.
    func finishRows() throws {
        try flush()
        naming = try NamingThread(names)
        try streetNames.drain { name, cell, street in
            writing.buffer.begin(RowInsertion.streetName.rawValue)
            writing.buffer.appendText { $0 += name }
            writing.buffer.append(cell)
            writing.buffer.append(street)
            try writing.endRow()
        }
        try writing.finish()
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
        let id = try insert(.place, ref, shape) { row in
            row.append(kind.category)
            row.append(kind.type)
            row.append(tags["name"])
            row.appendText(tags.appendJSON)
            row.append(importance)
            row.append(point)
            row.appendBlob { $0.append(contentsOf: answer) }
        }
        guard let id else { return }
        try names.add(.place, row: id, importance: importance, tags, at: point)
        try insertReach(ofLandmark: id, sightInMeters: place.sightInMeters, shape)
        guard PlaceColumn.isCut(bytes: footprintBytes) else { return }
        for part in footprintCutter.parts(of: shape) { try insert(.placePiece, of: id, part) }
    }

    private func write(_ row: RowBatch.Row, houseNumber: String) throws {
        let (tags, point) = (row.tags, row.point)
        let id = try insert(.address, row.ref, row.shape) { row in
            row.append(houseNumber)
            row.append(AddressTags.isHouse(tags))
            row.append(AddressTags.street(tags))
            row.append(tags["addr:postcode"])
            row.append(tags["addr:city"])
            row.appendText(tags.appendJSON)
            row.append(point)
        }
        if let id { try names.addAddress(row: id, tags, at: point) }
    }

    private func write(_ row: RowBatch.Row, type: String, name: String) throws {
        guard case .lineString(let line) = row.shape, let box = row.shape.boundingBox else {
            return
        }
        let tags = row.tags
        let id = try insert(.street, row.ref, row.shape, box: box) { row in
            row.append(type)
            row.append(name)
            row.appendText(tags.appendJSON)
        }
        guard let id else { return }
        names.addStreet(row: id, type: type, tags, box: box)
        streetNames.add(
            StreetTags.names(tags), cells: StreetCells.cells(of: line, box: box), street: id)
    }

    /// The centres of what has a postcode, by postcode; before `finishRows`.
    func insertPostcodes(_ centres: PostcodeCentres) throws {
        for (code, position) in centres.all {
            let id = try write(.postcodeCentre, .point(position), BoundingBox(position)) { row in
                row.append(code)
                row.append(position)
            }
            try names.addPostcode(row: id, code: code, at: position)
        }
    }

    /// The area and its pieces.
    func insertArea(
        _ ref: OSMRef, _ about: AreaTags, _ tags: OSMTags, _ polygons: [Polygon]
    ) throws -> Bool {
        let shape = Geometry.multiPolygon(polygons)
        guard let point = shape.representativePoint else { return false }
        let id = try insert(.area, ref, shape) { row in
            row.append(about.kind.rawValue)
            if let level = about.adminLevel { row.append(Int64(level)) } else { row.appendNull() }
            row.append(about.type)
            row.append(about.name)
            row.appendText(tags.appendJSON)
            row.append(point)
            row.append(shape.squareMeters)
        }
        guard let id else { return false }
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
            try insert(.areaPiece, of: id, .polygon(polygon))
            pieces += 1
        }
        return true
    }

    func insertSettlement(
        _ ref: OSMRef, type: String, name: String, _ tags: OSMTags, _ position: Coordinate
    ) throws -> Bool {
        let isCapital = tags["capital"] == "yes"
        let id = try insert(.settlement, ref, .point(position)) { row in
            row.append(type)
            row.append(name)
            row.appendText(tags.appendJSON)
            if let population = SettlementTags.population(tags) {
                row.append(Int64(population))
            } else {
                row.appendNull()
            }
            row.append(position)
            row.append(isCapital)
        }
        guard let id else { return false }
        try names.add(
            .settlement, row: id, importance: Prominence.settlement(type, tags), tags, at: position)
        try insertReach(of: id, type: type, isCapital: isCapital, position)
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
        try insert(.settlementReach, of: id, box)
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
        if let box { try insert(.landmarkReach, of: id, box) }
    }

    /// The reach of a row of another table, by the same id.
    private func insert(_ insertion: RowInsertion, of id: Int64, _ box: BoundingBox) throws {
        let shape = Geometry.multiPolygon(box.partsWithoutCrossing.map(\.polygon))
        guard let whole = shape.boundingBox else { return }
        try write(insertion, id: id, shape, whole) { $0.append(id) }
    }

    func insertInterpolation(
        _ ref: OSMRef, kind: String, street: String?, numbers: String, _ line: [Coordinate]
    ) throws -> Bool {
        let id = try insert(.interpolation, ref, .lineString(line)) { row in
            row.append(kind)
            row.append(street)
            row.append(numbers)
        }
        return id != nil
    }

    /// Writes an object's row and returns its id; nil, and nothing is written, for a shape without a position.
    ///
    /// - Parameters:
    ///   - box: The shape's, where it is known.
    ///   - values: Appends the columns between the object's id and its shape.
    private func insert(
        _ insertion: RowInsertion, _ ref: OSMRef, _ shape: Geometry, box: BoundingBox? = nil,
        _ values: (inout RowBuffer) -> Void
    ) throws -> Int64? {
        guard let box = box ?? shape.boundingBox else { return nil }
        let id = try write(insertion, shape, box) { row in
            row.append(String(ref.osmType.letter))
            row.append(ref.osmID)
            values(&row)
        }
        coverage.add(box)
        rows += 1
        return id
    }

    /// A piece of the row `owner` of another table.
    private func insert(_ insertion: RowInsertion, of owner: Int64, _ shape: Geometry) throws {
        guard let box = shape.boundingBox else { return }
        try write(insertion, shape, box) { $0.append(owner) }
    }

    /// Writes a row whose last column is its shape, and returns its id: the next one when none is given.
    @discardableResult
    private func write(
        _ insertion: RowInsertion, id: Int64? = nil, _ shape: Geometry, _ box: BoundingBox,
        _ values: (inout RowBuffer) -> Void
    ) throws -> Int64 {
        let number = Int(insertion.rawValue)
        let id = id ?? ids[number] + 1
        ids[number] = id
        writing.buffer.begin(insertion.rawValue)
        values(&writing.buffer)
        writing.buffer.appendBlob { SpatialBlob.append(shape, box: box, to: &$0) }
        packers[number]?.add(id: id, box)
        try writing.endRow()
        return id
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

    /// Packs the R*Trees, builds the other indexes and links place nodes and areas, while the names are indexed on
    /// a thread of their own, and puts their index into the file. After `finishRows`. `step` is called before each and between names, with how much of the phase is done.
    ///
    /// - Parameter labels: The place nodes that boundaries name as their centre, by relation.
    func finish(
        metadata: [String: String], labels: [Int64: [Int64]],
        step: (_ phase: ImportProgress.Phase, _ done: Int, _ total: Int) throws -> Void
    ) throws {
        let tables = RegionSchema.geometries.count
        let steps = tables + 2
        try step(.indexing, 0, steps)
        try writing.flush()
        let naming = try naming ?? NamingThread(names)
        while let roads = naming.nextRoads() {
            writing.buffer = roads
            try writing.flush()
        }
        try indexes.finish { try step(.indexing, $0, steps) }
        try step(.indexing, tables, steps)
        try connection.execute(RegionSchema.indexes)
        try SettlementLinks(connection, labels: labels).write()
        for (key, value) in metadata {
            try connection.run("INSERT INTO metadata VALUES (?, ?)", .text(key), .text(value))
        }
        try step(.indexing, tables + 1, steps)
        try naming.finish(into: connection) { try step(.naming, $0, $1) }
        try connection.execute("ANALYZE")
        try connection.execute("COMMIT")
    }
}

extension RowBuffer {
    fileprivate mutating func append(_ position: Coordinate) {
        append(position.decimalLongitude)
        append(position.decimalLatitude)
    }
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
