internal import OSMReader

/// What the tags of a polygon say about the area it bounds.
struct AreaTags: Hashable {
    enum Kind: String {
        case administrative, postal, place, landuse, timezone
    }

    let kind: Kind
    /// 1…15, of administrative areas only.
    let adminLevel: Int?
    /// The value of `place` or `landuse`; `postal_code` for postal areas.
    let type: String?
    /// The local name; the code for a postal area.
    let name: String

    /// Returns nil for what bounds nothing a person lives in.
    ///
    /// Only boundaries that stand today: `boundary=historic` is none, nor is one whose `end_date`
    /// has passed.
    init?(_ tags: OSMTags, today: String) {
        if let end = tags["end_date"], !end.isEmpty, end <= today { return nil }
        if tags["boundary"] == "postal_code" {
            guard let code = tags["postal_code"] ?? tags["ref"] ?? tags["name"] else { return nil }
            (kind, adminLevel, type, name) = (.postal, nil, "postal_code", code)
            return
        }
        if tags["boundary"] == "timezone" {
            guard let zone = tags["timezone"] else { return nil }
            (kind, adminLevel, type, name) = (.timezone, nil, "timezone", zone)
            return
        }
        guard let name = tags["name"] else { return nil }
        if tags["boundary"] == "administrative",
            let level = tags["admin_level"].flatMap({ Int($0) }), (1...15).contains(level)
        {
            (kind, adminLevel) = (.administrative, level)
            type = tags["place"]
            self.name = name
            return
        }
        if let place = tags["place"], SettlementTags.types.contains(place),
            tags["boundary"] != "historic"
        {
            (kind, adminLevel, type) = (.place, nil, place)
        } else if let use = tags["landuse"], PlaceRank.landuses.contains(use) {
            (kind, adminLevel, type) = (.landuse, nil, use)
        } else {
            return nil
        }
        self.name = name
    }
}

/// Which `place` values name where people live or what they call a stretch of land.
enum SettlementTags {
    static let types: Set<String> = [
        "country", "state", "region", "province", "district", "county", "municipality", "city",
        "borough", "suburb", "quarter", "neighbourhood", "city_block", "town", "village", "hamlet",
        "isolated_dwelling", "farm", "allotments", "locality", "island", "islet", "archipelago",
        "croft", "subdivision", "civil_parish", "square",
    ]

    /// The number of people, from `population`: the first run of digits, spaces and separators out.
    static func population(_ tags: OSMTags) -> Int? {
        guard let text = tags["population"] else { return nil }
        let digits = text.drop { !$0.isWholeNumber }
            .prefix { $0.isWholeNumber || " .,'\u{A0}".contains($0) }
            .filter { $0.isASCII && $0.isWholeNumber }
        return digits.count <= 10 ? Int(digits) : nil
    }
}

/// Which ways and areas are streets.
enum StreetTags {
    /// `highway` values of ways that people travel on and that exist today.
    static let roads: Set<String> = [
        "motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link", "secondary",
        "secondary_link", "tertiary", "tertiary_link", "unclassified", "residential",
        "living_street", "service", "pedestrian", "track", "road", "busway", "bus_guideway",
        "footway", "path", "cycleway", "bridleway", "steps", "corridor", "escape", "raceway",
    ]

    /// The type of a street and what it is called: by its name, else by its number.
    static func type(_ tags: OSMTags) -> (type: String, name: String)? {
        guard let highway = tags["highway"], roads.contains(highway) else { return nil }
        guard let name = nameKeys.lazy.compactMap({ tags[$0] }).first else { return nil }
        return (highway, name)
    }

    /// What a street goes by, best first.
    static let nameKeys = [
        "name", "official_name", "int_name", "loc_name", "alt_name", "short_name", "ref", "int_ref",
    ]

    /// Every name that an address may use for a street.
    static func names(_ tags: some Sequence<(key: String, value: String)>) -> Set<StreetName> {
        var names: Set<StreetName> = []
        for (key, value) in tags where isNameKey(key) {
            guard value.utf8.contains(UInt8(ascii: ";")) else {
                names.insert(StreetName(value))
                continue
            }
            for name in value.split(separator: ";") { names.insert(StreetName(String(name))) }
        }
        return names
    }

    /// `name`, `ref` or one that ends in `_name`, what comes after a colon aside.
    private static func isNameKey(_ key: String) -> Bool {
        let letters = key.utf8
        let base = letters.prefix { $0 != UInt8(ascii: ":") }
        guard base.count >= 3, base.last == UInt8(ascii: "e") || base.last == UInt8(ascii: "f")
        else { return false }
        return base.elementsEqual("name".utf8) || base.elementsEqual("ref".utf8)
            || base.suffix(5).elementsEqual("_name".utf8)
    }

    static func names(_ tags: OSMTags) -> Set<StreetName> {
        names(tags.all.lazy.map { ($0.key, $0.value) })
    }
}

/// The address in an object's tags.
enum AddressTags {
    /// The street, or the place that stands in for one where houses are numbered by village.
    static func street(_ tags: OSMTags) -> String? { tags["addr:street"] ?? tags["addr:place"] }

    /// Whether a number is that of a house: a stretch of land may have the number of what stands on
    /// it, and is no house.
    static func isHouse(_ tags: OSMTags) -> Bool {
        let land =
            ["landuse", "natural", "boundary"].contains { tags[$0] != nil }
            || ["park", "garden", "common", "nature_reserve"].contains(tags["leisure"])
        return !land || houseKeys.contains { tags[$0] != nil }
    }

    private static let houseKeys = [
        "building", "amenity", "shop", "tourism", "office", "craft", "healthcare", "historic",
    ]
}
