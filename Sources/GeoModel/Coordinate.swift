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
    /// Returns nil when there are not exactly two finite numbers in range.
    package init?(latitudeThenLongitude text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let latitude = Double(parts[0].trimmingSpaces),
            let longitude = Double(parts[1].trimmingSpaces)
        else { return nil }
        self.init(decimalLatitude: latitude, decimalLongitude: longitude)
    }
}

extension Substring {
    /// The text without leading and trailing spaces and tabs.
    var trimmingSpaces: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
