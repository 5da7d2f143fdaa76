internal import GeoModel

/// The box of everything added, on whichever side of 180 degrees it is narrower.
struct Coverage {
    /// Longitudes as they are, and with western ones moved up by 360 degrees.
    private var plain = Span()
    private var shifted = Span()
    private var latitudes = Span()

    private struct Span {
        var low = Double.infinity
        var high = -Double.infinity
        var width: Double { high - low }

        mutating func add(_ value: Double) {
            low = min(low, value)
            high = max(high, value)
        }
    }

    mutating func add(_ box: BoundingBox) {
        latitudes.add(box.south)
        latitudes.add(box.north)
        for longitude in [box.west, box.east] {
            plain.add(longitude)
            shifted.add(longitude < 0 ? longitude + 360 : longitude)
        }
    }

    /// nil when nothing was added; west is greater than east when it crosses 180 degrees.
    var boundingBox: BoundingBox? {
        let isShifted = shifted.width < plain.width && shifted.high > 180
        let span = isShifted ? shifted : plain
        return BoundingBox(
            west: span.low > 180 ? span.low - 360 : span.low, south: latitudes.low,
            east: span.high > 180 ? span.high - 360 : span.high, north: latitudes.high)
    }
}
