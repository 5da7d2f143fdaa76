/// Why the place index could not be opened or asked.
package enum PlaceIndexError: Error, Equatable, CustomStringConvertible {
    /// A radius that is not a number, not above zero, or above `limit` metres.
    case radiusOutOfRange(limit: Double)
    case limitOutOfRange(ClosedRange<Int>)
    case zoomOutOfRange(ClosedRange<Int>)
    case noLayers
    /// A file in the folder of regions that `import osm` did not make.
    case notARegion(path: String)
    /// A region made by a version of the program whose files this one does not read.
    ///
    /// - files: The names of the files it was made of, where it says so.
    case otherVersion(path: String, version: Int64, expected: Int64, files: [String])
    /// The file of country polygons is missing a table, or is something else.
    case notCountries(path: String)

    package var description: String {
        switch self {
        case .radiusOutOfRange(let limit):
            "The radius must be more than 0 and at most \(Int(limit)) metres."
        case .limitOutOfRange(let range):
            "The limit must be \(range.lowerBound) to \(range.upperBound)."
        case .zoomOutOfRange(let range):
            "The zoom must be \(range.lowerBound) (continent) to \(range.upperBound) (building)."
        case .noLayers:
            "No layer was asked for. Name one or more of "
                + Layer.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .notARegion(let path):
            "'\(path)' is not a region made by 'turnstone import osm'. Move it out of the folder."
        case .otherVersion(let path, let version, let expected, let files):
            "'\(path)' has format \(version), this program reads \(expected). "
                + Self.remedy(region: path, files: files)
        case .notCountries(let path):
            "'\(path)' does not hold country polygons. Restore GeoData/countries/countries.sqlite."
        }
    }

    /// The command that makes the region anew.
    private static func remedy(region path: String, files: [String]) -> String {
        let name = (path.split(separator: "/").last ?? "").dropLast(".sqlite".count)
        let words = files.isEmpty ? "FILE" : files.joined(separator: " ")
        return "Import it again: 'turnstone import osm \(words) --region \(name)'."
    }
}
