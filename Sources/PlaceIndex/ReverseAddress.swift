internal import Database
internal import GeoModel
internal import Geodesy

/// The lines of an address, and the answer made of them.
struct ReverseAddress {
    let search: ReverseSearch
    let areas: AddressAreas
    let country: AddressCountry?

    private var languages: LanguagePreferences { search.languages }

    // MARK: Answers

    /// The answer for a house, a place or a street.
    func answer(for object: ReverseObject, base: AddressBase) throws -> GeocoderResult {
        let name = languages.name(from: object.tags)
        var parts: [AddressPart] = []
        if object.key != "road", object.rank.address != 0, let name, object.category != "place" {
            parts.append(
                AddressPart(key: object.key, value: name, addressRank: object.rank.address))
        }
        if let number = object.houseNumber {
            parts.append(AddressPart(key: "house_number", value: number, addressRank: 28))
        }
        if let road = base.road(languages) { parts.append(road) }
        let chain = try chain(base, coarserThan: 25, object.addressNames)
        parts += try lines(chain, base, city: object.city)
        let postcode = try postcode(of: object, base, chain)
        return try make(object, name: name, parts + [postcode].compactMap { $0 } + countryParts)
    }

    /// The answer for a settlement or an area: the lines coarser than it.
    func answer(forSettlement object: ReverseObject) throws -> GeocoderResult {
        let name = languages.name(from: object.tags)
        var parts: [AddressPart] = []
        if let name {
            parts.append(
                AddressPart(
                    key: object.key, value: name, addressRank: object.rank.address,
                    adminLevel: object.adminLevel))
        }
        if let code = object.isoCode { parts.append(code) }
        let base = AddressBase(line: [object.position])
        let chain = try chain(base, coarserThan: object.rank.address, [])
        parts += try lines(chain, base, city: nil).filter { part in
            !parts.contains { $0.key == part.key }
        }
        let postcode = try postcode(of: object, base, chain)
        return try make(object, name: name, parts + [postcode].compactMap { $0 } + countryParts)
    }

    /// The answer where only the country is known; nil where not even that.
    func countryAnswer() -> GeocoderResult? {
        guard let country else { return nil }
        let name = country.name(in: languages)
        var result = GeocoderResult(
            ref: country.area?.ref, category: country.area == nil ? "place" : "boundary",
            type: country.area == nil ? "country" : "administrative", placeRank: 4,
            addressRank: 4, addressType: "country", importance: 0.5, name: name, displayName: name,
            address: countryParts, tags: country.tags,
            position: country.area?.position ?? search.position,
            boundingBox: country.box ?? BoundingBox(search.position),
            distanceInMeters: country.meters)
        result.timezone = timezone
        return result
    }

    /// What the finest area says that has one; else the country's, when it has only one.
    private var timezone: String? {
        areas.all.last { $0.tags["timezone"]?.contains("/") == true && !$0.isElsewhere }?
            .tags["timezone"] ?? country.flatMap { CountryTimeZones.zone($0.code) }
    }

    private func make(
        _ object: ReverseObject, name: String?, _ parts: [AddressPart]
    ) throws -> GeocoderResult {
        var words: [String] = []
        for part in parts where part.key != "country_code" && !part.key.hasPrefix("ISO3166") {
            if words.last != part.value { words.append(part.value) }
        }
        var result = GeocoderResult(
            ref: object.ref, category: object.category, type: object.type,
            placeRank: object.rank.search, addressRank: object.rank.address,
            addressType: object.key, importance: object.importance, name: name,
            displayName: words.joined(separator: ", "), address: parts, tags: object.tags,
            position: object.position, boundingBox: object.boundingBox,
            distanceInMeters: object.meters)
        result.timezone = timezone
        if result.locality == nil {
            result.nearestSettlement = try search.nearestSettlement(country)
                .flatMap { languages.name(from: try $0.row().tags) }
        }
        return result
    }

    // MARK: Lines

    private var countryParts: [AddressPart] {
        guard let country else { return [] }
        return [
            AddressPart(
                key: "country", value: country.name(in: languages), isInferred: country.isInferred,
                addressRank: 4, adminLevel: country.area?.level),
            AddressPart(key: "country_code", value: country.code, isInferred: country.isInferred),
        ]
    }

    private func chain(
        _ base: AddressBase, coarserThan limit: Int, _ names: Set<String>
    ) throws -> AddressChain {
        try AddressChain(
            areas: areas,
            nodes: try search.settlements(reaching: base.line, in: country), of: base.line,
            coarserThan: limit, names: names)
    }

    /// Areas and settlements, finest first; the country is left out.
    ///
    /// - Parameter city: `addr:city` of the object; where no settlement is known, that stands for it,
    ///   else the one of the nearest house that has one.
    private func lines(
        _ chain: AddressChain, _ base: AddressBase, city: String?
    ) throws -> [AddressPart] {
        var parts: [(rank: Int, parts: [AddressPart])] = try chain.links.map { link in
            (link.rank, try self.parts(of: link))
        }
        if let place = base.place(languages) { parts.append((place.addressRank ?? 25, [place])) }
        if !parts.contains(where: { $0.parts.contains(where: \.isTown) }),
            let city = city ?? search.nearestCity()
        {
            let part = AddressPart(key: "city", value: city, isInferred: true, addressRank: 16)
            parts.append((16, [part]))
        }
        var seen: Set<String> = []
        return parts.enumerated()
            .sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
            .flatMap(\.element.parts)
            .filter { seen.insert($0.key).inserted }
    }

    private func parts(of link: AddressChain.Link) throws -> [AddressPart] {
        switch link.source {
        case .area(let area):
            guard let name = languages.name(from: area.tags) else { return [] }
            let part = AddressPart(
                key: area.key(countryCode: country?.code), value: name,
                isInferred: area.isElsewhere,
                addressRank: link.rank, adminLevel: area.level)
            return [part, area.isoCode].compactMap { $0 }
        case .node(let node):
            guard let name = languages.name(from: try node.row().tags) else { return [] }
            return [
                AddressPart(
                    key: try node.settlement().type, value: name, isInferred: true,
                    addressRank: link.rank)
            ]
        }
    }

    // MARK: Postcode

    /// The postcode: the object's own, else its street's, else one that a settlement of the address
    /// has, else the postal area's, else of the nearest centre of a postcode.
    private func postcode(
        of object: ReverseObject, _ base: AddressBase, _ chain: AddressChain
    ) throws -> AddressPart? {
        func written(_ tags: [String: String]) -> String? {
            PostcodeFormat.code(in: tags).flatMap {
                PostcodeFormat.written($0, countryCode: country?.code)
            }
        }
        if let own = object.postcode.flatMap({
            PostcodeFormat.written($0, countryCode: country?.code)
        }) ?? written(object.tags) {
            return AddressPart(key: "postcode", value: own, addressRank: 5)
        }
        if let area = areas.postal, let code = written(area.tags) ?? area.tags["ref"] {
            return AddressPart(key: "postcode", value: code, addressRank: 5)
        }
        var inferred = base.street.flatMap { written($0.tags) }
        if inferred == nil {
            inferred = try chain.links.lazy.compactMap { try written(tags(of: $0)) }.first
        }
        if inferred == nil { inferred = try nearestPostcode(object, base) }
        return inferred.map {
            AddressPart(key: "postcode", value: $0, isInferred: true, addressRank: 5)
        }
    }

    private func tags(of link: AddressChain.Link) throws -> [String: String] {
        switch link.source {
        case .area(let area): area.tags
        case .node(let node): try node.row().tags
        }
    }

    private func nearestPostcode(_ object: ReverseObject, _ base: AddressBase) throws -> String? {
        guard object.rank.search > 8 else { return nil }
        if object.adminLevel != nil || object.isArea { return try search.onlyPostcode(in: object) }
        var positions = [object.position]
        if let street = base.street { positions.insert(street.position, at: 0) }
        for position in positions {
            if let code = try search.postcode(near: position, country) { return code }
        }
        return nil
    }
}

extension AddressPart {
    fileprivate var isTown: Bool { ["city", "town", "village", "municipality"].contains(key) }
}
