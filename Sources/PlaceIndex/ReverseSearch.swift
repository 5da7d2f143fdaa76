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
    /// Off the coast the country answers whose territorial waters the position is in.
    ///
    /// - Returns: nil where there is nothing to name: the high seas.
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
    /// Streets found by name so far, as a house asks again for those of its neighbour.
    let namedStreets = NamedStreets()

    var position: Coordinate { query.position }
    var languages: LanguagePreferences { query.languages }

    init(_ query: ReverseQuery, regions: [RegionFile], countries: Countries?) {
        self.query = query
        self.regions = regions
        self.countries = countries
        finest = PlaceRank.finest(zoom: query.zoom)
    }

    /// Of two shapes the nearer is the one that is so in degrees, as in Nominatim.
    func measure(from position: Coordinate) -> PlanarMeasure { PlanarMeasure(from: position) }

    var measure: PlanarMeasure { measure(from: position) }

    func answer() throws -> GeocoderResult? {
        let here = try areas(containing: position)
        if finest >= 26, let object = try nearestObject() { return try answer(for: object, here) }
        if let feature = try feature() { return try answer(for: feature, here) }
        let country = try country(here, [], nil)
        let areas = AddressAreas(here, countryCode: country?.code)
        guard query.layers.contains(.address) else { return nil }
        if finest > 4, let object = try settlement(areas, country) {
            return try answer(for: object, here)
        }
        return ReverseAddress(search: self, areas: areas, country: country).countryAnswer()
    }

    /// What the layers of nature and of what people made have where no address is asked for.
    private func feature() throws -> ReverseObject? {
        guard !query.layers.isDisjoint(with: [.natural, .manmade]),
            !query.layers.contains(.address)
        else { return nil }
        let scope = ReverseScope(measure: measure, finest: finest, layers: query.layers)
        let found = try regions.compactMap { try $0.feature(scope) }.min {
            ($1.rank, $0.hit.nearest.squaredDegrees) < ($0.rank, $1.hit.nearest.squaredDegrees)
        }
        return found?.hit.object(from: position)
    }

    /// The answer that names an object, with the areas of the asked position.
    func answer(for object: ReverseObject) throws -> GeocoderResult {
        try answer(for: object, areas(containing: position))
    }

    private func answer(
        for object: ReverseObject, _ here: [ContainingArea]
    ) throws -> GeocoderResult {
        let isSettlement = (1..<26).contains(object.rank.address)
        let base = isSettlement ? AddressBase(line: [object.position]) : try base(of: object)
        let there = try areasElsewhere(here, object, base)
        let country = try country(here, there, isSettlement ? nil : object)
        let address = ReverseAddress(
            search: self,
            areas: AddressAreas(here, elsewhere: there, countryCode: country?.code),
            country: country)
        return isSettlement
            ? try address.answer(forSettlement: object)
            : try address.answer(for: object, base: base)
    }

    /// The areas that hold the object, when that is so far that they may be others: beyond a border
    /// and at sea they name what no area of the asked position does.
    private func areasElsewhere(
        _ here: [ContainingArea], _ object: ReverseObject, _ base: AddressBase
    ) throws -> [ContainingArea] {
        let isInside = here.contains { $0.kind == .administrative }
        guard !object.isArea, !isInside || object.meters > Self.nearInMeters else { return [] }
        let country = here.first { $0.level == 2 && $0.kind == .administrative }
        var there = try areas(containing: object.position)
        if let country, let street = base.street,
            !(here + there).contains(where: { ($0.level ?? 0) > 2 })
        {
            // A quay is in no parish, the streets it is reached by are.
            for position in [street.position] + base.line.prefix(1) + base.line.suffix(1) {
                let beside = try areas(containing: position)
                guard beside.contains(where: { $0.ref == country.ref }), beside.count > 1 else {
                    continue
                }
                there = beside
                break
            }
        }
        guard let country, !there.contains(where: { $0.ref == country.ref }) else { return there }
        return []
    }

    /// An object so near is taken to be in the same areas.
    private static let nearInMeters = 1.0

    /// The areas that hold a position, each object once.
    func areas(containing position: Coordinate) throws -> [ContainingArea] {
        var seen: Set<OSMRef> = []
        return try regions.flatMap { try $0.areas(containing: position) }
            .filter { seen.insert($0.ref).inserted }
    }

    /// The country of an answer: whose boundary holds the asked position, else the object's; where
    /// the map has no whole boundary of it, what the object's address and the codes of the areas
    /// say, else the country polygons.
    func country(
        _ here: [ContainingArea], _ there: [ContainingArea], _ object: ReverseObject?
    ) throws -> AddressCountry? {
        for (areas, isInferred) in [(here, false), (there, true)] {
            for area in areas where area.kind == .administrative && area.level == 2 {
                guard let code = area.row.countryCode else { continue }
                return AddressCountry(
                    code: code, tags: area.tags, meters: 0, area: area, box: nil,
                    isInferred: isInferred)
            }
        }
        let known = regions.reduce(into: Set<String>()) { $0.formUnion($1.countryCodes) }
        let code =
            (here + there).lazy.compactMap { $0.tags["ISO3166-2"]?.prefix(2).lowercased() }.first
            ?? object?.tags["addr:country"].flatMap { $0.utf8.count == 2 ? $0.lowercased() : nil }
        var country = try code.flatMap { try countries?.country(code: $0, isWithArea: true) }
        if country == nil { country = try countryByPolygons(known, object) }
        return country.map {
            AddressCountry(
                code: $0.code, tags: $0.tags, meters: $0.distanceInMeters, area: nil,
                box: $0.boundingBox, isInferred: false)
        }
    }

    /// The country by its polygons: so near a border that they may err, the form of the object's own
    /// postcode tells on which side one is. (The nearest house may be across the border.)
    private func countryByPolygons(
        _ known: Set<String>, _ object: ReverseObject?
    ) throws -> Country? {
        // On a pier beyond the boundary that the map has, no other country may be near.
        guard let first = try countries?.country(at: position, excluding: known) else {
            return try countries?.country(at: position, excluding: [])
        }
        guard let code = object?.postcode,
            let second = try countries?.country(
                at: position, excluding: known.union([first.code]))
        else { return first }
        let fits = [first, second].map { country in
            PostcodeFormat.written(code, countryCode: country.code) == nil
                ? 0 : PostcodeFormat.isDistinct(countryCode: country.code) ? 2 : 1
        }
        return fits[1] > fits[0] ? second : first
    }

    // MARK: Streets, houses, places

    /// The nearest object.
    private func nearestObject() throws -> ReverseObject? {
        let scope = ReverseScope(measure: measure, finest: finest, layers: query.layers)
        var reach = ReverseScope.reachInDegrees * ReverseScope.reachInDegrees
        var hits: [ReverseHit] = []
        for region in regions { hits += try region.nearest(scope, squaredReach: &reach) }
        // A shop with a number is in both tables: as a shop.
        let placeRefs = Set(hits.lazy.filter(\.isPlace).map(\.ref))
        hits.removeAll { $0.kind == .address && placeRefs.contains($0.ref) }
        return try hits.min(by: <).map { try refined($0, scope) }
    }

    /// A street's house, a building's shop, or the number on an interpolation line that is nearer.
    private func refined(
        _ best: ReverseHit, _ scope: ReverseScope
    ) throws -> ReverseObject {
        var best = best
        var reach = best.degrees
        var street: ReverseHit?
        if best.isStreet, scope.wantsAddresses {
            street = best
            reach = ReverseScope.houseReachInDegrees
            if let house = try house(onStreet: best) {
                best = house
                reach = measure.nearest(on: .point(house.nearest.position)).degrees
            }
        } else if !best.isStreet, best.ref.osmType != .node, let shape = best.shape {
            best = try nodeInside(shape, of: best, scope) ?? best
        }
        if scope.wantsAddresses, reach > 0,
            let house = try interpolatedHouse(withinDegrees: reach, on: street)
        {
            return house
        }
        return try withBuilding(best.object(from: position))
    }

    /// The shop mapped as a node that is nearest, of those in the building or area that holds the
    /// position and not of another number: who stands there means the shop.
    private func nodeInside(
        _ shape: Geometry, of area: ReverseHit, _ scope: ReverseScope
    ) throws -> ReverseHit? {
        let reach = ReverseScope.houseReachInDegrees
        let box = area.box
        var nodes: [ReverseHit] = []
        /// Adds a row that is a node in the shape: most are told from the others by a byte or two.
        func add(
            _ row: MappedRow, _ osmType: Int, _ longitude: Int, _ hit: () -> ReverseHit?
        ) {
            guard row.byte(osmType) == UInt8(ascii: "N") else { return }
            let position = row.position(longitude)
            guard box.contains(position), measure.squaredDegrees(to: position) <= reach * reach,
                Containment.covers(shape, position), let hit = hit()
            else { return }
            nodes.append(hit)
        }
        for region in regions {
            if scope.wantsPlaces {
                try region.visit(.place, near: measure, withinDegrees: reach, and: box) { id, row in
                    add(row, PlaceColumn.osmType, PlaceColumn.longitude) {
                        region.place(id, row, scope)
                    }
                }
            }
            if scope.wantsAddresses {
                try region.visit(.address, near: measure, withinDegrees: reach, and: box) {
                    id, row in
                    add(row, AddressColumn.osmType, AddressColumn.longitude) {
                        region.address(id, row, measure)
                    }
                }
            }
        }
        guard !nodes.isEmpty else { return nil }
        let number = area.houseNumber
        // The nearest one does nearly always.
        while let nearest = nodes.indices.min(by: { nodes[$0] < nodes[$1] }) {
            let node = nodes[nearest]
            let own = number == nil ? nil : node.houseNumber
            if own == nil || own == number { return node }
            nodes.swapAt(nearest, nodes.count - 1)
            nodes.removeLast()
        }
        return nil
    }

    /// The building that a place is in gives it number and street.
    private func withBuilding(_ found: ReverseObject) throws -> ReverseObject {
        guard found.rank.address >= 28, !found.hasOwnAddress, found.category != "place" else {
            return found
        }
        let buildings = try regions.flatMap {
            try $0.addresses(near: measure(from: found.position), withinDegrees: 1e-9)
        }.filter { $0.ref != found.ref && $0.nearest.squaredDegrees == 0 }
        guard let building = buildings.min(by: <) else { return found }
        var object = found
        let address = building.object(from: position)
        object.houseNumber = address.houseNumber
        object.street = address.street
        object.place = address.place
        object.postcode = object.postcode ?? address.postcode
        object.city = object.city ?? address.city
        return object
    }
}

/// The country of an answer, from a boundary or from the country polygons.
struct AddressCountry {
    let code: String
    let tags: [String: String]
    /// Metres to its land or waters; 0 inside.
    let meters: Double
    let area: ContainingArea?
    let box: BoundingBox?
    let isInferred: Bool

    /// The name in the asked language, else in the country's own.
    func name(in languages: LanguagePreferences) -> String {
        if area == nil, languages.languages.allSatisfy({ tags["name:\($0)"] == nil }),
            let local = CountryLanguages.names[code]
                ?? tags["name:\(CountryLanguages.local(code))"]
        {
            return local
        }
        return languages.name(from: tags) ?? code.uppercased()
    }
}
