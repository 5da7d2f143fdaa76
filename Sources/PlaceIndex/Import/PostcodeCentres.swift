internal import GeoModel
internal import OSMReader

/// The mean position of all objects that have a postcode, by postcode: where the post goes when no
/// object near says so.
///
/// About 100 bytes for each postcode.
struct PostcodeCentres {
    private var sums: [String: Sum] = [:]

    private struct Sum {
        let spelling: String
        var longitude = 0.0
        var latitude = 0.0
        var count = 0.0
    }

    /// - Parameter shape: Made for the few objects that have a postcode only.
    mutating func add(_ tags: OSMTags, _ shape: @autoclosure () -> Geometry?) {
        guard tags["boundary"] != "postal_code",
            let code = PostcodeFormat.keys.lazy.compactMap({ tags[$0] }).first,
            !code.contains(where: { ",;".contains($0) }),
            let position = shape()?.representativePoint
        else { return }
        let key = PostcodeFormat.compact(code)
        guard !key.isEmpty else { return }
        var sum = sums[key] ?? Sum(spelling: code)
        sum.longitude += position.decimalLongitude
        sum.latitude += position.decimalLatitude
        sum.count += 1
        sums[key] = sum
    }

    /// Sorted by postcode, so that two imports of a file are equal.
    var all: [(code: String, position: Coordinate)] {
        sums.sorted { $0.key < $1.key }.map { _, sum in
            (
                sum.spelling,
                Coordinate(
                    clampingLatitude: sum.latitude / sum.count,
                    wrappingLongitude: sum.longitude / sum.count)
            )
        }
    }
}
