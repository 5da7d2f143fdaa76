internal import GeoModel
internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#endif

extension Geometry {
    /// A position on the shape: the middle of a line by its length, and for polygons the centroid of
    /// the largest, or when that lies outside it, as in a horseshoe, the middle of the widest part
    /// of the parallel half way up. nil for an empty shape.
    ///
    /// Degrees are taken as plane, which is right for anything smaller than a country.
    var representativePoint: Coordinate? {
        switch self {
        case .point(let position): position
        case .lineString(let line): line.middle
        case .multiLineString(let lines): lines.max { $0.count < $1.count }?.middle
        case .polygon(let polygon): polygon.pointInside
        case .multiPolygon(let polygons):
            polygons.max { $0.outer.planarArea.magnitude < $1.outer.planarArea.magnitude }?
                .pointInside
        }
    }

    /// The area on a sphere of WGS 84's surface, holes left out; 0 for points and lines.
    ///
    /// After Chamberlain and Duquette, "Some Algorithms for Polygons on a Sphere" (JPL 2007), with
    /// the authalic radius; within half a percent of the ellipsoid's.
    var squareMeters: Double {
        switch self {
        case .point, .lineString, .multiLineString: 0
        case .polygon(let polygon): polygon.squareMeters
        case .multiPolygon(let polygons): polygons.reduce(0) { $0 + $1.squareMeters }
        }
    }
}

extension Polygon {
    fileprivate var squareMeters: Double {
        outer.squareMeters - holes.reduce(0) { $0 + $1.squareMeters }
    }

    var pointInside: Coordinate? {
        guard let first = outer.first else { return nil }
        if let centroid, covers(centroid) { return centroid }
        return widestSpan ?? first
    }

    /// The mean position of the outer ring's inside; nil when it has none.
    private var centroid: Coordinate? {
        guard let origin = outer.first else { return nil }
        var (doubleArea, x, y) = (0.0, 0.0, 0.0)
        for (start, end) in zip(outer, outer.dropFirst()) {
            let (startX, startY) = start.offset(from: origin)
            let (endX, endY) = end.offset(from: origin)
            let cross = startX * endY - endX * startY
            doubleArea += cross
            x += (startX + endX) * cross
            y += (startY + endY) * cross
        }
        guard doubleArea != 0 else { return nil }
        return Coordinate(
            clampingLatitude: origin.decimalLatitude + y / (3 * doubleArea),
            wrappingLongitude: origin.decimalLongitude + x / (3 * doubleArea))
    }

    private var widestSpan: Coordinate? {
        let latitudes = outer.map(\.decimalLatitude)
        guard let south = latitudes.min(), let north = latitudes.max() else { return nil }
        // Off the middle, so that no vertex is likely to lie on the parallel.
        let latitude = south + (north - south) * 0.500_123
        var crossings: [Double] = []
        for ring in [outer] + holes {
            for (start, end) in zip(ring, ring.dropFirst())
            where (start.decimalLatitude > latitude) != (end.decimalLatitude > latitude) {
                let share =
                    (latitude - start.decimalLatitude)
                    / (end.decimalLatitude - start.decimalLatitude)
                crossings.append(
                    start.decimalLongitude + share * (end.decimalLongitude - start.decimalLongitude)
                )
            }
        }
        crossings.sort()
        let spans = stride(from: 0, to: crossings.count - 1, by: 2).map {
            (crossings[$0], crossings[$0 + 1])
        }
        return spans.max { $0.1 - $0.0 < $1.1 - $1.0 }.map {
            Coordinate(clampingLatitude: latitude, wrappingLongitude: ($0.0 + $0.1) / 2)
        }
    }

    /// Whether a position is inside, holes left out; of one on an edge, either.
    func covers(_ position: Coordinate) -> Bool {
        outer.encloses(position) && !holes.contains { $0.encloses(position) }
    }
}

extension [Coordinate] {
    /// Whether not all positions are one, as a line must have two to be valid.
    var hasLength: Bool { contains { $0 != first } }

    fileprivate var squareMeters: Double {
        let authalicRadiusInMeters = 6_371_007.181
        let radians = Double.pi / 180
        let sum = zip(self, dropFirst()).reduce(0.0) { sum, edge in
            sum + (edge.1.decimalLongitude - edge.0.decimalLongitude) * radians
                * (2 + sin(edge.0.decimalLatitude * radians) + sin(edge.1.decimalLatitude * radians))
        }
        return abs(sum) * authalicRadiusInMeters * authalicRadiusInMeters / 2
    }

    /// The position half way along the line.
    fileprivate var middle: Coordinate? {
        guard let first else { return nil }
        let narrowing = cos(first.decimalLatitude * .pi / 180)
        let lengths = zip(self, dropFirst()).map { start, end in
            let (x, y) = end.offset(from: start)
            return (x * narrowing * x * narrowing + y * y).squareRoot()
        }
        var rest = lengths.reduce(0, +) / 2
        for (index, length) in lengths.enumerated() where length > 0 {
            if rest <= length {
                let (x, y) = self[index + 1].offset(from: self[index])
                let share = rest / length
                return Coordinate(
                    clampingLatitude: self[index].decimalLatitude + share * y,
                    wrappingLongitude: self[index].decimalLongitude + share * x)
            }
            rest -= length
        }
        return first
    }
}

extension Coordinate {
    /// Degrees east and north of another position.
    fileprivate func offset(from origin: Coordinate) -> (x: Double, y: Double) {
        (decimalLongitude - origin.decimalLongitude, decimalLatitude - origin.decimalLatitude)
    }
}
