internal import Database
internal import GeoModel
internal import Geodesy

/// The lines of an address, and the answer made of them.
struct ReverseAddress {
    private let search: ReverseSearch
    private let areas: [ContainingArea]
    let country: AddressCountry?

    /// A line: Nominatim sorts them by rank, finest first.
    private struct Line {
        let rank: Int
        let part: AddressPart
        /// `ISO3166-2-lvl4` and the code, which follows the line.
        var code: AddressPart?
    }

    init(_ search: ReverseSearch, areas: [ContainingArea], country: AddressCountry?) {
        self.search = search
        self.areas = areas
        self.country = country
    }

    private var languages: LanguagePreferences { search.languages }

    // MARK: Answers

    /// The answer for a house, a place or a street.
    mutating func answer(
        for found: ReverseObject, streets: [ReverseHit]
    ) throws -> GeocoderResult {
        var object = found
        if object.rank.address >= 28, !object.hasOwnAddress, object.category != "place" {
            try adoptBuilding(&object)
        }
        var parts: [AddressPart] = []
        let name = languages.name(from: object.tags)
        if object.key != "road", object.rank.address != 0, let name, object.category != "place" {
            parts.append(
                AddressPart(key: object.key, value: name, addressRank: object.rank.address))
        }
        if let number = object.houseNumber {
            parts.append(AddressPart(key: "house_number", value: number, addressRank: 28))
        }
        let road = try road(of: object, streets)
        if let road { parts.append(road.part) }
        parts += try chain(finerThan: nil, city: object.city)
        try finish(&parts, postcode: object.postcode, road: road?.localName)
        return make(object, name: name, parts)
    }

    /// The answer for a settlement or an area: the lines coarser than it.
    mutating func answer(for object: ReverseObject) throws -> GeocoderResult {
        let name = languages.name(from: object.tags)
        var parts: [AddressPart] = []
        if let name {
            parts.append(
                AddressPart(
                    key: object.key, value: name, addressRank: object.rank.address,
                    adminLevel: object.adminLevel))
        }
        if let code = object.isoCode { parts.append(code) }
        parts += try chain(finerThan: object, city: nil).filter { $0.key != object.key }
        try finish(&parts, postcode: nil, road: nil)
        return make(object, name: name, parts)
    }

    /// The answer where only the country is known; nil where not even that.
    func countryAnswer() -> GeocoderResult? {
        guard let country else { return nil }
        let name = country.name(in: languages)
        return GeocoderResult(
            ref: country.area?.ref, category: country.area == nil ? "place" : "boundary",
            type: country.area == nil ? "country" : "administrative", placeRank: 4,
            addressRank: 4, addressType: "country", importance: 0.5, name: name, displayName: name,
            address: countryParts(country), tags: country.tags,
            position: country.area?.position ?? search.position,
            boundingBox: country.box ?? BoundingBox(search.position),
            distanceInMeters: country.meters)
    }

    private func make(
        _ object: ReverseObject, name: String?, _ parts: [AddressPart]
    ) -> GeocoderResult {
        var words: [String] = []
        for part in parts where part.key != "country_code" && !part.key.hasPrefix("ISO3166") {
            if words.last != part.value { words.append(part.value) }
        }
        return GeocoderResult(
            ref: object.ref, category: object.category, type: object.type,
            placeRank: object.rank.search, addressRank: object.rank.address,
            addressType: object.key,
            importance: object.importance, name: name,
            displayName: words.joined(separator: ", "), address: parts, tags: object.tags,
            position: object.position, boundingBox: object.boundingBox,
            distanceInMeters: object.meters)
    }

    // MARK: Lines

    private func countryParts(_ country: AddressCountry) -> [AddressPart] {
        let isInferred = country.meters > 0
        return [
            AddressPart(
                key: "country", value: country.name(in: languages), isInferred: isInferred,
                addressRank: 4, adminLevel: country.area?.level),
            AddressPart(key: "country_code", value: country.code, isInferred: isInferred),
        ]
    }

    private mutating func finish(
        _ parts: inout [AddressPart], postcode: String?, road: String?
    ) throws {
        if let postcode {
            parts.append(AddressPart(key: "postcode", value: postcode, addressRank: 5))
        } else if let area = areas.first(where: { $0.kind == .postal }),
            let code = area.tags["postal_code"] ?? area.tags["addr:postcode"] ?? area.tags["ref"]
        {
            parts.append(AddressPart(key: "postcode", value: code, addressRank: 5))
        } else if let code = try search.postcodeNearby(road: road, isHere: isInSameCountry) {
            parts.append(
                AddressPart(key: "postcode", value: code, isInferred: true, addressRank: 5))
        }
        if let country { parts += countryParts(country) }
    }

    /// Whether a house is in the country of the asked position, as far as boundaries tell.
    private func isInSameCountry(_ house: Coordinate) throws -> Bool {
        if let area = country?.area { return try area.region.area(area.id, contains: house) }
        return try !search.regions.contains { region in
            try region.areas(containing: house).contains { $0.level == 2 }
        }
    }

    /// The building a place is in gives it number and street.
    private func adoptBuilding(_ object: inout ReverseObject) throws {
        let buildings = try search.regions.flatMap {
            try $0.addresses(near: object.nearest, withinMeters: 0.01)
        }.sorted(by: <)
        guard let building = buildings.first(where: { $0.ref != object.ref && $0.extent > 0 })
        else {
            return
        }
        let address = try building.object(from: search.position)
        object.houseNumber = address.houseNumber
        object.street = address.street
        object.place = address.place
        object.postcode = object.postcode ?? address.postcode
        object.city = object.city ?? address.city
    }

    /// A street as a line of the address, and as the addresses on it write its name.
    private struct Road {
        let part: AddressPart
        let localName: String?
    }

    private func road(_ tags: [String: String], isInferred: Bool = false) -> Road? {
        languages.name(from: tags).map {
            Road(
                part: AddressPart(
                    key: "road", value: $0, isInferred: isInferred, addressRank: 26),
                localName: tags["name"])
        }
    }

    /// The street of an object: its own, the one its address names, or the nearest.
    private func road(of object: ReverseObject, _ streets: [ReverseHit]) throws -> Road? {
        if object.key == "road" { return road(object.tags) }
        if let wanted = object.street {
            let name = StreetName(wanted)
            let known = streets.first { hit in
                if case .street(let own, _) = hit.kind { StreetName(own) == name } else { false }
            }
            let named = try known ?? search.nearestStreet(named: name)
            let tags = try named?.object(from: search.position).tags
            return Road(
                part: AddressPart(
                    key: "road", value: tags.flatMap { languages.name(from: $0) } ?? wanted,
                    addressRank: 26),
                localName: wanted)
        }
        if object.place != nil { return nil }
        return try search.nearestStreet(to: object.nearest).flatMap { hit in
            road(
                try hit.object(from: search.position).tags,
                isInferred: hit.meters > ReverseScope.reachInMeters)
        }
    }

    /// Areas and settlements, finest first; the country is left to `finish`.
    ///
    /// - Parameters:
    ///   - object: A settlement or area that is the answer: only coarser lines follow it.
    ///   - city: `addr:city` of the object, for where no settlement is known.
    private func chain(finerThan object: ReverseObject?, city: String?) throws -> [AddressPart] {
        let limit = object.map { $0.rank.address > 0 ? $0.rank.address : $0.rank.search } ?? 25
        var lines = areas.compactMap { line($0) }
        lines += try settlementLines(lines)
        lines = lines.filter { object == nil || $0.rank < limit }
        let settlementKeys: Set = ["city", "town", "village", "municipality"]
        if let city, !lines.contains(where: { settlementKeys.contains($0.part.key) }) {
            lines.append(
                Line(
                    rank: 16,
                    part: AddressPart(
                        key: "city", value: city, isInferred: true, addressRank: 16)))
        }
        var seen: Set<String> = []
        return lines.enumerated()
            .sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
            .map(\.element)
            .filter { seen.insert($0.part.key).inserted }
            .flatMap { [$0.part, $0.code].compactMap { $0 } }
    }

    private func line(_ area: ContainingArea) -> Line? {
        guard area.kind != .postal, area.level != 2, area.rank.address > 4,
            let name = languages.name(from: area.tags)
        else { return nil }
        let part = AddressPart(
            key: area.key(countryCode: country?.code), value: name,
            addressRank: area.rank.address, adminLevel: area.level)
        return Line(rank: area.rank.address, part: part, code: area.isoCode)
    }

    /// Place nodes for the ranks that no area fills: the nearest within its reach that lies in the
    /// same administrative area. A village inside a town's boundary takes the rank below it; where
    /// the boundary is a village's itself, no other village is named.
    private func settlementLines(_ lines: [Line]) throws -> [Line] {
        var names = Set(areas.compactMap { $0.tags["name"] })
        let keys = Set(lines.map(\.part.key))
        var filled = Set(lines.map { $0.rank / 2 })
        var found: [Line] = []
        // The corner of a town's square.
        let reach = PlaceRank.reachInMeters(search: 18) * 2.0.squareRoot()
        let nodes = try search.nearbySettlements(withinMeters: reach).filter { node in
            node.settlement.rank.address > 0 && !keys.contains(node.settlement.type)
                && search.isWithinReach(node.settlement.position, node.settlement.rank)
        }.sorted { $0.weighted < $1.weighted }
        for node in nodes {
            var rank = node.settlement.rank.address
            if filled.contains(rank / 2), rank == 16, lines.contains(where: { $0.rank / 2 == 8 }) {
                rank = 18
            }
            guard !filled.contains(rank / 2), try search.isInSameArea(node, areas) else { continue }
            let (_, tags) = try node.row()
            guard let name = languages.name(from: tags),
                names.insert(tags["name"] ?? name).inserted
            else { continue }
            filled.insert(rank / 2)
            found.append(
                Line(
                    rank: rank,
                    part: AddressPart(
                        key: node.settlement.type, value: name, isInferred: true,
                        addressRank: rank)))
        }
        return found
    }
}

extension NearbySettlement {
    /// Metres, shortened for cities and towns, whose name reaches farther than a village's between
    /// them and the position: Nominatim's weights.
    fileprivate var weighted: Double {
        switch settlement.rank.search {
        case ...16: meters * 0.25
        case ...18: meters * 0.5
        default: meters
        }
    }
}

extension ReverseSearch {
    /// Whether the position is in the square round a place node in which its name is used: the
    /// reach is half a side, as in Nominatim.
    func isWithinReach(_ node: Coordinate, _ rank: PlaceRank) -> Bool {
        Geodesic.box(
            around: node, radiusInMeters: PlaceRank.reachInMeters(search: rank.search)
        ).contains(position)
    }

    /// The nearest street with a name.
    func nearestStreet(named name: StreetName) throws -> ReverseHit? {
        for radius in ReverseScope.radii.dropFirst() {
            let found = try regions.flatMap {
                try $0.streets(near: position, withinMeters: radius, named: name)
            }.min(by: <)
            if let found { return found }
        }
        return nil
    }

    /// The street nearest to a house or place; of a hut in the mountains it may be 5.5 km away.
    func nearestStreet(to point: Coordinate) throws -> ReverseHit? {
        for radius in ReverseScope.radii + [5_560] {
            let found = try regions.flatMap {
                try $0.streets(near: point, withinMeters: radius)
            }.min(by: <)
            if let found { return found }
        }
        return nil
    }
}
