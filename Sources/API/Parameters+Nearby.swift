import GeoModel
package import PlaceIndex

extension Parameters {
    /// A radius search: `lat` and `lon`, Darwin Core's names for them or `near=LAT,LON`; `radius`,
    /// `limit`, `category`, `type`, `q`, `lang`.
    package func nearbyQuery(header: String?) throws -> NearbyQuery {
        try NearbyQuery(
            position: centre(),
            radiusInMeters: radius(
                "radius", limit: NearbyQuery.radiusLimitInMeters, default: 100),
            limit: integer("limit", in: NearbyQuery.limits) ?? 20,
            languages: languages(["lang", "accept-language"], header: header),
            kinds: nearbyKinds(), name: name())
    }

    private func centre() throws(APIError) -> Coordinate {
        if let position = try position(.darwinCore) { return position }
        guard isSent("near") else { return try requiredPosition(.short) }
        guard let position = Coordinate(latitudeThenLongitude: text("near") ?? "") else {
            throw .invalid(
                parameter: "near", remedy: "Send LAT,LON in degrees, such as 60.17,24.95.")
        }
        return position
    }

    /// `category` lists keys, `amenity,shop`, and pairs, `amenity=cafe`; `type` lists what the keys
    /// alone may be.
    package func nearbyKinds() throws(APIError) -> [NearbyQuery.Kind] {
        let types = list("type")
        var kinds: [NearbyQuery.Kind] = []
        var hasKeyAlone = false
        for item in list("category") {
            let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
            guard let key = pair.first, NearbyQuery.categories.contains(key) else {
                throw .invalid(
                    parameter: "category",
                    remedy: "Use one or more of \(NearbyQuery.categories.joined(separator: ", ")), "
                        + "or a pair such as amenity=cafe.")
            }
            if pair.count == 2 {
                kinds.append(NearbyQuery.Kind(category: key, type: pair[1]))
            } else if types.isEmpty {
                kinds.append(NearbyQuery.Kind(category: key))
            } else {
                hasKeyAlone = true
                kinds += types.map { NearbyQuery.Kind(category: key, type: $0) }
            }
        }
        guard types.isEmpty || hasKeyAlone else {
            throw .missing(
                parameter: "category", remedy: "A type belongs to one: category=amenity&type=cafe.")
        }
        guard kinds.count <= NearbyQuery.kindLimit else {
            throw .invalid(
                parameter: "category",
                remedy: "Name at most \(NearbyQuery.kindLimit) kinds, or a whole category.")
        }
        return kinds
    }

    private func name() throws(APIError) -> String? {
        try soughtName("q", "name")
    }
}
