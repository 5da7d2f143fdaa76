internal import Database
internal import GeoModel
internal import Geodesy

/// The columns of `place` that make a `Place`, and how they are read.
enum PlaceRow {
    static let columns =
        "t.osm_type, t.osm_id, t.category, t.type, t.tags, t.importance, t.lon, t.lat, t.geom"

    static func place(_ row: Statement) -> Place {
        let position = row.position(6)
        return Place(
            ref: row.ref(0), category: row.text(2), type: row.text(3), tags: row.tags(4),
            position: position, boundingBox: footprintBox(row, 8) ?? BoundingBox(position),
            importance: min(max(row.double(5), 0), 1))
    }

    /// The box of the geometry in a column. One that spans half the earth has parts on both sides
    /// of 180 degrees, as areas are cut there, and crosses it instead.
    static func footprintBox(_ row: Statement, _ column: Int32) -> BoundingBox? {
        row.withBlob(column) { bytes in
            guard let box = SpatialBlob.boundingBox(bytes) else { return nil }
            guard box.east - box.west > 180 else { return box }
            return SpatialBlob.decode(bytes)?.boxAcrossAntimeridian ?? box
        }
    }
}

/// The columns of `place` by their place in a record, and how a row is read where it lies.
enum PlaceColumn {
    static let id = 0, answer = 1, tags = 2, osmType = 3, osmID = 4, longitude = 5, latitude = 6
    static let importance = 7, category = 8, type = 9, name = 10
    /// The last one.
    static let footprint = 11

    /// The longest footprint, as BLOB, that is read as a whole, about 250 positions; longer ones are cut
    /// into rows of `place_piece`, of at most `piecePositions` each.
    static let wholeFootprintBytes = 4_096
    static let piecePositions = 64

    static func isCut(bytes: Int) -> Bool { bytes > wholeFootprintBytes }
}

extension MappedRow {
    /// A node, way or relation: its letter in one column, its id in the next.
    func ref(_ column: Int) -> OSMRef {
        let type: OSMType =
            switch byte(column) {
            case UInt8(ascii: "W"): .way
            case UInt8(ascii: "R"): .relation
            default: .node
            }
        return OSMRef(osmType: type, osmID: int64(column + 1))
    }

    /// A longitude and a latitude in two columns, in this order.
    func position(_ column: Int) -> Coordinate {
        Coordinate(clampingLatitude: double(column + 1), wrappingLongitude: double(column))
    }

    /// The tags in a column; none when it is not an object of strings.
    func tags(_ column: Int) -> [String: String] {
        withBytes(column) { TagsJSON.decode($0.bindMemory(to: UInt8.self)) } ?? [:]
    }

    /// Whether the tags in a column have a tag; key and value are such as JSON does not escape.
    func hasTag(_ column: Int, _ key: StaticString, _ value: StaticString) -> Bool {
        withBytes(column) { tags in
            var isThere = false
            TagsJSON.visit(tags) { found, text in
                guard found.isText(key) else { return true }
                isThere = text()?.isText(value) ?? false
                return false
            }
            return isThere
        }
    }

    /// The box that the geometry in a column states.
    func statedBox(_ column: Int) -> BoundingBox? {
        bytesInPlace(column).map { SpatialBlob.boundingBox($0) }
            ?? copiedBytes(column, limit: SpatialBlob.pointSize).withUnsafeBytes {
                SpatialBlob.boundingBox($0)
            }
    }

    /// The box of the geometry in a column; see `PlaceRow.footprintBox`.
    func footprintBox(_ column: Int) -> BoundingBox? {
        let box = statedBox(column)
        guard let box, box.east - box.west > 180 else { return box }
        return withBytes(column) { SpatialBlob.decode($0)?.boxAcrossAntimeridian } ?? box
    }

    /// The row of `place` as a value.
    var place: Place {
        let position = position(PlaceColumn.longitude)
        return Place(
            ref: ref(PlaceColumn.osmType), category: text(PlaceColumn.category),
            type: text(PlaceColumn.type), tags: tags(PlaceColumn.tags), position: position,
            boundingBox: footprintBox(PlaceColumn.footprint) ?? BoundingBox(position),
            importance: min(max(double(PlaceColumn.importance), 0), 1))
    }
}

extension NearestPointSearch {
    /// Visits the geometry in a column of a row.
    mutating func visit(column: Int, of row: MappedRow) {
        row.withBytes(column) { visit(blob: $0) }
    }

    /// Visits a geometry BLOB where it lies.
    mutating func visit(blob: UnsafeRawBufferPointer) {
        if let box = SpatialBlob.statedEdges(blob) {
            expect(west: box.west, south: box.south, east: box.east, north: box.north)
        }
        // What does not hold the position by its box is as near as its lines are.
        guard SpatialBlob.mayHold(frame.origin, blob) else {
            _ = SpatialBlob.visitParts(blob) { part, vertices in
                let line = FlatLine(vertices)
                if part == .point {
                    visit(longitude: line.longitude(0), latitude: line.latitude(0))
                } else {
                    visit(line: line)
                }
            }
            return
        }
        var rings: [FlatLine] = []
        _ = SpatialBlob.visitParts(blob) { part, vertices in
            let line = FlatLine(vertices)
            switch part {
            case .point: visit(longitude: line.longitude(0), latitude: line.latitude(0))
            case .line: visit(line: line)
            case .outerRing:
                visit(polygon: rings)
                rings = [line]
            case .hole: rings.append(line)
            }
        }
        visit(polygon: rings)
    }
}

extension Place {
    /// The name in the asked language, or for a nameless place the label of its type.
    func label(in languages: LanguagePreferences) -> (text: String, isNamed: Bool) {
        if let name = languages.name(from: tags) { return (name, true) }
        return (TypeLabels.label(category: category, type: type, languages: languages), false)
    }
}

extension Geometry {
    /// The box from the westernmost part east of Greenwich to the easternmost one west of it, as
    /// RFC 7946, section 5.2, has it for a shape cut at 180 degrees.
    var boxAcrossAntimeridian: BoundingBox? {
        let parts: [[Coordinate]] =
            switch self {
            case .multiPolygon(let polygons): polygons.map(\.outer)
            case .multiLineString(let lines): lines
            case .point, .lineString, .polygon: []
            }
        let boxes = parts.compactMap { BoundingBox(enclosing: $0) }
        let east = boxes.filter { $0.west >= 0 }
        let west = boxes.filter { $0.east <= 0 }
        guard !east.isEmpty, !west.isEmpty, east.count + west.count == boxes.count else {
            return nil
        }
        return BoundingBox(
            west: east.map(\.west).min() ?? 0, south: boxes.map(\.south).min() ?? 0,
            east: west.map(\.east).max() ?? 0, north: boxes.map(\.north).max() ?? 0)
    }
}
