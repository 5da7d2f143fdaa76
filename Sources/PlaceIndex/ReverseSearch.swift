internal import Database
package import GeoModel
internal import Geodesy

extension PlaceIndex {
    /// Returns what is at a position: the nearest house, place or street, or at a coarser zoom the
    /// area that contains it, with its address.
    ///
    /// Of the address, areas are those that contain the asked position; a settlement without a
    /// polygon is named by its node, if that lies within a reach by its type and in the same
    /// areas; such parts, and a postcode taken from a house nearby, are marked as inferred. The
    /// country comes from a region's boundary, else from the country polygons.
    ///
    /// Off the coast, up to 12 nautical miles, the country of the nearest land answers, with its
    /// distance, marked as inferred.
    ///
    /// - Returns: nil where there is nothing to name: the open sea.
    /// - Throws: `DatabaseError` when a region or the countries cannot be read.
    package func reverse(_ query: ReverseQuery) throws -> GeocoderResult? {
        try ReverseSearch(query, regions: regionFiles, countries: countries).answer()
    }
}

/// One reverse query.
struct ReverseSearch {
    let query: ReverseQuery
    let regions: [RegionFile]
    let countries: Countries?
    let finest: Int

    var position: Coordinate { query.position }
    var languages: LanguagePreferences { query.languages }

    init(_ query: ReverseQuery, regions: [RegionFile], countries: Countries?) {
        self.query = query
        self.regions = regions
        self.countries = countries
        finest = PlaceRank.finest(zoom: query.zoom)
    }

    func answer() throws -> GeocoderResult? {
        let areas = try containingAreas()
        var address = ReverseAddress(
            self, areas: areas, country: try country(areas))
        if finest >= 26, let found = try nearestObject() {
            return try address.answer(for: found.object, streets: found.streets)
        }
        if finest > 4, query.layers.contains(.address),
            let settlement = try settlement(areas, address.country)
        {
            return try address.answer(for: settlement)
        }
        return query.layers.contains(.address) ? address.countryAnswer() : nil
    }

    /// The areas that hold the position, finest first, each object once.
    private func containingAreas() throws -> [ContainingArea] {
        var seen: Set<OSMRef> = []
        return try regions.flatMap { try $0.areas(containing: position) }
            .filter { seen.insert($0.ref).inserted }
            .sorted {
                (-$0.rank.address, $0.squareMeters, $0.ref)
                    < (-$1.rank.address, $1.squareMeters, $1.ref)
            }
    }

    private func country(_ areas: [ContainingArea]) throws -> AddressCountry? {
        let boundaries = areas.filter { $0.kind == .administrative && $0.level == 2 }
        for area in boundaries {
            guard let code = RegionFile.countryCode(area.tags) else { continue }
            return AddressCountry(code: code, tags: area.tags, meters: 0, area: area, box: nil)
        }
        let known = regions.reduce(into: Set<String>()) { $0.formUnion($1.countryCodes) }
        guard let country = try countries?.country(at: position, excluding: known) else {
            return nil
        }
        return AddressCountry(
            code: country.code, tags: country.tags, meters: country.distanceInMeters, area: nil,
            box: country.boundingBox)
    }

    // MARK: Streets, houses, places

    /// The nearest object, and the streets found on the way, nearest first.
    private func nearestObject() throws -> (object: ReverseObject, streets: [ReverseHit])? {
        let scope = ReverseScope(position: position, finest: finest, layers: query.layers)
        for radius in ReverseScope.radii {
            var streets: [ReverseHit] = []
            var others: [ReverseHit] = []
            for region in regions {
                if scope.wantsStreets {
                    streets += try region.streets(
                        near: position, withinMeters: radius, finest: finest)
                }
                if scope.wantsAddresses {
                    others += try region.addresses(near: position, withinMeters: radius)
                }
                if scope.wantsPlaces { others += try region.places(scope, withinMeters: radius) }
            }
            streets.sort(by: <)
            // A shop with a number is in both tables: as a shop.
            let placeRefs = Set(others.lazy.filter(\.isPlace).map(\.ref))
            others.removeAll { !$0.isPlace && placeRefs.contains($0.ref) }
            guard let best = Self.best(others + streets.prefix(1)) else { continue }
            guard case .street(let name, _) = best.kind, scope.wantsAddresses else {
                return (try best.object(from: position), streets)
            }
            let house = try house(onStreet: name)
            return (try house ?? best.object(from: position), streets)
        }
        return nil
    }
}

extension ReverseSearch {
    /// The nearest hit; of a building or area that holds the position, the shop mapped as a node
    /// within 11 m that is nearest, as someone at its door means the shop: Nominatim's rule.
    fileprivate static func best(_ hits: [ReverseHit]) -> ReverseHit? {
        guard let nearest = hits.min(by: <), nearest.meters == 0, !nearest.isStreet,
            nearest.ref.osmType != .node
        else { return hits.min(by: <) }
        let next = hits.filter { $0.meters > 0 }.min(by: <)
        guard let next, next.ref.osmType == .node, next.meters < 11.1 else { return nearest }
        return next
    }
}

extension ReverseHit {
    var isStreet: Bool {
        if case .street = kind { true } else { false }
    }

    var isPlace: Bool {
        if case .place = kind { true } else { false }
    }
}

/// The country of an answer, from a boundary or from the country polygons.
struct AddressCountry {
    let code: String
    let tags: [String: String]
    /// Metres to its land; 0 inside.
    let meters: Double
    let area: ContainingArea?
    let box: BoundingBox?

    /// The name in the asked language, else in the country's own.
    func name(in languages: LanguagePreferences) -> String {
        if area == nil, languages.languages.allSatisfy({ tags["name:\($0)"] == nil }),
            let local = tags["name:\(CountryLanguages.local(code))"]
        {
            return local
        }
        return languages.name(from: tags) ?? code.uppercased()
    }
}
