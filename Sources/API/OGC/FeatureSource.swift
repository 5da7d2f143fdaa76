import Exports
import FoundationEssentials
import GeoModel
import HTTPServer

/// A collection of features. Real conformers: records, places, ranges.
protocol FeatureSource: Sendable {
    static var words: FeatureCollectionWords { get }
    /// Features of a page at most.
    static var greatestLimit: Int { get }
    /// Query names of its items besides those that all collections have.
    static var filters: Set<String> { get }

    /// All that its features may have, in their order.
    func properties(_ request: Request) throws -> [FeatureProperty]

    /// Where and when its features are, as who asks sees them.
    func extent(_ request: Request) throws -> FeatureExtent

    /// Writes the features of a page, as elements of an array.
    ///
    /// - Throws: `APIError` for a cursor that is none; what the store throws.
    func write(
        _ query: FeatureQuery, _ request: Request, to json: inout JSONWriter
    ) throws -> FeaturePageEnd

    /// Writes one feature.
    ///
    /// - Parameter more: Writes further members of it.
    /// - Throws: `APIError.notFound`; what the store throws.
    func write(
        featureOf id: String, _ request: Request, _ axes: AxisOrder, to json: inout JSONWriter,
        more: (inout JSONWriter) -> Void
    ) throws
}

/// What a collection says of itself.
struct FeatureCollectionWords {
    /// In paths.
    let id: String
    let title, description: String
}

/// Where and when the features of a collection are.
struct FeatureExtent {
    var boundingBox: BoundingBox?
    /// nil for features that have no time.
    var interval: ClosedRange<Date>?
}

/// How a page ends.
struct FeaturePageEnd {
    let count: Int
    /// Asks for the page after this one; nil on the last.
    var nextCursor: String?
    /// How many features there are on all pages; nil when that is not quickly said.
    var total: Int?
}

extension FeatureSource {
    /// Names of the query of the collection's items.
    static var itemNames: Set<String> {
        filters.union([
            "bbox", "bbox-crs", "crs", "datetime", "limit", "offset", "cursor", "f",
        ])
    }
}
