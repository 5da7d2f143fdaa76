import Exports
import HTTPServer

/// The names that a query to a route of `/v1` or `/ogc` may have.
///
/// Another one is refused, as OGC API Features has it too (OGC 17-069r4, section 7.6): a filter under a
/// misspelt name would silently not count, and the answer hold more than was asked for. The geocoder's
/// routes take whatever comes, as Nominatim does.
enum QueryNames {
    /// By method and pattern. A test holds this to the routes and their description.
    static let known: [String: Set<String>] = {
        let filter: Set = ["bbox", "datetime", "q", "kind", "taxon", "near", "radius", "scope"]
        let page: Set = ["limit", "cursor"]
        let exports = ExportFormat.allCases.map { ("GET \($0.path)", filter) }
        let others: [String: Set<String>] = [
            "GET /v1/captures/{id}": [],
            "GET /v1/records": filter.union(page),
            "GET /v1/records/{id}": ["scope"],
            "GET /v1/records/{id}/photo": ["size", "scope"],
            "GET /v1/deleted-records": page,
            "GET /v1/places/nearby": [
                "lat", "lon", "decimalLatitude", "decimalLongitude", "near", "radius", "limit",
                "category", "type", "q", "lang",
            ],
            "GET /v1/places/{osm_type}/{osm_id}": ["lang"],
            "GET /v1/places/suggest": ["q", "near", "limit", "lang"],
            "GET /v1/range-overrides": [], "GET /v1/range-overrides/{id}": [],
            "GET /v1/saved-places": [], "GET /v1/saved-places/{id}": [],
            "GET /v1/species": page.union(["q", "family", "lang"]),
            "GET /v1/species/{id}": ["lat", "lon", "range", "tolerance", "lang", "scope"],
            "GET /v1/explore": ["lat", "lon", "date", "limit", "family", "lang", "scope"],
            "GET /v1/lifelist": page.union(["sort", "year", "lang"]),
            "GET /v1/stats": ["date"],
        ]
        return others.merging(exports) { own, _ in own }.merging(OGCRoutes.queryNames) { own, _ in
            own
        }
    }()

    /// Names that may stand several times in a query, a part of the list in each.
    static let lists: Set<String> = ["category", "type"]

    /// Words that are taken for another, and not described.
    static let aliases: [String: Set<String>] = [
        "GET /v1/places/nearby": ["accept-language", "name"],
        "GET /v1/places/{osm_type}/{osm_id}": ["accept-language"],
        "GET /v1/places/suggest": ["accept-language"],
        "GET /v1/species": ["accept-language"], "GET /v1/species/{id}": ["accept-language"],
        "GET /v1/explore": ["accept-language", "group"], "GET /v1/lifelist": ["accept-language"],
    ]
}

extension Route {
    /// The same route, which refuses queries with a name that it does not know, or knows once only and finds twice.
    func refusingUnknownNames() -> Route {
        let key = "\(method) \(pattern)"
        guard let known = QueryNames.known[key] else { return self }
        let names = Array(known.union(QueryNames.aliases[key] ?? []))
        let handler = self.handler
        return Route(method, pattern, body: body, execution: execution) { request in
            // Few on both sides: comparing is quicker than hashing.
            for item in request.query where !names.contains(item.name) {
                let words = known.sorted().joined(separator: ", ")
                throw APIError.invalid(
                    parameter: item.name,
                    remedy: known.isEmpty ? "Leave it out." : "The names here are \(words).")
            }
            if let name = request.query.lazy.map(\.name).firstRepeated(except: QueryNames.lists) {
                throw APIError.sentTwice(name)
            }
            return try handler(request)
        }
    }
}

extension Collection<String> {
    /// The first text that stood before already; texts of `others` may.
    func firstRepeated(except others: Set<String> = []) -> String? {
        var rest = self[...]
        while let name = rest.popFirst() {
            // A query has few names: comparing is quicker than hashing.
            if rest.contains(name), !others.contains(name) { return name }
        }
        return nil
    }
}

extension APIError {
    /// A field with two values, of which one would not count.
    static func sentTwice(_ name: String) -> APIError {
        .invalid(parameter: name, remedy: "It was sent twice. Send it once.")
    }
}
