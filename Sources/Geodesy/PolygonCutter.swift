package import GeoModel

/// Cuts a polygon into small ones which together cover the same positions.
///
/// Containment then asks pieces of a few vertices, found through the R*Tree, so that a country costs
/// no more than a block. A polygon with too many vertices is cut in two by the middle line of its
/// longer side, again and again. All rings, holes too, are cut together: the line's crossings,
/// sorted along it, are inside between the first and the second, the third and the fourth and so on,
/// and the chains of each side are joined along these spans. A hole that the line crosses so becomes
/// part of an outline, and every piece is a valid polygon.
package struct PolygonCutter: Sendable {
    /// Positions of a piece, the closing one of each ring counted.
    let limit: Int

    /// Cutting ends here even when more than `limit` positions lie within a hair's breadth.
    private static let depthLimit = 60

    package init(limit: Int) {
        precondition(limit >= 8)
        self.limit = limit
    }

    /// - Parameter polygon: Valid, its outer ring counter-clockwise, its holes clockwise.
    /// - Returns: Pieces of the same orientation. A piece may be larger than the limit only where
    ///   rounding forbids a cut.
    package func pieces(of polygon: Polygon) -> [Polygon] {
        var pieces: [Polygon] = []
        cut(polygon, depth: 0, into: &pieces)
        return pieces
    }

    /// The pieces of a shape's polygons, and its lines in runs of at most `limit` positions.
    package func parts(of shape: Geometry) -> [Geometry] {
        switch shape {
        case .point: [shape]
        case .lineString(let line): runs(of: line)
        case .multiLineString(let lines): lines.flatMap(runs)
        case .polygon(let polygon): pieces(of: polygon).map { .polygon($0) }
        case .multiPolygon(let polygons): polygons.flatMap(pieces).map { .polygon($0) }
        }
    }

    /// Each run starts where the one before ends.
    private func runs(of line: [Coordinate]) -> [Geometry] {
        stride(from: 0, to: max(1, line.count - 1), by: limit - 1).map {
            .lineString(Array(line[$0..<min($0 + limit, line.count)]))
        }
    }

    private func cut(_ polygon: Polygon, depth: Int, into pieces: inout [Polygon]) {
        let size = polygon.outer.count + polygon.holes.reduce(0) { $0 + $1.count }
        guard size > limit, depth < Self.depthLimit, let line = CutLine(halving: polygon),
            let (low, high) = halves(of: polygon, at: line)
        else {
            pieces.append(polygon)
            return
        }
        for half in low + high { cut(half, depth: depth + 1, into: &pieces) }
    }

    /// Both sides of the cut; nil when they do not add up to the whole, so that a rounding error
    /// can cost speed but never a wrong answer.
    private func halves(of polygon: Polygon, at line: CutLine) -> (
        low: [Polygon], high: [Polygon]
    )? {
        guard let cut = RingCut(polygon, at: line), let low = Self.polygons(of: cut.low),
            let high = Self.polygons(of: cut.high)
        else { return nil }
        let area = { (polygons: [Polygon]) in polygons.reduce(0) { $0 + $1.planarArea } }
        let whole = polygon.planarArea
        guard abs(area(low) + area(high) - whole) <= 1e-6 * whole else { return nil }
        return (low, high)
    }

    /// Gives each hole to the smallest outline that encloses it; nil when there is none.
    private static func polygons(of rings: [[Coordinate]]) -> [Polygon]? {
        let rings = rings.map {
            (ring: $0, area: $0.planarArea, box: BoundingBox(enclosing: $0))
        }
        let outers = rings.filter { $0.area > 0 }.sorted { $0.area < $1.area }
        var holes = [[[Coordinate]]](repeating: [], count: outers.count)
        for (hole, area, box) in rings where area < 0 {
            let owner =
                outers.count == 1
                ? 0
                : outers.firstIndex { outer in
                    outer.area > -area && outer.box.holds(box)
                        && outer.ring.enclosesMost(of: hole)
                }
            guard let owner else { return nil }
            holes[owner].append(hole)
        }
        return zip(outers, holes).map { Polygon(outer: $0.ring, holes: $1) }
    }
}

/// A meridian or a parallel to cut along, on which no vertex lies.
struct CutLine {
    let isMeridian: Bool
    let value: Double

    /// The middle line of the longer side of the polygon's box; nil when there is no room for one.
    init?(halving polygon: Polygon) {
        guard let box = Geometry.polygon(polygon).boundingBox else { return nil }
        let isMeridian = box.east - box.west >= box.north - box.south
        let (low, high) = isMeridian ? (box.west, box.east) : (box.south, box.north)
        let isTaken = { (value: Double) in
            ([polygon.outer] + polygon.holes).contains { ring in
                ring.contains {
                    (isMeridian ? $0.decimalLongitude : $0.decimalLatitude) == value
                }
            }
        }
        // OSM's positions are multiples of 1e-7, so half of that beside one is seldom taken.
        let middle = ((low + high) / 2 * 1e7).rounded(.down) / 1e7 + 0.5e-7
        let free = (0..<64).lazy.map { middle + Double($0) * 0.37e-7 }
            .first { $0 > low && $0 < high && !isTaken($0) }
        guard let free else { return nil }
        self.isMeridian = isMeridian
        value = free
    }

    /// The coordinate across the line: below `value` on its low side.
    func across(_ position: Coordinate) -> Double {
        isMeridian ? position.decimalLongitude : position.decimalLatitude
    }

    /// The coordinate along the line.
    func along(_ position: Coordinate) -> Double {
        isMeridian ? position.decimalLatitude : position.decimalLongitude
    }

    /// Where the edge between two positions on different sides meets the line.
    ///
    /// The same for both directions of the edge, so that neighbours cut alike.
    func crossing(_ start: Coordinate, _ end: Coordinate) -> Coordinate {
        let (low, high) = across(start) < across(end) ? (start, end) : (end, start)
        let share = (value - across(low)) / (across(high) - across(low))
        let along = along(low) + share * (along(high) - along(low))
        return isMeridian
            ? Coordinate(clampingLatitude: along, wrappingLongitude: value)
            : Coordinate(clampingLatitude: value, wrappingLongitude: along)
    }
}

/// The rings on either side of a cut.
struct RingCut {
    private(set) var low: [[Coordinate]] = []
    private(set) var high: [[Coordinate]] = []

    /// A part of a ring on one side, from the crossing where it enters to the one where it leaves.
    private struct Chain {
        let isLow: Bool
        var positions: [Coordinate]
        let start: Int
        var end: Int
    }

    private struct Crossing {
        let along: Double
        /// Whether the ring goes to the low side here.
        let toLow: Bool
    }

    /// nil when rounding has put the crossings in an order that cannot be.
    init?(_ polygon: Polygon, at line: CutLine) {
        var crossings: [Crossing] = []
        var chains: [Chain] = []
        for ring in [polygon.outer] + polygon.holes {
            Self.split(ring, at: line, crossings: &crossings, chains: &chains) { whole, isLow in
                if isLow { low.append(whole) } else { high.append(whole) }
            }
        }
        guard let partner = Self.partners(of: crossings) else { return nil }
        var chainStartingAt = [Int: Int]()
        for (index, chain) in chains.enumerated() { chainStartingAt[chain.start] = index }

        var isUsed = [Bool](repeating: false, count: chains.count)
        for first in chains.indices where !isUsed[first] {
            var ring: [Coordinate] = []
            var current = first
            repeat {
                isUsed[current] = true
                ring += chains[current].positions
                guard let next = chainStartingAt[partner[chains[current].end]],
                    chains[next].isLow == chains[first].isLow, next == first || !isUsed[next]
                else { return nil }
                current = next
            } while current != first
            ring.append(ring[0])
            if chains[first].isLow { low.append(ring) } else { high.append(ring) }
        }
    }

    /// Cuts a ring into chains; one that does not meet the line goes to `whole` as it is.
    private static func split(
        _ ring: [Coordinate], at line: CutLine, crossings: inout [Crossing],
        chains: inout [Chain], whole: ([Coordinate], Bool) -> Void
    ) {
        let isLow = ring.map { line.across($0) < line.value }
        guard let turn = isLow.indices.dropLast().first(where: { isLow[$0] != isLow[$0 + 1] })
        else {
            if let side = isLow.first { whole(ring, side) }
            return
        }
        // From the first crossing once round, the closing position left out.
        let count = ring.count - 1
        let firstCrossing = crossings.count
        let firstChain = chains.count
        for step in 0..<count {
            let start = (turn + step) % count
            let end = (start + 1) % count
            if isLow[start] != isLow[end] {
                let position = line.crossing(ring[start], ring[end])
                if chains.count > firstChain {
                    chains[chains.count - 1].positions.append(position)
                    chains[chains.count - 1].end = crossings.count
                }
                chains.append(
                    Chain(isLow: isLow[end], positions: [position], start: crossings.count, end: -1)
                )
                crossings.append(Crossing(along: line.along(position), toLow: isLow[end]))
            }
            chains[chains.count - 1].positions.append(ring[end])
        }
        let closing = line.crossing(ring[turn], ring[(turn + 1) % count])
        chains[chains.count - 1].positions.append(closing)
        chains[chains.count - 1].end = firstCrossing
    }

    /// For each crossing the other end of its span inside the polygon.
    private static func partners(of crossings: [Crossing]) -> [Int]? {
        guard crossings.count % 2 == 0 else { return nil }
        var order = crossings.indices.sorted { crossings[$0].along < crossings[$1].along }
        // Edges that meet next to the line may come out in either order: directions must alternate.
        for index in order.indices.dropFirst()
        where crossings[order[index]].toLow == crossings[order[index - 1]].toLow {
            guard index + 1 < order.count,
                crossings[order[index + 1]].toLow != crossings[order[index]].toLow,
                crossings[order[index + 1]].along - crossings[order[index]].along < 1e-12
            else { return nil }
            order.swapAt(index, index + 1)
        }
        var partner = [Int](repeating: 0, count: crossings.count)
        for index in stride(from: 0, to: order.count, by: 2) {
            partner[order[index]] = order[index + 1]
            partner[order[index + 1]] = order[index]
        }
        return partner
    }
}

extension BoundingBox? {
    /// Whether another box is within this one; what encloses a ring has a box that holds the ring's.
    fileprivate func holds(_ other: BoundingBox?) -> Bool {
        guard let self, let other else { return false }
        return self.west <= other.west && self.east >= other.east && self.south <= other.south
            && self.north >= other.north
    }
}
