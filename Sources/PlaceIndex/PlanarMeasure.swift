internal import Database
internal import GeoModel
internal import Geodesy

/// Distances from one position on a plane of degrees, for telling which of several near shapes is
/// the nearest.
///
/// Within a kilometre the plane is true to a centimetre; the distance that is shown is measured on
/// the ellipsoid afterwards.
struct PlanarMeasure {
    let origin: Coordinate
    /// How long a degree of longitude is beside one of latitude; 1 measures as Nominatim does.
    let narrowing: Double

    init(from origin: Coordinate, narrowing: Double = 1) {
        self.origin = origin
        self.narrowing = narrowing
    }

    struct Nearest {
        var squaredDegrees = Double.infinity
        var position: Coordinate
        var degrees: Double { squaredDegrees.squareRoot() }
    }

    /// The nearest point of a shape: the origin itself inside a polygon.
    func nearest(on shape: Geometry) -> Nearest {
        var nearest = Nearest(position: origin)
        switch shape {
        case .point(let position): visit([position], &nearest)
        case .lineString(let line): visit(line, &nearest)
        case .multiLineString(let lines): for line in lines { visit(line, &nearest) }
        case .polygon(let polygon): visit(polygon.rings, &nearest)
        case .multiPolygon(let polygons):
            for polygon in polygons { visit(polygon.rings, &nearest) }
        }
        return nearest
    }

    /// As `nearest(on:)`, of a geometry BLOB where it lies, and whether it is an area; nil for what is
    /// none.
    ///
    /// - Parameter isFilled: Whether a line is the outline of an area.
    func nearest(
        onBlob bytes: UnsafeRawBufferPointer, isFilled: Bool = false
    ) -> (nearest: Nearest, isArea: Bool)? {
        var nearest = Nearest(position: origin)
        var rings: [FlatLine] = []
        var isArea = false
        let isWhole = SpatialBlob.visitParts(bytes) { part, vertices in
            let line = FlatLine(vertices)
            switch part {
            case .line where isFilled:
                isArea = true
                visit([line], &nearest)
            case .point, .line: visit(line, &nearest)
            case .outerRing:
                isArea = true
                visit(rings, &nearest)
                rings = [line]
            case .hole: rings.append(line)
            }
        }
        visit(rings, &nearest)
        return isWhole ? (nearest, isArea) : nil
    }

    func squaredDegrees(to position: Coordinate) -> Double {
        let (x, y) = offset(of: position)
        return x * x + y * y
    }

    /// Not more than how far anything in a box is, which does not cross 180 degrees.
    func degrees(toBox box: BoundingBox) -> Double {
        let squared = squaredBound(
            west: box.west, south: box.south, east: box.east, north: box.north)
        // A hair less, as both are rounded.
        return max(squared.squareRoot() * (1 - 1e-9) - 1e-12, 0)
    }

    /// The square of the distance from a box to a line; 0 where they meet.
    static func squaredDegrees(from box: BoundingBox, to line: [Coordinate]) -> Double {
        if box.meets(line: line) { return 0 }
        var least = Double.infinity
        for position in line {
            let x = max(
                box.west - position.decimalLongitude, position.decimalLongitude - box.east, 0)
            let y = max(
                box.south - position.decimalLatitude, position.decimalLatitude - box.north, 0)
            least = min(least, x * x + y * y)
        }
        for corner in box.corners {
            least = min(
                least, PlanarMeasure(from: corner).nearest(on: .lineString(line)).squaredDegrees)
        }
        return least
    }

    private func offset(of position: Coordinate) -> (x: Double, y: Double) {
        offset(position.decimalLongitude, position.decimalLatitude)
    }

    private func offset(_ longitude: Double, _ latitude: Double) -> (x: Double, y: Double) {
        var x = longitude - origin.decimalLongitude
        if x > 180 { x -= 360 } else if x < -180 { x += 360 }
        return (x * narrowing, latitude - origin.decimalLatitude)
    }

    /// A polygon, its outer ring first; nothing without rings.
    private func visit(_ rings: [some VertexList], _ nearest: inout Nearest) {
        guard let outer = rings.first else { return }
        if encloses(outer), !rings.dropFirst().contains(where: { encloses($0) }) {
            nearest = Nearest(squaredDegrees: 0, position: origin)
            return
        }
        for ring in rings { visit(ring, &nearest) }
    }

    /// Whether the closed ring encloses the origin: an odd number of its edges lies east of it.
    private func encloses(_ ring: some VertexList) -> Bool {
        let (longitude, latitude) = (origin.decimalLongitude, origin.decimalLatitude)
        guard ring.count > 1 else { return false }
        var isInside = false
        var start = ring.latitude(0)
        for index in 1..<ring.count {
            let end = ring.latitude(index)
            if (start > latitude) != (end > latitude) {
                let share = (latitude - start) / (end - start)
                let from = ring.longitude(index - 1)
                if longitude < from + share * (ring.longitude(index) - from) { isInside.toggle() }
            }
            start = end
        }
        return isInside
    }

    private func visit(_ line: some VertexList, _ nearest: inout Nearest) {
        guard line.count > 0 else { return }
        var start = offset(line.longitude(0), line.latitude(0))
        if line.count == 1 {
            let squared = start.x * start.x + start.y * start.y
            if squared < nearest.squaredDegrees {
                nearest = Nearest(
                    squaredDegrees: squared,
                    position: Coordinate(
                        clampingLatitude: line.latitude(0), wrappingLongitude: line.longitude(0)))
            }
            return
        }
        var (least, best) = (nearest.squaredDegrees, (x: 0.0, y: 0.0))
        for index in 1..<line.count {
            let end = offset(line.longitude(index), line.latitude(index))
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let length = dx * dx + dy * dy
            let share =
                length > 0 ? min(max(-(start.x * dx + start.y * dy) / length, 0), 1) : 0
            let (x, y) = (start.x + share * dx, start.y + share * dy)
            let squared = x * x + y * y
            if squared < least { (least, best) = (squared, (x, y)) }
            start = end
        }
        guard least < nearest.squaredDegrees else { return }
        nearest = Nearest(
            squaredDegrees: least,
            position: Coordinate(
                clampingLatitude: origin.decimalLatitude + best.y,
                wrappingLongitude: origin.decimalLongitude
                    + (narrowing > 0 ? best.x / narrowing : 0)))
    }
}

extension Polygon {
    fileprivate var rings: [[Coordinate]] { [outer] + holes }
}

extension BoundingBox {
    fileprivate var corners: [Coordinate] {
        [(west, south), (west, north), (east, south), (east, north)].map {
            Coordinate(clampingLatitude: $0.1, wrappingLongitude: $0.0)
        }
    }

    /// Whether a line enters the box, which does not cross 180 degrees.
    func meets(line: [Coordinate]) -> Bool {
        line.contains { contains($0) }
            || zip(line, line.dropFirst()).contains { start, end in crosses(start, end) }
    }

    /// Clips the edge to the box, side by side (Liang and Barsky 1984).
    private func crosses(_ start: Coordinate, _ end: Coordinate) -> Bool {
        var (from, to) = (0.0, 1.0)
        let sides = [
            (start.decimalLongitude, end.decimalLongitude, west, east),
            (start.decimalLatitude, end.decimalLatitude, south, north),
        ]
        for (a, b, low, high) in sides {
            let delta = b - a
            if delta == 0 {
                if a < low || a > high { return false }
                continue
            }
            let (first, second) = ((low - a) / delta, (high - a) / delta)
            from = max(from, min(first, second))
            to = min(to, max(first, second))
        }
        return from < to
    }
}

extension [Coordinate] {
    /// The position half way along the line, on a plane of degrees.
    var planarMiddle: Coordinate? {
        guard let first else { return nil }
        let lengths = zip(self, dropFirst()).map { start, end in
            let x = end.decimalLongitude - start.decimalLongitude
            let y = end.decimalLatitude - start.decimalLatitude
            return (x * x + y * y).squareRoot()
        }
        var rest = lengths.reduce(0, +) / 2
        for (index, length) in lengths.enumerated() where length > 0 {
            if rest <= length {
                let (start, end) = (self[index], self[index + 1])
                let share = rest / length
                return Coordinate(
                    clampingLatitude: start.decimalLatitude
                        + share * (end.decimalLatitude - start.decimalLatitude),
                    wrappingLongitude: start.decimalLongitude
                        + share * (end.decimalLongitude - start.decimalLongitude))
            }
            rest -= length
        }
        return first
    }
}
