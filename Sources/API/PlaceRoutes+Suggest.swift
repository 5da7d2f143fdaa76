import Exports
import GeoModel
import HTTPServer
import PlaceIndex

/// `/v1/places/suggest`: names while someone types.
extension PlaceRoutes {
    @Sendable func suggest(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        guard parameters.isSent("q") else {
            throw APIError.missing(parameter: "q", remedy: "Send the letters typed so far.")
        }
        let query = try SuggestQuery(
            parameters.text("q") ?? "", near: try parameters.near("near"),
            limit: parameters.integer("limit", in: SuggestQuery.limits) ?? 8,
            languages: parameters.languages(
                ["lang", "accept-language"], header: request.acceptLanguage))
        let suggestions = try index.suggest(query)
        var json = JSONWriter(reserving: 256 * (suggestions.count + 1))
        json.object { json in
            json.array("suggestions") { json in
                for suggestion in suggestions { suggestion.write(to: &json) }
            }
        }
        return try .json(json)
    }
}

extension Suggestion {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("label", label)
            json.array("context") { json in
                for part in context { json.value(part) }
            }
            json.member("kind", kind)
            json.member("category", result.category)
            json.member("type", result.type)
            if let ref = result.ref {
                json.member("osm_type", ref.osmType.rawValue)
                json.member("osm_id", ref.osmID)
            }
            json.member("decimalLatitude", result.position.decimalLatitude, decimals: 7)
            json.member("decimalLongitude", result.position.decimalLongitude, decimals: 7)
            json.member("importance", result.importance, decimals: 3)
            if let distanceInMeters {
                json.member("distanceInMeters", distanceInMeters, decimals: 1)
            }
        }
    }
}

extension Parameters {
    /// `LAT,LON`: where the asker is.
    func near(_ name: String) throws(APIError) -> Coordinate? {
        guard let text = text(name) else { return nil }
        guard let position = Coordinate(latitudeThenLongitude: text) else {
            throw .invalid(
                parameter: name, remedy: "Send LAT,LON in decimal degrees, such as 60.17,24.95.")
        }
        return position
    }
}
