/// Nominatim's ranks: how fine an object is, 4 a country … 30 a house or a shop.
///
/// <https://nominatim.org/release-docs/latest/customize/Ranking/>. `search` orders objects by size,
/// `address` is the line an object takes in an address; 0 keeps it out of addresses.
struct PlaceRank: Hashable {
    let search, address: Int

    init(_ search: Int, _ address: Int) {
        self.search = search
        self.address = address
    }

    static let country = PlaceRank(4, 4)
    static let house = PlaceRank(30, 30)

    /// The rank of an administrative boundary: twice its level.
    static func administrative(level: Int) -> PlaceRank {
        let rank = min(max(level, 2), 12) * 2
        return PlaceRank(rank, rank)
    }

    /// The rank of a street by its `highway` value.
    static func street(_ highway: String) -> PlaceRank {
        minorStreets.contains(highway) || highway.hasSuffix("_link")
            ? PlaceRank(27, 27) : PlaceRank(26, 26)
    }

    private static let minorStreets: Set = [
        "service", "cycleway", "path", "footway", "steps", "bridleway", "corridor", "platform",
    ]

    /// The rank of a `place=*` node or polygon; nil for what is no part of addresses.
    static func settlement(_ type: String) -> PlaceRank? { settlements[type] }

    private static let settlements: [String: PlaceRank] = [
        "state": .init(8, 8), "province": .init(8, 8), "region": .init(18, 0),
        "county": .init(12, 12), "district": .init(18, 18), "municipality": .init(18, 18),
        "borough": .init(18, 18), "city": .init(16, 16), "town": .init(18, 16),
        "village": .init(19, 16), "hamlet": .init(20, 20), "suburb": .init(19, 20),
        "subdivision": .init(19, 20), "croft": .init(20, 20), "allotments": .init(20, 20),
        "island": .init(17, 0), "islet": .init(20, 0), "quarter": .init(20, 22),
        "isolated_dwelling": .init(22, 22), "farm": .init(22, 22),
        "neighbourhood": .init(24, 24),
        "square": .init(25, 25), "locality": .init(25, 0),
    ]

    /// The key of an administrative boundary that no place is linked to, by its address rank.
    static func administrativeKey(rank: Int, countryCode: String?) -> String {
        switch (rank / 2, countryCode) {
        case (3, "no"), (3, "se"): "state"
        case (4, "no"), (4, "se"): "county"
        case (...2, _): "country"
        case (3, _): "region"
        case (4, _): "state"
        case (5, _): "state_district"
        case (6, _): "county"
        case (7, _): "municipality"
        case (8, _): "city"
        case (9, _): "city_district"
        case (10, _): "suburb"
        case (11, _): "neighbourhood"
        default: "city_block"
        }
    }

    /// How far from a place node an address may still name it, in metres, by its rank in searches.
    /// Nominatim's own figures.
    static func reachInMeters(search rank: Int) -> Double {
        switch rank {
        case ...16: 15_000
        case ...18: 4_000
        case 19: 2_000
        case 20: 1_000
        default: 500
        }
    }

    /// How far a place node may be to be the answer itself, in metres: Nominatim's figures, which
    /// are degrees there, along a meridian.
    static func answerReachInMeters(search rank: Int) -> Double {
        switch rank {
        case ...17: 17_800
        case 18: 8_900
        case 19: 4_450
        default: 2_225
        }
    }

    /// The finest rank that a zoom asks for.
    static func finest(zoom: Int) -> Int {
        [2, 2, 2, 4, 4, 8, 10, 10, 12, 12, 16, 17, 18, 19, 22, 25, 26, 27, 30][zoom]
    }
}

/// What may answer a reverse query, as Nominatim's parameter `layer` has it.
package enum Layer: String, CaseIterable, Hashable, Sendable {
    case address, poi, railway, natural, manmade

    /// The layer of a row of `place`; nil for a building, which answers by its address.
    static func of(category: String, type: String) -> Layer? {
        switch category {
        case "building", "place": nil
        case "railway": pointOfInterestStations.contains(type) ? .poi : .railway
        case "natural": pointOfInterestNature.contains(type) ? .poi : .natural
        case "water", "waterway": .natural
        case "boundary", "landuse", "bridge", "tunnel", "military", "barrier", "power": .manmade
        case "leisure": type == "park" || type == "nature_reserve" ? .manmade : .poi
        default: .poi
        }
    }

    private static let pointOfInterestStations: Set = [
        "station", "halt", "stop", "tram_stop", "subway_entrance", "platform",
    ]
    private static let pointOfInterestNature: Set = ["tree", "spring", "stone", "rock", "geyser"]
}
