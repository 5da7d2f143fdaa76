internal import Database
internal import GeoModel
internal import Geodesy
internal import VectorReader

/// Makes valid polygons on WGS 84, none across 180 degrees, from those of a file: SpatiaLite mends and cuts.
///
/// What needs neither keeps its positions to the last bit.
struct RangeShaper {
    /// What an area has become.
    struct Area {
        var polygons: [Polygon]
        /// Its rings crossed one another, or the like.
        var wasRepaired = false
        var crossesAntimeridian = false
    }

    private let connection: Connection

    /// - Parameter connection: One with SpatiaLite.
    init(_ connection: Connection) { self.connection = connection }

    /// Longitudes that cutting may miss 180 degrees by.
    private static let slack = 1e-9
    /// Square degrees; a square metre is about 1e-10.
    private static let leastArea = 1e-12

    /// - Throws: `RangeShapeFault`; `DatabaseError`.
    func area(_ polygons: [PlanarPolygon], _ conversion: PositionConversion) throws -> Area {
        var projection = RangeProjection(conversion)
        let projected = try projection.project(polygons)
        var area = Area(polygons: [], crossesAntimeridian: projection.crossesAntimeridian)
        var shape = WellKnownBinary.multiPolygon(projected)
        var isOriginal = true
        if try !isValid(shape) {
            shape = try repaired(projected)
            area.wasRepaired = true
            isOriginal = false
        }
        if projection.crossesAntimeridian {
            shape = try cut(shape)
            isOriginal = false
        }
        let final = isOriginal ? projected : Self.polygons(shape)
        area.polygons = final.compactMap(Self.polygon)
        guard !area.polygons.isEmpty else { throw RangeShapeFault.empty }
        return area
    }

    private func isValid(_ shape: [UInt8]) throws -> Bool {
        let row = try connection.statement("SELECT ST_IsValid(GeomFromWKB(?1, 4326))")
        try row.bind(1, shape)
        return try row.step() && row.int64(0) == 1
    }

    /// Each polygon is mended by itself, as where two of them overlap both are meant, and all are joined.
    ///
    /// - Throws: `RangeShapeFault.tooTangled`; `DatabaseError`.
    private func repaired(_ polygons: [PlanarPolygon]) throws -> [UInt8] {
        var mended: [PlanarPolygon] = []
        for polygon in polygons {
            let whole = WellKnownBinary.multiPolygon([polygon])
            if try isValid(whole) {
                mended.append(polygon)
            } else {
                guard !EdgeCrossings.areTooMany(in: polygon) else {
                    throw RangeShapeFault.tooTangled
                }
                mended += Self.polygons(
                    try shape("ST_CollectionExtract(ST_MakeValid(GeomFromWKB(?1, 4326)), 3)", whole)
                )
            }
        }
        return try joined(mended)
    }

    /// One shape without overlaps.
    private func joined(_ polygons: [PlanarPolygon]) throws -> [UInt8] {
        guard polygons.count > 1 else { return WellKnownBinary.multiPolygon(polygons) }
        return try shape(
            "ST_CollectionExtract(ST_UnaryUnion(GeomFromWKB(?1, 4326)), 3)",
            WellKnownBinary.multiPolygon(polygons))
    }

    /// What lies in each turn of longitudes, brought to −180…180.
    private func cut(_ whole: [UInt8]) throws -> [UInt8] {
        let extents = Self.polygons(whole).compactMap(\.rings.first).map(RangeProjection.extent)
        guard let west = extents.map(\.west).min(), let east = extents.map(\.east).max() else {
            return whole
        }
        let turns =
            Int(((west + 180) / 360).rounded(.down))...Int(((east + 180) / 360).rounded(.down))
        var parts: [PlanarPolygon] = []
        for turn in turns {
            let (low, high) = (360 * Double(turn) - 180, 360 * Double(turn) + 180)
            let part = try shape(
                """
                ST_CollectionExtract(
                    ST_Intersection(GeomFromWKB(?1, 4326), BuildMbr(\(low), -90, \(high), 90, 4326)), 3)
                """, whole)
            parts += Self.polygons(part).map { polygon in
                PlanarPolygon(
                    rings: polygon.rings.map { ring in
                        ring.map { PlanarPosition(x: $0.x - 360 * Double(turn), y: $0.y) }
                    })
            }
        }
        return try joined(parts)
    }

    /// The well-known binary that an expression of SpatiaLite makes of ?1; empty for nothing.
    private func shape(_ expression: String, _ shape: [UInt8]) throws -> [UInt8] {
        let row = try connection.statement("SELECT AsBinary(\(expression))")
        try row.bind(1, shape)
        return try row.step() ? row.blob(0) : []
    }

    private static func polygons(_ shape: [UInt8]) -> [PlanarPolygon] {
        guard case .areas(let polygons) = shape.withUnsafeBytes({ WellKnownBinary.shape($0) })
        else { return [] }
        return polygons
    }

    /// The polygon on WGS 84, its outline counter-clockwise; nil for a sliver.
    private static func polygon(_ polygon: PlanarPolygon) -> Polygon? {
        var rings: [[Coordinate]] = []
        for (index, ring) in polygon.rings.enumerated() {
            let positions = ring.compactMap { position -> Coordinate? in
                let isNear = abs(position.x) <= 180 + slack
                let longitude = isNear ? min(max(position.x, -180), 180) : position.x
                return Coordinate(
                    decimalLatitude: min(max(position.y, -90), 90), decimalLongitude: longitude)
            }
            guard positions.count == ring.count else { return nil }
            let area = positions.planarArea
            if abs(area) < leastArea {
                if index == 0 { return nil }
                continue
            }
            rings.append((area > 0) == (index == 0) ? positions : positions.reversed())
        }
        guard let outer = rings.first else { return nil }
        return Polygon(outer: outer, holes: Array(rings.dropFirst()))
    }
}
