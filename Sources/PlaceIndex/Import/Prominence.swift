internal import OSMReader

#if canImport(Glibc)
    internal import Glibc
#endif

/// How likely someone who types a name means this bearer of it, 0…1, from the tags alone.
///
/// For places it is their `Importance`. Settlements, areas and streets, which have names for all to
/// know, start from their type: country 0.85, city 0.7, town 0.58, village and suburb 0.45, hamlet
/// 0.36; a street from 0.17 (path) to 0.3 (main road), more than any shop. On top, each taken as an
/// independent chance as there: an article 0.1, a capital 0.15, p inhabitants 0.06 · log10(p).
enum Prominence {
    static func settlement(_ type: String, _ tags: OSMTags) -> Double {
        raise(settlements[type] ?? 0.25, by: tags)
    }

    /// - Parameters:
    ///   - level: Of an administrative boundary.
    ///   - type: The kind of settlement it is, where it says so.
    static func area(level: Int?, type: String?, isPostal: Bool, _ tags: OSMTags) -> Double {
        if isPostal { return postcode }
        let known = type.flatMap { settlements[$0] }
        guard let level else { return raise(known ?? 0.25, by: tags) }
        return raise(max(levels[min(max(level, 0), 12)], known ?? 0), by: tags)
    }

    static let postcode = 0.3

    /// - Parameter ways: How many ways the street is made of: long streets are known more widely.
    static func street(_ type: String, ways: Int, hasArticle: Bool) -> Double {
        let known = streets[type] ?? 0.2
        let length = min(0.06, 0.012 * log2(Double(max(ways, 1))))
        return 1 - (1 - known - length) * (hasArticle ? 0.9 : 1)
    }

    static func hasArticle(_ tags: OSMTags) -> Bool {
        tags["wikidata"] != nil || tags["wikipedia"] != nil
    }

    private static func raise(_ known: Double, by tags: OSMTags) -> Double {
        var unknown = 1 - known
        if hasArticle(tags) { unknown *= 1 - 0.1 }
        if tags["capital"].map({ $0 != "no" }) == true { unknown *= 1 - 0.15 }
        if let population = SettlementTags.population(tags), population > 1 {
            unknown *= 1 - min(0.5, 0.06 * log10(Double(population)))
        }
        return 1 - unknown
    }

    /// By `admin_level`.
    private static let levels = [
        0.9, 0.9, 0.85, 0.65, 0.65, 0.55, 0.52, 0.48, 0.46, 0.4, 0.38, 0.32, 0.28,
    ]

    private static let settlements: [String: Double] = [
        "country": 0.85, "state": 0.65, "province": 0.6, "region": 0.5, "city": 0.7,
        "county": 0.52, "municipality": 0.5, "district": 0.45, "town": 0.58, "borough": 0.5,
        "village": 0.45, "suburb": 0.45, "quarter": 0.4, "neighbourhood": 0.36, "hamlet": 0.36,
        "archipelago": 0.42, "island": 0.4, "islet": 0.22, "allotments": 0.2, "locality": 0.22,
        "isolated_dwelling": 0.2, "farm": 0.2, "city_block": 0.2,
    ]

    private static let streets: [String: Double] = [
        "motorway": 0.28, "trunk": 0.29, "primary": 0.3, "secondary": 0.28, "tertiary": 0.27,
        "unclassified": 0.25, "residential": 0.25, "living_street": 0.25, "pedestrian": 0.26,
        "square": 0.3, "road": 0.23, "service": 0.19, "track": 0.18, "cycleway": 0.17,
        "footway": 0.17, "path": 0.17, "steps": 0.17, "bridleway": 0.16, "corridor": 0.12,
        "motorway_link": 0.2, "trunk_link": 0.2, "primary_link": 0.2, "secondary_link": 0.2,
        "tertiary_link": 0.2,
    ]
}
