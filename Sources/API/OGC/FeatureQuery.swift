import GeoModel
import HTTPServer

/// What is asked of a collection's items (OGC API - Features - Part 1, OGC 17-069r4, section 7.15).
struct FeatureQuery {
    let limit: Int
    /// So many features are left out before the page begins.
    let offset: Int
    /// Where the page begins; each collection has its own.
    let cursor: String?
    let box: BoundingBox?
    /// Of the answer.
    let referenceSystem: FeatureReferenceSystem
    let parameters: Parameters

    /// A page of outlines ends when it has so many bytes: a lake's shore or a range may have 100,000 positions.
    static let greatestPage = 8 << 20
    /// A page as a map tool asks for it when it says nothing.
    static let defaultLimit = 100
    /// Who gives an offset has all before it gone through: a client that means more follows `next`.
    static let greatestOffset = 1_000_000

    /// - Parameter greatestLimit: A greater limit is taken for this one, as the standard has it.
    /// - Throws: `APIError`.
    init(_ request: Request, greatestLimit: Int) throws {
        parameters = Parameters(query: request.query)
        try parameters.checkFormat()
        limit = try parameters.limit(greatest: greatestLimit)
        offset = try parameters.integer("offset", in: 0...Self.greatestOffset) ?? 0
        cursor = parameters.text("cursor")
        referenceSystem = try parameters.referenceSystem("crs")
        let axes = try parameters.referenceSystem("bbox-crs").axes
        // Features without a time match any, but not what is none.
        let times = request.query.filter { $0.name == "datetime" }
        _ = try Parameters(query: times).recordFilter()
        box = try parameters.value("bbox").map { try FeatureBox.box(of: $0, axes) }
    }
}

extension Parameters {
    /// `f`, which some map tools send with every request: there is GeoJSON, and JSON for the rest.
    func checkFormat() throws(APIError) {
        guard let format = value("f"), format != "json", format != "geojson" else { return }
        throw .invalid(parameter: "f", remedy: "Use json, or leave it out.")
    }

    fileprivate func limit(greatest: Int) throws(APIError) -> Int {
        guard let text = value("limit") else { return min(FeatureQuery.defaultLimit, greatest) }
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }),
            !text.utf8.allSatisfy({ $0 == 48 })
        else {
            throw .invalid(
                parameter: "limit",
                remedy: "Send a whole number, 1 or more; up to \(greatest) count.")
        }
        // Not a number of this machine any more: more than the greatest.
        return min(Int(text) ?? greatest, greatest)
    }
}
