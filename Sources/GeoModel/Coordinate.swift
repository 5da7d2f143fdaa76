/// A position on WGS 84 (EPSG:4326), in decimal degrees.
package struct Coordinate: Hashable, Sendable {
    package let decimalLatitude: Double
    package let decimalLongitude: Double

    /// Returns nil unless latitude is in −90…90 and longitude in −180…180; NaN is in neither.
    package init?(decimalLatitude: Double, decimalLongitude: Double) {
        guard (-90...90).contains(decimalLatitude), (-180...180).contains(decimalLongitude)
        else { return nil }
        self.decimalLatitude = decimalLatitude
        self.decimalLongitude = decimalLongitude
    }

    /// A position whose numbers are in range by construction: read from a file of ours, or computed.
    ///
    /// Latitude is clamped to −90…90 and longitude wrapped into −180…180.
    package init(clampingLatitude latitude: Double, wrappingLongitude longitude: Double) {
        precondition(latitude.isFinite && longitude.isFinite)
        decimalLatitude = min(max(latitude, -90), 90)
        decimalLongitude =
            (-180...180).contains(longitude)
            ? longitude : longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    }
}

extension Coordinate: CustomStringConvertible {
    /// Latitude, comma, longitude: the order of the command line.
    package var description: String { "\(decimalLatitude),\(decimalLongitude)" }
}

extension Coordinate {
    /// Reads `LAT,LON` as the command line takes it; spaces around either number are allowed.
    ///
    /// Returns nil when there are not exactly two plain decimals in range; `0x10`, which `Double` would
    /// read as sixteen, is none.
    package init?(latitudeThenLongitude text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let latitude = parts[0].trimmingSpaces.plainDecimal,
            let longitude = parts[1].trimmingSpaces.plainDecimal
        else { return nil }
        self.init(decimalLatitude: latitude, decimalLongitude: longitude)
    }
}

extension Substring {
    /// The number, written in digits, sign, point and exponent; nil for `nan`, `inf` and hexadecimal.
    fileprivate var plainDecimal: Double? {
        let isPlain = utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
        return isPlain ? Double(self) : nil
    }

    /// The text without leading and trailing spaces and tabs.
    var trimmingSpaces: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
