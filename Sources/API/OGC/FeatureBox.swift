import Exports
import GeoModel

/// Reads the box of a query, generously: what a map tool's window shows beyond the world is cut off, and one that
/// shows the world several times over, side by side, is brought back.
enum FeatureBox {
    private static let remedy =
        "Send west,south,east,north in degrees, or with heights west,south,low,east,north,high; "
        + "with EPSG:4326 as bbox-crs the latitude comes first."

    /// - Parameters:
    ///   - text: Four numbers, or six of which the third and the last are heights: all features are on the ground,
    ///     and match at any.
    ///   - axes: Of each corner.
    /// - Throws: `APIError`.
    static func box(of text: String, _ axes: AxisOrder) throws(APIError) -> BoundingBox {
        var numbers: [Double] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = PlainDecimal.number(part) else { throw invalid() }
            numbers.append(number)
        }
        if numbers.count == 6 {
            guard numbers[2] <= numbers[5] else { throw invalid() }
            numbers = [numbers[0], numbers[1], numbers[3], numbers[4]]
        }
        guard numbers.count == 4 else { throw invalid() }
        if axes == .latitudeFirst { numbers = [numbers[1], numbers[0], numbers[3], numbers[2]] }
        let (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
        guard south <= north else { throw invalid() }
        guard south <= 90, north >= -90 else {
            throw invalid(" Are longitude and latitude swapped?")
        }
        let (first, last) = try meridians(west, east)
        guard
            let box = BoundingBox(
                west: first, south: max(south, -90), east: last, north: min(north, 90))
        else { throw invalid() }
        return box
    }

    /// West and east in −180…180.
    private static func meridians(
        _ west: Double, _ east: Double
    ) throws(APIError) -> (west: Double, east: Double) {
        let isWithin = abs(west) <= 180 && abs(east) <= 180
        if isWithin { return (west, east) }
        guard west <= east else { throw invalid() }
        guard east - west < 360 else { return (-180, 180) }
        return (wrapped(west), wrapped(east))
    }

    private static func wrapped(_ longitude: Double) -> Double {
        guard abs(longitude) > 180 else { return longitude }
        let rest = (longitude + 180).truncatingRemainder(dividingBy: 360)
        return (rest < 0 ? rest + 360 : rest) - 180
    }

    private static func invalid(_ hint: String = "") -> APIError {
        .invalid(parameter: "bbox", remedy: remedy + hint)
    }
}
