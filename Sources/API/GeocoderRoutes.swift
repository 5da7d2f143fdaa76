import Exports
import GeoModel
package import HTTPServer
package import PlaceIndex

/// The routes of Nominatim, for its clients.
///
/// All but the search are answered on the HTTP library's own threads: each takes well under a millisecond. Names are
/// looked up by workers, as some words are in very many.
package struct GeocoderRoutes: Sendable {
    let index: PlaceIndex

    package init(_ index: PlaceIndex) { self.index = index }

    package var routes: [Route] {
        [
            Route("GET", "/reverse", handler: reverse),
            Route("GET", "/search", execution: .worker, handler: search),
            Route("GET", "/lookup", handler: lookup),
            Route("GET", "/status", handler: status),
        ]
    }

    @Sendable private func reverse(_ request: Request) throws -> Response {
        try GeocoderRequest.respond(to: request, format: .xml) { question in
            let parameters = question.parameters
            let position = try parameters.requiredPosition(.short)
            let zoom = try parameters.zoom("zoom")
            let query = try ReverseQuery(
                position: position, zoom: zoom, languages: question.languages,
                layers: try parameters.layers("layer") ?? [.address, .poi])
            let result = try index.reverse(query)
            return .one(
                try result.map { try withShape($0, question.details) },
                querystring: Self.querystring(position, zoom: parameters.text("zoom")))
        }
    }

    /// A result with the shape that is asked for.
    func withShape(
        _ result: GeocoderResult, _ details: GeocoderDetails
    ) throws -> GeocoderResult {
        guard details.shape != nil else { return result }
        var result = result
        result.footprint = try index.footprint(of: result)
            .simplified(toleranceInDegrees: details.threshold)
        return result
    }

    /// The question as Nominatim's XML repeats it.
    private static func querystring(_ position: Coordinate, zoom: String?) -> String {
        let zoom = zoom.map { "&zoom=\($0)" } ?? ""
        return "lat=\(position.decimalLatitude)&lon=\(position.decimalLongitude)&format=xml\(zoom)"
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

extension Parameters {
    /// A zoom of a map: one beyond 0...18 counts as the nearest, as maps go to 22.
    func zoom(_ name: String) throws(APIError) -> Int {
        let whole = try integer(
            name, in: Int.min...Int.max, remedy: "Send a whole number, 0 to 18.")
        return min(max(whole ?? 18, 0), 18)
    }

    /// Layers by name, in any letter case; nil when none is named.
    func layers(_ name: String) throws(APIError) -> Set<Layer>? {
        guard let text = text(name) else { return nil }
        var layers: Set<Layer> = []
        for word in text.split(separator: ",") {
            let word = word.filter { $0 != " " }.lowercased()
            guard !word.isEmpty else { continue }
            guard let layer = Layer(rawValue: word) else {
                let offered = Layer.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid(parameter: name, remedy: "Use one or more of \(offered).")
            }
            layers.insert(layer)
        }
        return layers.isEmpty ? nil : layers
    }
}
