/// What an administrative level or a kind of settlement means differs by country.
///
/// Levels as <https://wiki.openstreetmap.org/wiki/Tag:boundary%3Dadministrative> lists them; which
/// of them take a line of an address, as Nominatim has it
/// (<https://nominatim.org/release-docs/latest/customize/Ranking/>).
extension PlaceRank {
    /// The rank of an administrative boundary: twice its level, where the country has no rule.
    static func administrative(level: Int, countryCode: String?) -> PlaceRank {
        let level = min(max(level, 2), 12)
        if let rank = countryCode.flatMap({ countryLevels[$0]?[level] }) { return rank }
        return PlaceRank(level * 2, level * 2)
    }

    /// The rank of a `place=*` node or polygon; nil for what is no settlement.
    static func settlement(_ type: String, countryCode: String?) -> PlaceRank? {
        countryCode.flatMap { countrySettlements[$0]?[type] } ?? settlements[type]
    }

    /// Whether a country has a rule of its own for a kind of settlement.
    static func isRankedByCountry(_ type: String) -> Bool { typesRankedByCountry.contains(type) }

    private static let typesRankedByCountry = Set(countrySettlements.values.flatMap(\.keys))

    /// The rank of a named stretch of land by its `landuse` value; nil for what names no place.
    static func landuse(_ type: String) -> PlaceRank? {
        landuses.contains(type) ? PlaceRank(24, 24) : nil
    }

    /// Land that people name when they say where they are.
    static let landuses: Set = [
        "residential", "farm", "farmyard", "industrial", "commercial", "allotments", "retail",
    ]

    private static let settlements: [String: PlaceRank] = [
        "state": .init(8, 0), "province": .init(8, 0), "region": .init(18, 0),
        "county": .line(12), "district": .line(12), "municipality": .line(14), "city": .line(16),
        "town": .init(18, 16), "borough": .line(18), "village": .init(19, 16),
        "suburb": .init(19, 20), "hamlet": .line(20), "croft": .line(20),
        "subdivision": .line(22), "allotments": .line(22), "quarter": .init(20, 22),
        "neighbourhood": .line(24), "isolated_dwelling": .init(22, 25), "farm": .init(22, 25),
        "city_block": .line(25), "square": .line(25), "locality": .line(25),
        "island": .init(17, 0), "islet": .init(20, 0),
    ]

    private static let countrySettlements: [String: [String: PlaceRank]] = [
        "ca": ["county": .init(12, 0)],
        "de": ["region": .init(10, 0), "county": .init(12, 0)],
        "es": ["province": .line(10), "civil_parish": .line(18)],
        "id": ["municipality": .line(18)],
        "ru": ["municipality": .line(18)],
        "sa": ["province": .line(12), "municipality": .line(18)],
    ]

    private static let countryLevels: [String: [Int: PlaceRank]] = [
        "au": [6: .init(12, 0)],
        "be": [
            3: .init(5, 0), 4: .line(6), 5: .init(7, 0), 6: .line(8), 7: .line(12), 8: .line(14),
            9: .line(16), 10: .line(18),
        ],
        "br": [5: .init(10, 0), 6: .init(12, 0), 7: .init(14, 0)],
        "cz": [
            5: .line(12), 6: .init(13, 0), 7: .init(14, 0), 8: .line(14), 9: .line(15),
            10: .line(16),
        ],
        "de": [5: .init(10, 0)],
        "es": [5: .init(10, 0), 6: .line(10), 7: .line(12), 10: .line(22)],
        "id": [
            5: .line(12), 6: .line(14), 7: .line(16), 8: .line(20), 9: .line(22), 10: .line(24),
        ],
        "jp": [7: .line(16), 8: .line(18), 9: .line(20), 10: .line(22), 11: .line(24)],
        "nl": [7: .init(13, 0), 8: .line(14), 9: .init(15, 0), 10: .line(16)],
        "no": [3: .line(8), 4: .line(12)],
        "ru": [5: .init(10, 0), 7: .init(13, 0), 8: .line(14)],
        "se": [3: .line(8), 4: .line(12)],
    ]

    /// One rank for searches and addresses alike.
    private static func line(_ rank: Int) -> PlaceRank { PlaceRank(rank, rank) }
}
