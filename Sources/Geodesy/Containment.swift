package import GeoModel

/// Whether a position is in an area.
///
/// Edges run straight in longitude and latitude, as in RFC 7946, section 3.1.1, the short way round.
package enum Containment {
    /// Whether `polygon` holds `point`: an edge counts as inside, that of a hole as well.
    ///
    /// Counts the edges crossed by the meridian from the point to the north pole, so a ring may
    /// cross 180 degrees; a ring round a pole has to run along the pole's own parallel, as GeoJSON
    /// files have it.
    package static func covers(_ polygon: Polygon, _ point: Coordinate) -> Bool {
        covers(outer: polygon.outer, holes: polygon.holes, point)
    }

    /// As for a polygon, its outer ring first.
    package static func covers(polygon rings: [FlatLine], _ point: Coordinate) -> Bool {
        guard let outer = rings.first else { return false }
        return covers(outer: outer, holes: rings.dropFirst(), point)
    }

    static func covers<Ring: VertexList>(
        outer: Ring, holes: some Sequence<Ring>, _ point: Coordinate
    ) -> Bool {
        switch side(of: outer, point) {
        case .outside: return false
        case .edge: return true
        case .inside: break
        }
        for hole in holes {
            switch side(of: hole, point) {
            case .inside: return false
            case .edge: return true
            case .outside: continue
            }
        }
        return true
    }

    /// Whether any part of an area holds `point`; false for points and lines.
    package static func covers(_ shape: Geometry, _ point: Coordinate) -> Bool {
        switch shape {
        case .point, .lineString, .multiLineString: false
        case .polygon(let polygon): covers(polygon, point)
        case .multiPolygon(let polygons): polygons.contains { covers($0, point) }
        }
    }

    private enum Side { case inside, outside, edge }

    private static func side(of ring: some VertexList, _ point: Coordinate) -> Side {
        guard ring.count > 0 else { return .outside }
        var isInside = false
        var start = (latitude: ring.latitude(0), longitude: ring.longitude(0))
        for index in 1..<max(1, ring.count) {
            let end = (latitude: ring.latitude(index), longitude: ring.longitude(index))
            switch side(of: start, end, point) {
            case .inside: isInside.toggle()
            case .edge: return .edge
            case .outside: break
            }
            start = end
        }
        return isInside ? .inside : .outside
    }

    /// Whether the meridian from the point to the north pole crosses an edge: `.inside` when it
    /// does, `.edge` when the point is on it.
    private static func side(
        of start: (latitude: Double, longitude: Double),
        _ end: (latitude: Double, longitude: Double), _ point: Coordinate
    ) -> Side {
        let latitude = point.decimalLatitude
        let (first, last) = (start.latitude, end.latitude)
        if first < latitude, last < latitude { return .outside }
        // Degrees east of the point. Half-open below, so that a vertex on the meridian counts once.
        let from = longitudeDifference(start.longitude - point.decimalLongitude)
        let to = longitudeDifference(end.longitude - point.decimalLongitude)
        let crossing: Double
        if abs(end.longitude - start.longitude) == 360 {
            // All of a parallel: every meridian crosses it.
            let width = end.longitude - start.longitude
            let fraction = (point.decimalLongitude - start.longitude) / width
            crossing = first + (last - first) * fraction
        } else if from == 0, to == 0 {
            return (min(first, last)...max(first, last)).contains(latitude) ? .edge : .outside
        } else if from == 0 || to == 0 {
            crossing = from == 0 ? first : last
            guard crossing != latitude else { return .edge }
            guard (from <= 0) != (to <= 0), abs(to - from) <= 180 else { return .outside }
        } else {
            // More than half a turn apart: the short way is round the far side.
            guard (from < 0) != (to < 0), abs(to - from) <= 180 else { return .outside }
            crossing = first + (last - first) * (from / (from - to))
        }
        return crossing == latitude ? .edge : crossing > latitude ? .inside : .outside
    }
}
