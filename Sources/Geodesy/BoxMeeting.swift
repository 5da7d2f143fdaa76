package import GeoModel

/// Whether shapes have a position in common with a box, edges included, on the plane of degrees: as map tools and
/// SQL's `ST_Intersects` see it.
package struct BoxMeeting {
    private let box: BoundingBox

    /// - Parameter box: One that does not cross 180 degrees.
    package init(_ box: BoundingBox) { self.box = box }

    package func meets(longitude: Double, latitude: Double) -> Bool {
        longitude >= box.west && longitude <= box.east && latitude >= box.south
            && latitude <= box.north
    }

    package func meets(line: FlatLine) -> Bool {
        guard line.count > 1 else {
            return line.count == 1
                && meets(longitude: line.longitude(0), latitude: line.latitude(0))
        }
        return (1..<line.count).contains { meetsSegment(of: line, to: $0) }
    }

    /// - Parameter rings: The outer one, then the holes.
    package func meets(polygon rings: [FlatLine]) -> Bool {
        if rings.contains(where: meets(line:)) { return true }
        // No ring comes in: all of the box is inside, or none.
        let corner = Coordinate(decimalLatitude: box.south, decimalLongitude: box.west)
        return corner.map { Containment.covers(polygon: rings, $0) } ?? false
    }

    /// Cuts a segment at the four edges, one after the other (Liang and Barsky 1984); what is left of it is in the box.
    private func meetsSegment(of line: FlatLine, to end: Int) -> Bool {
        let (x, y) = (line.longitude(end - 1), line.latitude(end - 1))
        let (width, height) = (line.longitude(end) - x, line.latitude(end) - y)
        var (first, last) = (0.0, 1.0)
        func cut(_ direction: Double, _ distance: Double) -> Bool {
            guard direction != 0 else { return distance >= 0 }
            let part = distance / direction
            if direction < 0 { first = max(first, part) } else { last = min(last, part) }
            return first <= last
        }
        return cut(-width, x - box.west) && cut(width, box.east - x)
            && cut(-height, y - box.south) && cut(height, box.north - y)
    }
}
