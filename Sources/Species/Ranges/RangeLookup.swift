internal import Database
internal import GeoModel
internal import Geodesy

/// Which ranges hold a position, and how far the others near it are.
///
/// An edge counts as inside, so that neighbours that share one both hold it, and so does that of a hole.
/// Longitudes 180 and −180 are one, and so are all of a pole's.
struct RangeLookup {
    private let connection: Connection
    private let position: Coordinate

    init(_ connection: Connection, at position: Coordinate) {
        self.connection = connection
        self.position = position
    }

    private static let select = """
        SELECT p.rangeID, p.geom FROM range_piece_box AS i CROSS JOIN range_piece AS p ON p.id = i.id
        WHERE i.east >= ?1 AND i.west <= ?2 AND i.north >= ?3 AND i.south <= ?4
        """

    /// Ids of the ranges that hold the position.
    func covering() throws -> Set<Int64> {
        var found: Set<Int64> = []
        try visit(Self.boxes(of: position)) { range, blob in
            if !found.contains(range), Self.covers(blob, position) { found.insert(range) }
        }
        return found
    }

    /// Geodesic metres to the ranges that do not hold the position, but reach nearer than a distance.
    ///
    /// - Parameter known: Ids of ranges that are not wanted: those that hold it.
    func distances(within meters: Double, except known: Set<Int64>) throws -> [Int64: Double] {
        var squares: [Int64: Double] = [:]
        let bound = BoxDistance(from: position)
        var search = NearestPointSearch(from: position)
        var nearest: [Int64: FootprintDistance.Nearest] = [:]
        let area = Geodesic.box(around: position, radiusInMeters: meters)
        let limit = meters * meters
        try visit(area.partsWithoutCrossing) { range, blob in
            guard !known.contains(range), let box = SpatialBlob.boundingBox(blob) else { return }
            let least = bound.squaredBound(
                west: box.west, south: box.south, east: box.east, north: box.north)
            guard least < min(limit, squares[range] ?? .infinity) else { return }
            guard let found = Self.nearest(blob, &search) else { return }
            let square = found.chordInMeters * found.chordInMeters
            if square < squares[range] ?? .infinity {
                squares[range] = square
                nearest[range] = found
            }
        }
        return nearest.compactMapValues { found in
            let distance = search.frame.measure(found).distanceInMeters
            return distance <= meters ? distance : nil
        }
    }

    /// Geodesic metres to the nearest of some pieces, 0 within one; nil when there is none.
    ///
    /// Reads all of them, a microsecond each, and measures few.
    func distance(to pieces: [Range<Int64>]) throws -> Double? {
        let bound = BoxDistance(from: position)
        var candidates: [(id: Int64, least: Double)] = []
        let all = try connection.statement(
            "SELECT id, geom FROM range_piece WHERE id >= ?1 AND id < ?2")
        for range in pieces where !range.isEmpty {
            try all.bind(.integer(range.lowerBound), .integer(range.upperBound))
            while try all.step() {
                let box = all.withBlob(1) { SpatialBlob.boundingBox($0) }
                guard let box else { continue }
                let least = bound.squaredBound(
                    west: box.west, south: box.south, east: box.east, north: box.north)
                candidates.append((all.int64(0), least))
            }
        }
        candidates.sort { $0.least < $1.least }
        var search = NearestPointSearch(from: position)
        var best: FootprintDistance.Nearest?
        let one = try connection.statement("SELECT geom FROM range_piece WHERE id = ?1")
        for candidate in candidates {
            if let best, candidate.least >= best.chordInMeters * best.chordInMeters { break }
            try one.bind(.integer(candidate.id))
            guard try one.step(), let found = one.withBlob(0, { Self.nearest($0, &search) })
            else { continue }
            if found.chordInMeters < best?.chordInMeters ?? .infinity { best = found }
        }
        return best.map { search.frame.measure($0).distanceInMeters }
    }

    private func visit(
        _ boxes: [BoundingBox], _ body: (Int64, UnsafeRawBufferPointer) -> Void
    ) throws {
        let row = try connection.statement(Self.select)
        for box in boxes {
            try row.bind(.real(box.west), .real(box.east), .real(box.south), .real(box.north))
            while try row.step() {
                let range = row.int64(0)
                row.withBlob(1) { body(range, $0) }
            }
        }
    }

    /// Where pieces that hold a position may have it: at 180 degrees on either side, at a pole anywhere.
    private static func boxes(of position: Coordinate) -> [BoundingBox] {
        let (latitude, longitude) = (position.decimalLatitude, position.decimalLongitude)
        let longitudes: [ClosedRange<Double>] =
            abs(latitude) == 90
            ? [-180...180]
            : abs(longitude) == 180 ? [-180 ... -180, 180...180] : [longitude...longitude]
        return longitudes.compactMap {
            BoundingBox(west: $0.lowerBound, south: latitude, east: $0.upperBound, north: latitude)
        }
    }

    private static func covers(_ blob: UnsafeRawBufferPointer, _ position: Coordinate) -> Bool {
        guard let box = SpatialBlob.boundingBox(blob) else { return false }
        let latitude = position.decimalLatitude
        // A piece that reaches a pole has it, wherever it does so.
        if abs(latitude) == 90 { return latitude == box.north || latitude == box.south }
        guard (box.south...box.north).contains(latitude) else { return false }
        return Containment.covers(polygon: rings(blob), position)
    }

    private static func nearest(
        _ blob: UnsafeRawBufferPointer, _ search: inout NearestPointSearch
    ) -> FootprintDistance.Nearest? {
        search.restart()
        search.visit(polygon: rings(blob))
        return search.result
    }

    /// The rings of a piece where they lie.
    private static func rings(_ blob: UnsafeRawBufferPointer) -> [FlatLine] {
        var rings: [FlatLine] = []
        let isWhole = SpatialBlob.visitParts(blob) { _, vertices in
            rings.append(FlatLine(vertices))
        }
        return isWhole ? rings : []
    }
}
