internal import VectorReader

/// Whether the edges of a polygon cross one another too often for a repair.
///
/// The repair of a polygon costs the square of its crossings: 1,300 take a second, 11,000 half a minute, and the damaged
/// files that a fuzzer makes have millions. So they are counted first.
struct EdgeCrossings {
    /// From that many on a polygon is not repaired. Drawn outlines that need a repair have a few dozen.
    static let limit = 10_000
    /// Pairs of edges that are compared at most, some seconds of work: of a coast of a million edges it takes 20 million.
    static let comparisonLimit = 1_000_000_000

    private struct Edge {
        /// Its ends: x is along the sweep.
        let from, to: SIMD2<Double>

        var low: SIMD2<Double> { pointwiseMin(from, to) }
        var high: SIMD2<Double> { pointwiseMax(from, to) }

        init(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
            self.from = from
            self.to = to
        }

        /// Whether the inner parts of both cross at one point.
        func crosses(_ other: Edge) -> Bool {
            Self.area(from, to, other.from) * Self.area(from, to, other.to) < 0
                && Self.area(other.from, other.to, from) * Self.area(other.from, other.to, to) < 0
        }

        private static func area(
            _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>
        ) -> Double {
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        }
    }

    /// Whether the edges cross so often, or lie over one another so much, that a repair would not end in good time.
    static func areTooMany(in polygon: PlanarPolygon) -> Bool {
        var edges: [Edge] = []
        edges.reserveCapacity(polygon.rings.reduce(0) { $0 + $1.count })
        for ring in polygon.rings {
            for (start, end) in zip(ring, ring.dropFirst()) {
                edges.append(Edge(SIMD2(start.x, start.y), SIMD2(end.x, end.y)))
            }
        }
        let (alongX, alongY) = (overlaps(edges, \.x), overlaps(edges, \.y))
        guard min(alongX, alongY) <= comparisonLimit else { return true }
        if alongY < alongX {
            edges = edges.map { Edge(SIMD2($0.from.y, $0.from.x), SIMD2($0.to.y, $0.to.x)) }
        }
        return areTooMany(edges.sorted { $0.low.x < $1.low.x })
    }

    /// How many pairs of edges lie beside each other on an axis: those that a sweep along it compares.
    private static func overlaps(
        _ edges: [Edge], _ axis: KeyPath<SIMD2<Double>, Double>
    ) -> Int {
        let starts = edges.map { $0.low[keyPath: axis] }.sorted()
        let ends = edges.map { $0.high[keyPath: axis] }.sorted()
        var pairs = 0
        var left = 0
        for (begun, start) in starts.enumerated() {
            while ends[left] < start { left += 1 }
            pairs += begun - left
        }
        return pairs
    }

    /// - Parameter edges: By where they begin.
    private static func areTooMany(_ edges: [Edge]) -> Bool {
        var crossings = 0
        /// Those that the sweep has begun and not yet left.
        var open: [Edge] = []
        for edge in edges {
            open.removeAll { $0.high.x < edge.low.x }
            for other in open
            where other.high.y >= edge.low.y && other.low.y <= edge.high.y && edge.crosses(other) {
                crossings += 1
            }
            guard crossings < limit else { return true }
            open.append(edge)
        }
        return false
    }
}
