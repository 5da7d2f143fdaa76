import Exports
import GeoModel
package import HTTPServer
package import PlaceIndex

/// The routes that read the place index: radius search, one place.
///
/// All but suggestions are answered on the HTTP library's own threads: each takes well under a millisecond. Names are
/// looked up by workers, as some words are in very many.
package struct PlaceRoutes: Sendable {
    let index: PlaceIndex

    package init(_ index: PlaceIndex) { self.index = index }

    package var routes: [Route] {
        [
            Route("GET", "/v1/places/nearby", handler: nearby),
            Route("GET", "/v1/places/suggest", execution: .worker, handler: suggest),
            Route("GET", "/v1/places/{osm_type}/{osm_id}", handler: place),
        ]
    }

    @Sendable private func nearby(_ request: Request) throws -> Response {
        let query = try Parameters(query: request.query)
            .nearbyQuery(header: request.acceptLanguage)
        let found = try index.nearbyEntries(query.withOneMore)
        let count = min(found.count, query.limit)
        let isLocal = query.languages.languages.isEmpty
        let labels = isLocal ? .local : NameChoice(query.languages)
        let capacity = found.capacity + Self.capacityWithoutPlaces
        var json = JSONWriter(reserving: capacity)
        json.value(capacity: capacity) { json in
            json.literal("{\"radiusInMeters\":")
            json.value(query.radiusInMeters)
            json.literal(",\"limit\":")
            json.value(Int64(query.limit))
            json.literal(found.count > query.limit ? ",\"more\":true" : ",\"more\":false")
            json.literal(",\"places\":[")
            found.write(first: count, to: &json, labels)
            json.literal("]}")
        }
        return try .json(json)
    }

    private static let capacityWithoutPlaces = 160

    @Sendable private func place(_ request: Request) throws -> Response {
        let types = "node, way or relation"
        guard let type = OSMType(letterOrWord: request.parameter("osm_type") ?? "") else {
            throw APIError.invalid(parameter: "osm_type", remedy: "Use \(types).")
        }
        guard let id = Int64(request.parameter("osm_id") ?? "") else {
            throw APIError.invalid(parameter: "osm_id", remedy: "Use the object's number.")
        }
        let parameters = Parameters(query: request.query)
        let languages = parameters.languages(
            ["lang", "accept-language"], header: request.acceptLanguage)
        let ref = OSMRef(osmType: type, osmID: id)
        guard let place = try index.place(ref, languages: languages) else {
            throw APIError.notFound(what: "place \(ref) in the imported regions")
        }
        var json = JSONWriter()
        place.write(to: &json)
        return try .json(json)
    }
}
