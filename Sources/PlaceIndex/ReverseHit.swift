internal import Database
internal import GeoModel
internal import Geodesy

/// A street, an address or a place near the asked position, not yet read in full: what decides which is
/// the nearest, and the row for all else.
struct ReverseHit {
    /// In the order in which they answer at equal distance.
    enum Kind: Int { case place, address, street }

    /// The search keeps its regions; to count references for each hit costs as much as to measure it.
    unowned(unsafe) let region: RegionFile
    let row: MappedRow
    let id: Int64
    let ref: OSMRef
    let kind: Kind
    let nearest: PlanarMeasure.Nearest
    let isArea: Bool
    /// Square degrees of the shape that the asked position is in; 0 for others.
    let extent: Double

    var degrees: Double { nearest.degrees }
    var isStreet: Bool { kind == .street }
    var isPlace: Bool { kind == .place }

    /// At equal distance, as inside several footprints: the smallest; then places, then addresses,
    /// then streets; then nodes, ways, relations by id.
    static func < (left: ReverseHit, right: ReverseHit) -> Bool {
        (left.nearest.squaredDegrees, left.extent, left.kind.rawValue, left.ref)
            < (right.nearest.squaredDegrees, right.extent, right.kind.rawValue, right.ref)
    }

    // MARK: Read when asked for

    private var geometryColumn: Int {
        switch kind {
        case .place: PlaceColumn.footprint
        case .address: AddressColumn.footprint
        case .street: StreetColumn.line
        }
    }

    private var geometry: Geometry? {
        row.withBytes(geometryColumn) { SpatialBlob.decode($0) }
    }

    /// The shape of an address or place that the asked position is in.
    var shape: Geometry? {
        kind == .street || nearest.squaredDegrees > 0 ? nil : geometry
    }

    /// The line of a street.
    var line: [Coordinate] {
        switch geometry {
        case .lineString(let line): line
        default: [position]
        }
    }

    /// A point on it: the middle of a street.
    var position: Coordinate {
        switch kind {
        case .place: row.position(PlaceColumn.longitude)
        case .address: row.position(AddressColumn.longitude)
        case .street: geometry?.positions.planarMiddle ?? nearest.position
        }
    }

    /// Of the whole footprint.
    var box: BoundingBox { row.statedBox(geometryColumn) ?? BoundingBox(position) }

    var tags: [String: String] {
        switch kind {
        case .place: row.tags(PlaceColumn.tags)
        case .address: row.tags(AddressColumn.tags)
        case .street: row.tags(StreetColumn.tags)
        }
    }

    /// A street's name.
    var streetName: String { row.text(StreetColumn.name) }

    /// Its line of an address: 26 for a road, 27 for a path or a service way.
    var streetRank: Int { PlaceRank.street(row.text(StreetColumn.type)).address }

    /// The street that an address names.
    var addressStreet: String? { row.optionalText(AddressColumn.street) }

    var houseNumber: String? {
        switch kind {
        case .place: tags["addr:housenumber"]
        case .address: row.text(AddressColumn.houseNumber)
        case .street: nil
        }
    }
}

/// What to look for round the asked position.
struct ReverseScope {
    let measure: PlanarMeasure
    /// The finest rank that is wanted: 26, 27 or 30.
    let finest: Int
    let layers: LayerSet

    init(measure: PlanarMeasure, finest: Int, layers: Set<Layer>) {
        self.measure = measure
        self.finest = finest
        self.layers = LayerSet(layers)
    }

    var position: Coordinate { measure.origin }
    var wantsStreets: Bool { layers.contains(.address) }
    var wantsAddresses: Bool { layers.contains(.address) && finest >= 30 }
    var wantsPlaces: Bool {
        finest >= 30 && !layers.isDisjoint(with: [.poi, .railway])
    }

    /// How far a street or a house may be and still answer, in degrees: Nominatim's.
    static let reachInDegrees = 0.007
    /// How far a house may be from where the street is nearest to give its number to it.
    static let houseReachInDegrees = 0.001
    /// How far a house may be whose street is not in the map: who is at its door means it.
    static let doorInDegrees = 0.0003
    /// How far from a house or place its street may be.
    static let farthestStreetInDegrees = 0.05
    /// How far round the corner is.
    static let cornerInDegrees = 0.002
    /// How far a street may be from a house on it that writes its name with words left out.
    static let besideInDegrees = 0.0005
}

extension RegionFile {
    private static let streetsNamed =
        "SELECT street_id FROM street_name WHERE name = ?1 AND cell = ?2"

    /// The streets whose line is within a distance; of an area, its inside counts too.
    ///
    /// - Parameter finest: The finest rank of street wanted: 26 leaves paths out.
    func streets(
        near measure: PlanarMeasure, withinDegrees reach: Double, finest: Int = 30
    ) throws -> [ReverseHit] {
        try rows(of: .street, near: measure, withinDegrees: reach) { id, row in
            street(id, row, measure, finest)
        }
    }

    /// As `streets`, `addresses` and `places`, of the wanted ones the nearest and those that are as
    /// near; the reach, a square of degrees, is drawn in to them.
    func nearest(_ scope: ReverseScope, squaredReach reach: inout Double) throws -> [ReverseHit] {
        var hits: [ReverseHit] = []
        if scope.wantsStreets {
            hits += try nearest(.street, scope.measure, &reach) { id, row in
                street(id, row, scope.measure, scope.finest)
            }
        }
        if scope.wantsAddresses {
            hits += try nearest(.address, scope.measure, &reach) { id, row in
                address(id, row, scope.measure)
            }
        }
        if scope.wantsPlaces {
            hits += try nearest(.place, scope.measure, &reach) { id, row in
                place(id, row, scope)
            }
        }
        return hits
    }

    private func nearest(
        _ table: SpatialTable, _ measure: PlanarMeasure, _ reach: inout Double,
        _ read: (Int64, MappedRow) -> ReverseHit?
    ) throws -> [ReverseHit] {
        let layer = layers[table]
        var walk = layer.tree.nearest(to: measure)
        var hits: [ReverseHit] = []
        while let id = walk.next(squaredReach: reach) {
            guard let row = layer.rows.row(id) else { throw isDamaged }
            guard let hit = read(id, row), hit.nearest.squaredDegrees <= reach else { continue }
            reach = hit.nearest.squaredDegrees
            hits.append(hit)
        }
        return hits
    }

    private func street(
        _ id: Int64, _ row: MappedRow, _ measure: PlanarMeasure, _ finest: Int
    ) -> ReverseHit? {
        PlaceRank.street(row.text(StreetColumn.type)).address <= finest
            ? street(id, row, measure) : nil
    }

    /// The rows of the streets that go by a name in a cell, and the boxes of their lines.
    func streets(named name: StreetName, inCell cell: Int64) throws -> [SpatialTreeCell] {
        try streetsByName.streets(name, cell) {
            try streetIDs(named: name, inCell: cell).map { id in
                guard let row = layers[.street].rows.row(id) else { throw isDamaged }
                // A line without a box may be anywhere.
                return row.statedBox(StreetColumn.line).map { SpatialTreeCell(id: id, $0) }
                    ?? SpatialTreeCell.everywhere(id: id)
            }
        }
    }

    private func streetIDs(named name: StreetName, inCell cell: Int64) throws -> [Int64] {
        try pool.withConnection { connection in
            let row = try connection.statement(Self.streetsNamed)
            try row.bind(1, name.text)
            try row.bind(2, cell)
            var ids: [Int64] = []
            while try row.step() { ids.append(row.int64(0)) }
            return ids
        }
    }

    /// A street as it lies from a position; nil for a row whose line cannot be read.
    func street(_ id: Int64, _ row: MappedRow, _ measure: PlanarMeasure) -> ReverseHit? {
        let found = row.withBytes(StreetColumn.line) { line in
            measure.nearest(onBlob: line, isFilled: Self.isFilled(line, row))
        }
        return found.map { nearest, isArea in
            ReverseHit(
                region: self, row: row, id: id, ref: row.ref(StreetColumn.osmType), kind: .street,
                nearest: nearest, isArea: isArea, extent: 0)
        }
    }

    /// Whether a line is closed and a pedestrian area, as the area it bounds.
    private static func isFilled(_ line: UnsafeRawBufferPointer, _ row: MappedRow) -> Bool {
        var isClosed = false
        _ = SpatialBlob.visitParts(line) { _, vertices in
            isClosed =
                vertices.count > 3 * 16 && vertices.prefix(16).elementsEqual(vertices.suffix(16))
        }
        return isClosed
            && (row.byte(StreetColumn.osmType) == UInt8(ascii: "R")
                || row.hasTag(StreetColumn.tags, "area", "yes"))
    }

    /// The addresses whose point or footprint is within a distance.
    func addresses(
        near measure: PlanarMeasure, withinDegrees reach: Double
    ) throws -> [ReverseHit] {
        try rows(of: .address, near: measure, withinDegrees: reach) { id, row in
            address(id, row, measure)
        }
    }

    func address(_ id: Int64, _ row: MappedRow, _ measure: PlanarMeasure) -> ReverseHit? {
        guard row.int64(AddressColumn.isHouse) != 0,
            Self.isNumber(row.text(AddressColumn.houseNumber))
        else { return nil }
        return hit(
            id, row, .address, position: AddressColumn.longitude,
            footprint: AddressColumn.footprint, measure)
    }

    /// A word in the place of a number is the house's name, and no house answers by it.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count < 3 || text.contains(where: \.isNumber)
    }

    /// The places of the wanted layers within a distance.
    ///
    /// A shop or a bench answers, a street has an entry of its own, so lines are left out; and an
    /// area whose point is beyond the reach is context, not the answer.
    func places(_ scope: ReverseScope, withinDegrees reach: Double) throws -> [ReverseHit] {
        try rows(of: .place, near: scope.measure, withinDegrees: reach) { id, row in
            place(id, row, scope)
        }
    }

    func place(_ id: Int64, _ row: MappedRow, _ scope: ReverseScope) -> ReverseHit? {
        let category = row.text(PlaceColumn.category)
        let type = row.text(PlaceColumn.type)
        let layers = Layer.of(category: category, type: type)
        guard layers.contains(.poi), !layers.isDisjoint(with: scope.layers),
            !row.isNull(PlaceColumn.name) || Layer.answersUnnamed(category, type),
            !row.isLine(PlaceColumn.footprint)
        else { return nil }
        return hit(
            id, row, .place, position: PlaceColumn.longitude, footprint: PlaceColumn.footprint,
            scope.measure)
    }

    /// The finest named thing of the wanted layers that takes no line of an address: an area that
    /// holds the position, or a point or line round it; then the nearest.
    func feature(_ scope: ReverseScope) throws -> (hit: ReverseHit, rank: Int)? {
        let reach = ReverseScope.reachInDegrees
        guard
            let box = scope.measure.origin.box(
                withinDegrees: reach / max(scope.measure.narrowing, 0.01))
        else { return nil }
        var best: (hit: ReverseHit, rank: Int)?
        try visit(.place, in: box) { id, row in
            let category = row.text(PlaceColumn.category)
            let type = row.text(PlaceColumn.type)
            let rank = PlaceRank.feature(category, type)
            guard !row.isNull(PlaceColumn.name), (5...min(25, scope.finest)).contains(rank),
                rank >= best?.rank ?? 0,
                !Layer.of(category: category, type: type).isDisjoint(with: scope.layers),
                let hit = hit(
                    id, row, .place, position: PlaceColumn.longitude,
                    footprint: PlaceColumn.footprint, scope.measure, isNear: false),
                hit.degrees <= reach, hit.nearest.squaredDegrees == 0 || !hit.isArea,
                best.map({ $0.rank < rank || hit < $0.hit }) ?? true
            else { return }
            best = (hit, rank)
        }
        return best
    }

    /// - Parameter isNear: Whether a point of it has to be within the reach.
    private func hit(
        _ id: Int64, _ row: MappedRow, _ kind: ReverseHit.Kind, position column: Int,
        footprint: Int, _ measure: PlanarMeasure, isNear: Bool = true
    ) -> ReverseHit? {
        let position = row.position(column)
        let limit = ReverseScope.reachInDegrees
        guard !isNear || measure.squaredDegrees(to: position) <= limit * limit else { return nil }
        let found: (nearest: PlanarMeasure.Nearest, isArea: Bool)? =
            row.count(footprint) == SpatialBlob.pointSize
            ? (nearest: measure.nearest(on: .point(position)), isArea: false)
            : row.withBytes(footprint) { measure.nearest(onBlob: $0) }
        guard let found else { return nil }
        let osmType = kind == .place ? PlaceColumn.osmType : AddressColumn.osmType
        let isInside = found.isArea && found.nearest.squaredDegrees == 0
        return ReverseHit(
            region: self, row: row, id: id, ref: row.ref(osmType), kind: kind,
            nearest: found.nearest,
            isArea: found.isArea,
            extent: isInside
                ? row.withBytes(footprint) { SpatialBlob.decode($0) }?.squareDegrees ?? 0 : 0)
    }

    private func rows(
        of table: SpatialTable, near measure: PlanarMeasure, withinDegrees reach: Double,
        _ read: (Int64, MappedRow) throws -> ReverseHit?
    ) throws -> [ReverseHit] {
        var hits: [ReverseHit] = []
        try visit(table, near: measure, withinDegrees: reach) { id, row in
            if let hit = try read(id, row), hit.degrees <= reach { hits.append(hit) }
        }
        return hits
    }

    /// Calls `body` with each row whose box meets the square round a position.
    ///
    /// - Parameter other: A box that rows have to meet too.
    func visit(
        _ table: SpatialTable, near measure: PlanarMeasure, withinDegrees reach: Double,
        and other: BoundingBox? = nil, _ body: (Int64, MappedRow) throws -> Void
    ) throws {
        guard let box = measure.origin.box(withinDegrees: reach / max(measure.narrowing, 0.01))
        else { return }
        guard let other, !other.crossesAntimeridian, !box.crossesAntimeridian else {
            return try visit(table, in: box, body)
        }
        let both = BoundingBox(
            west: max(box.west, other.west), south: max(box.south, other.south),
            east: min(box.east, other.east), north: min(box.north, other.north))
        guard let both, !both.crossesAntimeridian else { return }
        try visit(table, in: both, body)
    }
}

/// The columns of `street` and `address` by their place in a record.
enum StreetColumn {
    static let osmType = 1, osmID = 2, type = 3, name = 4, tags = 5, line = 6
}

enum AddressColumn {
    static let osmType = 1, osmID = 2, houseNumber = 3, isHouse = 4, street = 5, postcode = 6
    static let city = 7, tags = 8, longitude = 9, latitude = 10, footprint = 11
}

extension Coordinate {
    /// The box round a position, so many degrees to each side; across 180 degrees where it must.
    func box(withinDegrees reach: Double) -> BoundingBox? {
        let (west, east) = (decimalLongitude - reach, decimalLongitude + reach)
        return BoundingBox(
            west: west < -180 ? west + 360 : west, south: max(-90, decimalLatitude - reach),
            east: east > 180 ? east - 360 : east, north: min(90, decimalLatitude + reach))
    }
}

extension MappedRow {
    /// Whether the geometry in a column is a line.
    fileprivate func isLine(_ column: Int) -> Bool {
        bytesInPlace(column).map { SpatialBlob.isLine($0) }
            ?? copiedBytes(column, limit: SpatialBlob.pointSize).withUnsafeBytes {
                SpatialBlob.isLine($0)
            }
    }
}

extension Geometry {
    /// The area on a plane of degrees, holes filled; 0 for points and lines.
    fileprivate var squareDegrees: Double {
        switch self {
        case .point, .lineString, .multiLineString: 0
        case .polygon(let polygon): abs(polygon.outer.planarArea)
        case .multiPolygon(let polygons): polygons.reduce(0) { $0 + abs($1.outer.planarArea) }
        }
    }
}
