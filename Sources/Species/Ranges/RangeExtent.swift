internal import GeoModel

#if canImport(Glibc)
    internal import Glibc
#endif

/// How large polygons are, and how much of them lies north of the equator.
struct RangeExtent: Hashable {
    /// On a sphere of WGS 84's surface; within half a percent of the ellipsoid's.
    private(set) var squareKilometers = 0.0
    /// 0…1; 0.5 for nothing.
    private(set) var northShare = 0.5

    /// A degree is plane in longitude, and the sine of the latitude up: that map keeps areas.
    init(_ polygons: [Polygon]) {
        var (north, south) = (0.0, 0.0)
        for ring in polygons.flatMap({ [$0.outer] + $0.holes }) {
            for (start, end) in zip(ring, ring.dropFirst()) {
                let width = end.decimalLongitude - start.decimalLongitude
                let (from, to) = (Self.height(start), Self.height(end))
                // Under an edge: a trapezium, or a triangle on either side of the equator.
                if from * to >= 0 {
                    let area = width * (from + to) / 2
                    if from + to > 0 { north -= area } else { south += area }
                } else {
                    let crossing = from / (from - to)
                    let (first, second) = (
                        width * crossing * from / 2, width * (1 - crossing) * to / 2
                    )
                    if from > 0 {
                        north -= first
                        south += second
                    } else {
                        south += first
                        north -= second
                    }
                }
            }
        }
        let authalicRadius = 6371.007_181
        squareKilometers = max(0, north + south) * authalicRadius * authalicRadius * .pi / 180
        if north + south > 0 { northShare = min(max(north / (north + south), 0), 1) }
    }

    private static func height(_ position: Coordinate) -> Double {
        sin(position.decimalLatitude * .pi / 180)
    }
}
