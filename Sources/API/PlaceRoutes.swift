import Exports
import GeoModel
package import HTTPServer
package import PlaceIndex

/// The routes that read the place index: radius search, one place.
///
/// All are answered on the HTTP library's own threads: each takes well under a millisecond.
package struct PlaceRoutes: Sendable {
    let index: PlaceIndex

    package init(_ index: PlaceIndex) { self.index = index }

    package var routes: [Route] {
        [
            Route("GET", "/v1/places/nearby", handler: nearby),
            Route("GET", "/v1/places/suggest", handler: suggest),
            Route("GET", "/v1/places/{osm_type}/{osm_id}", handler: place),
        ]
    }

    /// `lat` and `lon`, or Darwin Core's names.
    private func position(_ parameters: Parameters) throws(APIError) -> Coordinate {
        if let position = try parameters.position(.darwinCore) { return position }
        return try parameters.requiredPosition(.short)
    }

    @Sendable private func nearby(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        let kinds: [NearbyQuery.Kind] =
            parameters.text("category").map {
                [NearbyQuery.Kind(category: $0, type: parameters.text("type"))]
            } ?? []
        if kinds.isEmpty, parameters.text("type") != nil {
            throw APIError.missing(
                parameter: "category", remedy: "A type belongs to one: category=amenity&type=cafe.")
        }
        let query = try NearbyQuery(
            position: position(parameters),
            radiusInMeters: parameters.radius(
                "radius", limit: NearbyQuery.radiusLimitInMeters, default: 100),
            limit: parameters.integer("limit", in: NearbyQuery.limits) ?? 20,
            languages: parameters.languages(
                ["lang", "accept-language"], header: request.header("Accept-Language")),
            kinds: kinds, name: parameters.text("q"))
        let places = try index.nearbyEntries(query)
        var json = JSONWriter(reserving: 512 * (places.count + 1))
        json.object { json in
            json.member("radiusInMeters", query.radiusInMeters)
            json.array("places") { json in
                for place in places { place.write(to: &json) }
            }
        }
        return try .json(json)
    }

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
            ["lang", "accept-language"], header: request.header("Accept-Language"))
        let ref = OSMRef(osmType: type, osmID: id)
        guard let place = try index.place(ref, languages: languages) else {
            throw APIError.notFound(what: "place \(ref) in the imported regions")
        }
        var json = JSONWriter()
        place.write(to: &json)
        return try .json(json)
    }
}
