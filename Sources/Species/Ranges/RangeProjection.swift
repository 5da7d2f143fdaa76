internal import VectorReader

#if canImport(Glibc)
    internal import Glibc
#endif

/// Why an area cannot be used.
enum RangeShapeFault: String, Error, Hashable, CaseIterable {
    case notConvertible = "cannot be converted to longitude and latitude"
    case beyondThePoles = "beyond the poles (is latitude first in the file?)"
    case tooBent = "bent all over the earth (is the reference system the right one?)"
    case tooTangled =
        "with an outline that crosses itself thousands of times (are its corners in order?)"
    case empty = "without an inside"
}

/// Brings polygons from the coordinates of their file to longitudes that run on without a jump, and
/// latitudes: where a ring crosses 180 degrees, its longitudes go beyond, so that it is one shape in a plane.
///
/// An edge is the short way between its ends, as RFC 7946, section 3.1.1, has it: one from 179 to −179
/// crosses 180 degrees. One of just 360 degrees, and any along a pole, stays as it is: files that are cut at
/// 180 have such. Longitudes of 0 to 360 are as good as others. A ring round a pole is closed along it.
struct RangeProjection {
    let conversion: PositionConversion
    /// Whether an edge went across 180 degrees: longitudes beyond, or a jump.
    private(set) var crossesAntimeridian = false

    /// How far the straight line in degrees may be from that in the file's plane, in degrees: 110 m, less
    /// than any range map is drawn to.
    private static let tolerance = 0.001
    /// An edge is halved so often at most, to a 4,096th.
    private static let greatestDepth = 12
    /// Positions that the edges of a ring may get so. A square round the pole gets 4,000 at most, an outline with close
    /// corners none; damaged files with random corners got 4,096 an edge, and crossings whose repair filled the memory.
    static let bendLimit = 65_536
    /// Rounding may put a position that far beyond a pole.
    private static let latitudeSlack = 1e-6

    init(_ conversion: PositionConversion) { self.conversion = conversion }

    /// The polygons, their rings closed, each within less than a turn; those without three corners are left
    /// out.
    ///
    /// - Throws: `RangeShapeFault`.
    mutating func project(_ polygons: [PlanarPolygon]) throws(RangeShapeFault) -> [PlanarPolygon] {
        var projected: [PlanarPolygon] = []
        for polygon in polygons {
            guard let first = polygon.rings.first, let outer = try ring(first) else { continue }
            var rings = [outer]
            for hole in polygon.rings.dropFirst() {
                if let ring = try ring(hole) { rings.append(Self.moved(ring, into: outer)) }
            }
            projected.append(PlanarPolygon(rings: rings))
        }
        guard !projected.isEmpty else { throw .empty }
        return projected
    }

    private mutating func ring(
        _ positions: [PlanarPosition]
    ) throws(RangeShapeFault) -> [PlanarPosition]? {
        var corners: [PlanarPosition] = []
        corners.reserveCapacity(positions.count)
        for position in positions where position != corners.last {
            guard position.x.isFinite, position.y.isFinite else { throw .notConvertible }
            corners.append(position)
        }
        // A ring that ends a turn from its beginning, from 0 to 360, ends at it.
        if corners.count > 1, let first = corners.first, let last = corners.last,
            first.y == last.y, first.x == last.x || isInDegrees && abs(first.x - last.x) == 360
        {
            corners.removeLast()
        }
        guard corners.count >= 3 else { return nil }
        corners.append(corners[0])
        let line = try unrolled(try converted(corners))
        return Self.withoutLongEdges(closedAlongPole(line))
    }

    private var isInDegrees: Bool { conversion.kind != .projected }

    private func converted(
        _ corners: [PlanarPosition]
    ) throws(RangeShapeFault) -> [PlanarPosition] {
        switch conversion.kind {
        case .unknown, .none: return corners
        case .geographic:
            // The datum moves a position by metres; whole turns, as in 0 to 360, stay.
            return zip(corners, try finite(conversion(corners))).map { before, after in
                let difference = after.x - before.x
                let moved = difference - 360 * (difference / 360).rounded()
                return abs(moved) < 1 ? PlanarPosition(x: before.x + moved, y: after.y) : after
            }
        case .projected:
            let ends = try finite(conversion(corners))
            let middles = zip(corners, corners.dropFirst()).map(Self.middle)
            let converted = try finite(conversion(middles))
            var line: [PlanarPosition] = []
            line.reserveCapacity(ends.count)
            for index in middles.indices {
                line.append(ends[index])
                try bend(
                    from: (corners[index], ends[index]), (middles[index], converted[index]),
                    to: (corners[index + 1], ends[index + 1]), depth: 0, into: &line)
                guard line.count - index <= Self.bendLimit else { throw .tooBent }
            }
            line.append(ends[ends.count - 1])
            return line
        }
    }

    private typealias Pair = (plane: PlanarPosition, degrees: PlanarPosition)

    /// Appends what lies between two corners, as far as the straight line in degrees misses it.
    private func bend(
        from start: Pair, _ middle: Pair, to end: Pair, depth: Int,
        into line: inout [PlanarPosition]
    ) throws(RangeShapeFault) {
        let width = Self.short(end.degrees.x - start.degrees.x)
        let east = Self.short(middle.degrees.x - start.degrees.x) - width / 2
        let north = middle.degrees.y - (start.degrees.y + end.degrees.y) / 2
        let isStraight = abs(width) < 90 && abs(north) <= Self.tolerance
        // A degree of longitude is short near a pole.
        let narrowing = max(0.01, cos(middle.degrees.y * .pi / 180))
        guard depth < Self.greatestDepth, !isStraight || abs(east) * narrowing > Self.tolerance
        else { return }
        let quarters = [
            Self.middle(start.plane, middle.plane), Self.middle(middle.plane, end.plane),
        ]
        let degrees = try finite(conversion(quarters))
        try bend(
            from: start, (quarters[0], degrees[0]), to: middle, depth: depth + 1, into: &line)
        line.append(middle.degrees)
        try bend(from: middle, (quarters[1], degrees[1]), to: end, depth: depth + 1, into: &line)
    }

    private static func middle(
        _ start: PlanarPosition, _ end: PlanarPosition
    ) -> PlanarPosition {
        PlanarPosition(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    }

    private func finite(
        _ positions: [PlanarPosition]
    ) throws(RangeShapeFault) -> [PlanarPosition] {
        guard positions.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            throw .notConvertible
        }
        return positions
    }

    /// A difference of longitudes, the short way.
    private static func short(_ difference: Double) -> Double {
        difference - 360 * (difference / 360).rounded()
    }

    /// The closed line with longitudes that run on.
    private func unrolled(
        _ line: [PlanarPosition]
    ) throws(RangeShapeFault) -> [PlanarPosition] {
        let isInRange = line.allSatisfy {
            abs($0.y) <= 90 + Self.latitudeSlack && abs($0.x) <= 1080
        }
        guard isInRange else { throw .beyondThePoles }
        // An edge of a whole turn runs along all of its parallel, or is a step of nothing from 180 to −180 in
        // a ring that goes on there. What its neighbours say comes first, if the ring then closes.
        let readings = [WholeTurn.byNeighbours, .edge, .step].map { Self.unrolled(line, $0) }
        return readings.first { !Self.goesRound($0) } ?? readings[0]
    }

    private enum WholeTurn { case byNeighbours, edge, step }

    private static func unrolled(
        _ line: [PlanarPosition], _ wholeTurn: WholeTurn
    ) -> [PlanarPosition] {
        var unrolled: [PlanarPosition] = []
        unrolled.reserveCapacity(line.count)
        var offset = 0.0
        for (index, position) in line.enumerated() {
            let latitude = min(max(position.y, -90), 90)
            if index > 0 {
                let jump = position.x - line[index - 1].x
                let isAlongPole = abs(latitude) == 90 && abs(line[index - 1].y) >= 90
                let stays =
                    isAlongPole || abs(jump) == 360 && staysEdge(line, index, wholeTurn)
                if !stays { offset -= 360 * (jump / 360).rounded() }
            }
            unrolled.append(PlanarPosition(x: position.x + offset, y: latitude))
        }
        return unrolled
    }

    /// Whether the edge that ends at an index, of a whole turn, is one along its parallel.
    private static func staysEdge(
        _ line: [PlanarPosition], _ index: Int, _ wholeTurn: WholeTurn
    ) -> Bool {
        switch wholeTurn {
        case .edge: return true
        case .step: return false
        case .byNeighbours:
            // The line is closed: its last position is its first.
            let before = index > 1 ? index - 2 : line.count - 2
            let after = index < line.count - 1 ? index + 1 : 1
            let arriving = line[index - 1].x - line[before].x
            let leaving = line[after].x - line[index].x
            // From 180 to −180 the step goes east, as do those before and after it.
            let direction = line[index - 1].x - line[index].x
            return arriving * direction < 0 || leaving * direction < 0
                || arriving == 0 && leaving == 0
        }
    }

    /// Whether a closed line ends a turn from where it began: it goes round a pole.
    private static func goesRound(_ line: [PlanarPosition]) -> Bool {
        guard let first = line.first, let last = line.last else { return false }
        return abs(last.x - first.x) > 180
    }

    /// A line that ends a turn from where it began goes round a pole, the nearer one: it goes there and back
    /// along it.
    private mutating func closedAlongPole(_ line: [PlanarPosition]) -> [PlanarPosition] {
        guard Self.goesRound(line), let first = line.first, let last = line.last else {
            let (west, east) = Self.extent(of: line)
            if west < -180 || east > 180 { crossesAntimeridian = true }
            return line
        }
        crossesAntimeridian = true
        let mean = line.reduce(0) { $0 + $1.y } / Double(line.count)
        let pole = mean < 0 ? -90.0 : 90
        return line + [
            PlanarPosition(x: last.x, y: pole), PlanarPosition(x: first.x, y: pole), first,
        ]
    }

    static func extent(of line: [PlanarPosition]) -> (west: Double, east: Double) {
        line.reduce((.infinity, -.infinity)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    }

    /// Edges of more than a quarter turn get corners between: none can then be taken the other way round.
    private static func withoutLongEdges(_ line: [PlanarPosition]) -> [PlanarPosition] {
        guard zip(line, line.dropFirst()).contains(where: { abs($1.x - $0.x) > 90 }) else {
            return line
        }
        var split: [PlanarPosition] = []
        for (start, end) in zip(line, line.dropFirst()) {
            let parts = max(1, Int((abs(end.x - start.x) / 90).rounded(.up)))
            for part in 0..<parts {
                let share = Double(part) / Double(parts)
                split.append(
                    PlanarPosition(
                        x: start.x + share * (end.x - start.x),
                        y: start.y + share * (end.y - start.y)))
            }
        }
        if let last = line.last { split.append(last) }
        return split
    }

    /// A hole, whole turns from where it is, within its outline.
    private static func moved(
        _ hole: [PlanarPosition], into outer: [PlanarPosition]
    ) -> [PlanarPosition] {
        let (own, around) = (extent(of: hole), extent(of: outer))
        var turns = ((around.west + around.east - own.west - own.east) / 720).rounded()
        if own.west + 360 * turns < around.west - 1e-9 { turns += 1 }
        if own.east + 360 * turns > around.east + 1e-9 { turns -= 1 }
        guard turns != 0 else { return hole }
        return hole.map { PlanarPosition(x: $0.x + 360 * turns, y: $0.y) }
    }
}
