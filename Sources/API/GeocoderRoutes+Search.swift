import GeoModel
import HTTPServer
import PlaceIndex

/// `/search` and `/lookup`, with the parameters of Nominatim 5.
extension GeocoderRoutes {
    /// The most objects that one `/lookup` takes, as Nominatim's.
    static let lookupLimit = 50

    @Sendable func search(_ request: Request) throws -> Response {
        try GeocoderRequest.respond(to: request, format: .jsonv2, showsAddress: false) { question in
            let parameters = question.parameters
            let (text, words) = try Self.text(parameters)
            var query = try SearchQuery(
                text, limit: Self.limit(parameters), languages: question.languages)
            // Turnstone's own.
            query.near = try parameters.near("near")
            query.viewbox = try parameters.viewbox("viewbox")
            query.isBounded = parameters.isOn("bounded", default: false)
            query.countryCodes = Self.countryCodes(parameters)
            query.layers = try parameters.layers("layer")
            query.featureType = try Self.featureType(parameters)
            query.excluded = Self.excluded(parameters)
            query.removesDuplicates = parameters.isOn("dedupe", default: true)
            let results = try index.search(query).map { try withShape($0, question.details) }
            let shown = results.compactMap(\.placeID) + Self.numbers(parameters)
            return .list(
                results, query: words,
                attributes: [
                    (
                        "exclude_place_ids",
                        shown.isEmpty ? nil : shown.map { "\($0)" }.joined(separator: ",")
                    ), ("viewbox", parameters.text("viewbox")),
                ])
        }
    }

    @Sendable func lookup(_ request: Request) throws -> Response {
        try GeocoderRequest.respond(to: request, format: .jsonv2) { question in
            let text = question.parameters.text("osm_ids") ?? ""
            let words = text.split(separator: ",").map { $0.filter { $0 != " " } }
            guard !words.isEmpty else {
                throw APIError.missing(
                    parameter: "osm_ids", remedy: "Send objects as N1,W2,R3.")
            }
            guard words.count <= Self.lookupLimit else {
                throw APIError.invalid(
                    parameter: "osm_ids",
                    remedy: "Send at most \(Self.lookupLimit) objects at once.")
            }
            let refs = try words.map { word in
                guard let type = OSMType(letterOrWord: word.prefix(1)),
                    let id = Int64(word.dropFirst()), id > 0
                else {
                    throw APIError.invalid(
                        parameter: "osm_ids", remedy: "Send objects as N1,W2,R3.")
                }
                return OSMRef(osmType: type, osmID: id)
            }
            let results = try index.lookup(refs, languages: question.languages)
            return .list(try results.map { try withShape($0, question.details) })
        }
    }

    // MARK: Parameters

    /// `q`, or the parts of an address, and the question in one line.
    private static func text(
        _ parameters: Parameters
    ) throws(APIError) -> (SearchQuery.Text, String) {
        var address = SearchQuery.StructuredAddress()
        address.amenity = parameters.text("amenity")
        address.street = parameters.text("street")
        address.city = parameters.text("city")
        address.county = parameters.text("county")
        address.state = parameters.text("state")
        address.country = parameters.text("country")
        address.postalcode = parameters.text("postalcode")
        if let text = parameters.text("q") {
            guard address.isEmpty else {
                throw .invalid(
                    parameter: "q",
                    remedy:
                        "Send either q or the parts of an address (street, city, ...), not both."
                )
            }
            return (.free(text), text)
        }
        guard !address.isEmpty else {
            throw .missing(
                parameter: "q", remedy: "Send what to search for, or street, city and so on.")
        }
        let parts = [
            address.amenity, address.street, address.city, address.county, address.state,
            address.postalcode, address.country,
        ]
        return (.structured(address), parts.compactMap { $0 }.joined(separator: ", "))
    }

    /// A number beyond 1...40 counts as the nearest, as Nominatim has it.
    private static func limit(_ parameters: Parameters) throws(APIError) -> Int {
        let asked = try parameters.integer(
            "limit", in: Int.min...Int.max,
            remedy: "Send a whole number; up to \(SearchQuery.limits.upperBound) count.")
        return min(max(asked ?? 10, SearchQuery.limits.lowerBound), SearchQuery.limits.upperBound)
    }

    private static func countryCodes(_ parameters: Parameters) -> Set<String> {
        let text = parameters.text("countrycodes") ?? ""
        return Set(
            text.lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
                .filter { $0.utf8.count == 2 })
    }

    private static func featureType(
        _ parameters: Parameters
    ) throws(APIError) -> SearchQuery.FeatureType? {
        guard let text = parameters.text("featureType", "featuretype") else { return nil }
        guard let type = SearchQuery.FeatureType(rawValue: text.lowercased()) else {
            let offered = SearchQuery.FeatureType.allCases.map(\.rawValue)
            throw .invalid(
                parameter: "featureType", remedy: "Use \(offered.joined(separator: ", ")).")
        }
        return type
    }

    private static func numbers(_ parameters: Parameters) -> [Int64] {
        (parameters.text("exclude_place_ids") ?? "").split(separator: ",").compactMap {
            Int64($0.filter { $0 != " " })
        }
    }

    /// `exclude_place_ids`: our place ids, or objects as N1, W2, R3.
    private static func excluded(_ parameters: Parameters) -> Set<OSMRef> {
        let words = (parameters.text("exclude_place_ids") ?? "").split(separator: ",")
        return Set(
            words.compactMap { word in
                let word = word.filter { $0 != " " }
                if let number = Int64(word) { return OSMRef(placeID: number) }
                return OSMType(letterOrWord: word.prefix(1)).flatMap { type in
                    Int64(word.dropFirst()).map { OSMRef(osmType: type, osmID: $0) }
                }
            })
    }
}

extension Parameters {
    /// `viewbox`: two corners as longitude,latitude,longitude,latitude, in any order.
    func viewbox(_ name: String) throws(APIError) -> BoundingBox? {
        guard let text = text(name) else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { PlainDecimal.number($0) ?? .nan }
        guard numbers.count == 4,
            let box = BoundingBox(
                west: min(numbers[0], numbers[2]), south: min(numbers[1], numbers[3]),
                east: max(numbers[0], numbers[2]), north: max(numbers[1], numbers[3]))
        else {
            throw .invalid(
                parameter: name, remedy: "Send two corners in degrees: west,south,east,north.")
        }
        return box
    }
}

extension OSMRef {
    /// Reads what `GeocoderResult.placeID` makes.
    fileprivate init?(placeID number: Int64) {
        let type: OSMType
        switch number % 10 {
        case 1: type = .node
        case 2: type = .way
        case 3: type = .relation
        default: return nil
        }
        self.init(osmType: type, osmID: number / 10)
    }
}
