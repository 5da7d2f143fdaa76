extension Geometry {
    /// The shape with fewer positions, none of those left out farther than `tolerance` from the line
    /// that stands for it: Douglas and Peucker's method, in degrees, for drawing.
    ///
    /// A ring keeps at least four positions, so that it stays one. Ends of lines stay where they are.
    package func simplified(toleranceInDegrees tolerance: Double) -> Geometry {
        guard tolerance > 0 else { return self }
        switch self {
        case .point: return self
        case .lineString(let line): return .lineString(line.simplified(tolerance))
        case .multiLineString(let lines):
            return .multiLineString(lines.map { $0.simplified(tolerance) })
        case .polygon(let polygon): return .polygon(polygon.simplified(tolerance))
        case .multiPolygon(let polygons):
            return .multiPolygon(polygons.map { $0.simplified(tolerance) })
        }
    }
}

extension Polygon {
    fileprivate func simplified(_ tolerance: Double) -> Polygon {
        Polygon(
            outer: outer.simplifiedRing(tolerance),
            holes: holes.map { $0.simplifiedRing(tolerance) })
    }
}

extension [Coordinate] {
    /// A ring is two lines, from its first position to the farthest from it and back.
    fileprivate func simplifiedRing(_ tolerance: Double) -> [Coordinate] {
        guard count > 4, let first else { return self }
        let farthest = indices.max {
            first.squaredDegrees(to: self[$0]) < first.squaredDegrees(to: self[$1])
        }
        guard let farthest, farthest > 0, farthest < count - 1 else { return self }
        let there = Array(self[...farthest]).simplified(tolerance)
        let back = Array(self[farthest...]).simplified(tolerance)
        let ring = there + back.dropFirst()
        return ring.count >= 4 ? ring : self
    }

    fileprivate func simplified(_ tolerance: Double) -> [Coordinate] {
        guard count > 2 else { return self }
        var isKept = [Bool](repeating: false, count: count)
        isKept[0] = true
        isKept[count - 1] = true
        var spans = [(0, count - 1)]
        while let (start, end) = spans.popLast() {
            var farthest = (index: start, square: tolerance * tolerance)
            for index in stride(from: start + 1, to: end, by: 1) {
                let square = self[index].squaredDegrees(toLineFrom: self[start], to: self[end])
                if square > farthest.square { farthest = (index, square) }
            }
            guard farthest.index > start else { continue }
            isKept[farthest.index] = true
            spans.append((start, farthest.index))
            spans.append((farthest.index, end))
        }
        return zip(self, isKept).filter(\.1).map(\.0)
    }
}

extension Coordinate {
    fileprivate func squaredDegrees(to other: Coordinate) -> Double {
        let east = decimalLongitude - other.decimalLongitude
        let north = decimalLatitude - other.decimalLatitude
        return east * east + north * north
    }

    /// To the nearest point of the segment.
    fileprivate func squaredDegrees(toLineFrom start: Coordinate, to end: Coordinate) -> Double {
        let (x, y) = (
            end.decimalLongitude - start.decimalLongitude,
            end.decimalLatitude - start.decimalLatitude
        )
        let (east, north) = (
            decimalLongitude - start.decimalLongitude, decimalLatitude - start.decimalLatitude
        )
        let length = x * x + y * y
        let share = length > 0 ? Swift.min(Swift.max((east * x + north * y) / length, 0), 1) : 0
        let (overEast, overNorth) = (east - share * x, north - share * y)
        return overEast * overEast + overNorth * overNorth
    }
}
