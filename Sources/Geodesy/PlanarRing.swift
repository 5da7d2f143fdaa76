package import GeoModel

extension Polygon {
    /// Square degrees, holes left out.
    package var planarArea: Double {
        outer.planarArea + holes.reduce(0) { $0 + $1.planarArea }
    }
}

extension [Coordinate] {
    /// Square degrees of the closed ring, positive when it runs counter-clockwise.
    package var planarArea: Double {
        guard let origin = first else { return 0 }
        return zip(self, dropFirst()).reduce(0) { sum, edge in
            let (startX, startY) = edge.0.offset(from: origin)
            let (endX, endY) = edge.1.offset(from: origin)
            return sum + (startX * endY - endX * startY)
        } / 2
    }

    /// Whether the closed ring encloses a position: an odd number of its edges lies east of it.
    package func encloses(_ position: Coordinate) -> Bool {
        let latitude = position.decimalLatitude
        var isInside = false
        for (start, end) in zip(self, dropFirst())
        where (start.decimalLatitude > latitude) != (end.decimalLatitude > latitude) {
            let share =
                (latitude - start.decimalLatitude) / (end.decimalLatitude - start.decimalLatitude)
            let crossing =
                start.decimalLongitude + share * (end.decimalLongitude - start.decimalLongitude)
            if position.decimalLongitude < crossing { isInside.toggle() }
        }
        return isInside
    }

    /// Whether a ring that does not cross this one is inside, by most of seven of its positions: those on
    /// the outline, where rings touch, fall to either.
    func enclosesMost(of ring: [Coordinate]) -> Bool {
        let count = ring.count - 1
        let sample = Swift.min(count, 7)
        guard sample > 0 else { return false }
        return 2 * (0..<sample).count(where: { encloses(ring[$0 * count / sample]) }) > sample
    }
}

extension Coordinate {
    /// Degrees east and north of another position.
    fileprivate func offset(from origin: Coordinate) -> (x: Double, y: Double) {
        (decimalLongitude - origin.decimalLongitude, decimalLatitude - origin.decimalLatitude)
    }
}
