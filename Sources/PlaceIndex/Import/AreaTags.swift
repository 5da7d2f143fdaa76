internal import OSMReader

/// What the tags of a polygon say about the area it bounds.
struct AreaTags: Hashable {
    enum Kind: String {
        case administrative, postal, place
    }

    let kind: Kind
    /// 1…15, of administrative areas only.
    let adminLevel: Int?
    /// The value of `place` (or, for a town, `border_type`); `postal_code` for postal areas.
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
        guard let name = tags["name"] else { return nil }
        if tags["boundary"] == "administrative",
            let level = tags["admin_level"].flatMap({ Int($0) }), (1...15).contains(level)
        {
            (kind, adminLevel) = (.administrative, level)
            type = tags["place"] ?? tags["border_type"]
            self.name = name
            return
        }
        guard let place = tags["place"], SettlementTags.types.contains(place),
            tags["boundary"] != "historic"
        else { return nil }
        (kind, adminLevel, type) = (.place, nil, place)
        self.name = name
    }
}

/// Which `place` values name where people live or what they call a stretch of land.
enum SettlementTags {
    static let types: Set<String> = [
        "country", "state", "region", "province", "district", "county", "municipality", "city",
        "borough", "suburb", "quarter", "neighbourhood", "city_block", "town", "village", "hamlet",
        "isolated_dwelling", "farm", "allotments", "locality", "island", "islet", "archipelago",
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

    /// The type of a named street: its `highway` value, or `square` for `place=square`.
    static func type(_ tags: OSMTags) -> (type: String, name: String)? {
        guard let name = tags["name"] else { return nil }
        if let highway = tags["highway"], roads.contains(highway) { return (highway, name) }
        return tags["place"] == "square" ? ("square", name) : nil
    }
}

/// The address in an object's tags.
enum AddressTags {
    /// The street, or the place that stands in for one where houses are numbered by village.
    static func street(_ tags: OSMTags) -> String? { tags["addr:street"] ?? tags["addr:place"] }
}
