import GeoModel

/// Which of a position's two numbers comes first: a coordinate reference system says it.
package enum AxisOrder: Hashable, Sendable {
    /// GeoJSON's (RFC 7946, section 3.1.1), and OGC's CRS84.
    case longitudeFirst
    /// EPSG:4326's own.
    case latitudeFirst

    func degrees(of position: Coordinate) -> (first: Double, second: Double) {
        switch self {
        case .longitudeFirst: (position.decimalLongitude, position.decimalLatitude)
        case .latitudeFirst: (position.decimalLatitude, position.decimalLongitude)
        }
    }
}
