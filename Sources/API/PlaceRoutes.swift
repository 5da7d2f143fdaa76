import Exports
import GeoModel
package import HTTPServer
package import PlaceIndex

/// The routes that read the place index: radius search, one place, reverse geocoding.
///
/// All are answered on the HTTP library's own threads: each takes well under a millisecond.
package struct PlaceRoutes: Sendable {
    private let index: PlaceIndex

    package init(_ index: PlaceIndex) { self.index = index }

    package var routes: [Route] {
        [
            Route("GET", "/v1/places/nearby", handler: nearby),
            Route("GET", "/v1/places/{osm_type}/{osm_id}", handler: place),
            Route("GET", "/reverse", handler: reverse),
            Route("GET", "/status", handler: status),
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
        let places = try index.nearby(query)
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

    /// Errors take Nominatim's shape too, so that its clients show them.
    @Sendable private func reverse(_ request: Request) throws -> Response {
        do {
            return try reverseAnswer(request)
        } catch let error as APIError {
            var json = JSONWriter()
            json.object { json in
                json.object("error") { json in
                    json.member("code", error.status)
                    json.member("message", error.description)
                }
            }
            return try .json(json, status: error.status)
        }
    }

    private func reverseAnswer(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        let asked = parameters.text("format") ?? "jsonv2"
        guard let format = ReverseFormat(rawValue: asked) else {
            throw APIError.unsupportedFormat(asked, offered: ReverseFormat.allCases.map(\.rawValue))
        }
        let details = ReverseDetails(
            addressdetails: try parameters.flag("addressdetails", default: true),
            namedetails: try parameters.flag("namedetails", default: false),
            extratags: try parameters.flag("extratags", default: false))
        let query = try ReverseQuery(
            position: try parameters.requiredPosition(.short),
            zoom: try parameters.integer("zoom", in: 0...18) ?? 18,
            languages: parameters.languages(
                ["accept-language", "lang"], header: request.header("Accept-Language")),
            layers: try layers(parameters))
        guard let answer = try index.reverse(query) else {
            return .json(text: #"{"error":"Unable to geocode"}"#)
        }
        var json = JSONWriter(reserving: 2048)
        answer.write(to: &json, format: format, details: details)
        return try .json(
            json, contentType: format == .geojson ? "application/geo+json" : "application/json")
    }

    private func layers(_ parameters: Parameters) throws(APIError) -> Set<Layer> {
        guard let text = parameters.text("layer") else { return [.address, .poi] }
        var layers: Set<Layer> = []
        for name in text.split(separator: ",") {
            guard let layer = Layer(rawValue: String(name)) else {
                let offered = Layer.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid(parameter: "layer", remedy: "Use one or more of \(offered).")
            }
            layers.insert(layer)
        }
        guard !layers.isEmpty else {
            throw .invalid(parameter: "layer", remedy: "Name one or more, such as address,poi.")
        }
        return layers
    }

    /// As Nominatim's `/status?format=json`; its text form when no format is asked.
    @Sendable private func status(_ request: Request) throws -> Response {
        guard Parameters(query: request.query).text("format") == "json" else {
            return Response(contentType: "text/plain; charset=utf-8", text: "OK")
        }
        var json = JSONWriter()
        json.object { json in
            json.member("status", 0)
            json.member("message", "OK")
            json.member(
                ifPresent: "data_updated", index.regions.compactMap(\.sourceTimestamp).max())
        }
        return try .json(json)
    }
}
