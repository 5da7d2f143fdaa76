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

    /// The rank of a street by its `highway` value.
    static func street(_ highway: String) -> PlaceRank {
        minorStreets.contains(highway) || highway.hasSuffix("_link")
            ? PlaceRank(27, 27) : PlaceRank(26, 26)
    }

    private static let minorStreets: Set = [
        "service", "cycleway", "path", "footway", "steps", "bridleway", "corridor", "platform",
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

    /// How far a place node may be to be the answer itself, in degrees: Nominatim's figures.
    static func answerReachInDegrees(search rank: Int) -> Double {
        switch rank {
        case ...17: 0.16
        case 18: 0.08
        case 19: 0.04
        default: 0.02
        }
    }

    /// The same along a meridian, in metres, with a little more.
    static func answerReachInMeters(search rank: Int) -> Double {
        answerReachInDegrees(search: rank) * 111_700
    }

    /// How fine a thing is that takes no line of an address: a lake, a park, a protected area.
    static func feature(_ category: String, _ type: String) -> Int {
        features["\(category)=\(type)"] ?? features[category] ?? 30
    }

    private static let features = [
        "natural": 22, "natural=peak": 18, "natural=volcano": 18, "natural=mountain_range": 18,
        "natural=sea": 4, "water": 22, "water=lake": 20, "water=reservoir": 20,
        "water=wastewater": 24, "water=pond": 24, "water=fountain": 24, "waterway": 20,
        "waterway=river": 19, "waterway=stream": 22, "waterway=ditch": 22, "waterway=drain": 22,
        "leisure=park": 24, "leisure=nature_reserve": 24, "leisure=garden": 25,
        "leisure=common": 25, "landuse": 24, "boundary": 25, "mountain_pass": 20,
    ]

    /// The finest rank that a zoom asks for.
    static func finest(zoom: Int) -> Int {
        [2, 2, 2, 4, 4, 8, 10, 10, 12, 12, 16, 17, 18, 19, 22, 25, 26, 27, 30][zoom]
    }
}

/// What may answer a reverse query, as Nominatim's parameter `layer` has it.
package enum Layer: String, CaseIterable, Hashable, Sendable {
    case address, poi, railway, natural, manmade

    /// The layers of a row of `place`; none for a building, which answers by its address.
    static func of(category: String, type: String) -> LayerSet {
        switch category {
        case "building", "place": []
        case "railway": [.poi, .railway]
        case "natural": pointOfInterestNature.contains(type) ? [.poi, .natural] : [.natural]
        case "water", "waterway", "mountain_pass": [.natural]
        case "boundary", "landuse": [.manmade]
        case "bridge", "tunnel", "military", "barrier", "power": [.poi, .manmade]
        case "leisure": areas.contains(type) ? [.manmade] : [.poi]
        default: [.poi]
        }
    }

    /// Whether a thing without a name answers: what someone would give as the place where they are.
    static func answersUnnamed(_ category: String, _ type: String) -> Bool {
        switch category {
        case "natural", "railway", "bridge", "waterway": false
        case "amenity": type != "waste_disposal" && type != "hunting_stand"
        case "emergency": type != "fire_hydrant"
        case "leisure": type != "swimming_pool"
        case "man_made": structures.contains(type)
        default: true
        }
    }

    private static let structures: Set = [
        "pier", "tower", "bridge", "water_tower", "adit", "lighthouse", "watermill", "tunnel",
    ]
    /// What someone is in, not at.
    private static let areas: Set = ["park", "nature_reserve", "garden", "common"]
    private static let pointOfInterestNature: Set = [
        "tree", "spring", "stone", "rock", "geyser", "cave_entrance", "hot_spring",
    ]
}

/// Layers as the bits of a number: compared with those of every row that is looked at.
struct LayerSet: OptionSet {
    let rawValue: UInt8

    static let address = LayerSet(.address)
    static let poi = LayerSet(.poi)
    static let railway = LayerSet(.railway)
    static let natural = LayerSet(.natural)
    static let manmade = LayerSet(.manmade)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ layers: some Sequence<Layer>) {
        self = layers.reduce(into: LayerSet()) { $0.formUnion(LayerSet($1)) }
    }

    private init(_ layer: Layer) {
        let bit: UInt8 =
            switch layer {
            case .address: 0
            case .poi: 1
            case .railway: 2
            case .natural: 3
            case .manmade: 4
            }
        rawValue = 1 << bit
    }
}
