internal import OSMReader

/// What a map object is to people: the tag that says it, as Nominatim's category and type.
struct PlaceKind: Hashable {
    let category, type: String

    /// Returns the most telling kind; nil for what no person would point at.
    ///
    /// An object with several main tags, as a museum in a castle, is one place: the tag that names
    /// a use comes before the one that names a look (`PlaceKind.rules`, in order), and values that
    /// say little, as `tourism=attraction`, come last. All tags stay with the place.
    ///
    /// Named objects count with every rule; unnamed ones only when their value is among those that
    /// people point at.
    init?(_ tags: OSMTags) {
        let candidates = tags.all.compactMap { tag in
            Self.ruleOfKey[tag.key].map { (rule: $0, value: tag.value) }
        }
        guard !candidates.isEmpty else { return nil }
        let isNamed = tags["name"] != nil
        var vague: PlaceKind?
        for (number, value) in candidates.sorted(by: { $0.rule < $1.rule }) {
            let rule = Self.rules[number]
            guard !Self.negations.contains(value), !rule.excluded.contains(value),
                rule.allows(value, isNamed: isNamed, tags)
            else { continue }
            let kind = PlaceKind(category: rule.key, type: value)
            if kind == Self.anyBuilding, let vague, vague.type != "yes" {
                self = vague
                return
            }
            guard Self.vagueValues[rule.key]?.contains(value) == true else {
                self = kind
                return
            }
            vague = vague ?? kind
        }
        guard let vague else { return nil }
        self = vague
    }

    private init(category: String, type: String) {
        self.category = category
        self.type = type
    }

    /// Whether a closed way of this kind is still a line, as a river round an island or a cliff.
    func isLine(_ tags: OSMTags) -> Bool {
        if let area = tags["area"] { return area == "no" }
        return Self.lines[category]?.contains(type) == true
    }
}

extension PlaceKind {
    struct Rule {
        let key: String
        /// Values that make no place, named or not.
        var excluded: Set<String> = []
        /// Values that need no name; nil: none does.
        var unnamed: Unnamed = .none

        enum Unnamed {
            case none
            case allBut(Set<String>)
            case only(Set<String>)
        }

        /// Whether an object without a name may be a place by this rule.
        var takesUnnamed: Bool {
            if case .none = unnamed { false } else { true }
        }

        func allows(_ value: String, isNamed: Bool, _ tags: OSMTags) -> Bool {
            if isNamed { return true }
            // A tree that is mapped for what it is, not one of a thousand.
            if key == "natural", value == "tree" {
                return tags["denotation"].map { !["avenue", "urban", "agricultural"].contains($0) }
                    ?? false
            }
            switch unnamed {
            case .none: return false
            case .allBut(let excluded): return !excluded.contains(value)
            case .only(let included): return included.contains(value)
            }
        }
    }

    static let negations: Set<String> = ["no", "none", "vacant", "disused", "proposed"]

    /// The main keys, the most telling first. After the keys that Nominatim's default style takes
    /// for points of interest, <https://nominatim.org/release-docs/latest/customize/Import-Styles/>.
    static let rules: [Rule] = [
        Rule(
            key: "amenity",
            unnamed: .allBut(["yes", "parking_space", "parking_entrance", "loading_dock"])),
        Rule(key: "tourism", unnamed: .allBut(["yes"])),
        Rule(key: "shop", unnamed: .allBut(["yes"])),
        Rule(key: "historic", unnamed: .allBut(["yes", "building"])),
        Rule(
            key: "leisure", excluded: ["common"],
            unnamed: .only([
                "playground", "picnic_table", "firepit", "bird_hide", "wildlife_hide",
                "fitness_station", "slipway", "bandstand", "pitch", "bathing_place", "sauna",
                "dog_park", "park", "miniature_golf", "ice_rink", "swimming_area", "marina",
                "sports_centre", "stadium", "water_park", "golf_course", "nature_reserve",
                "outdoor_seating", "swimming_pool",
            ])),
        Rule(
            key: "aeroway", excluded: ["taxiway", "taxilane", "runway"],
            unnamed: .only(["aerodrome", "heliport", "helipad", "terminal"])),
        Rule(
            key: "railway",
            excluded: [
                "rail", "tram", "subway", "light_rail", "narrow_gauge", "abandoned", "razed",
                "construction", "platform", "platform_edge", "switch", "signal", "miniature",
                "funicular", "monorail", "preserved", "level_crossing", "crossing", "buffer_stop",
                "tram_crossing", "tram_level_crossing", "derail", "railway_crossing", "milestone",
            ], unnamed: .only(["station", "halt", "tram_stop", "subway_entrance", "turntable"])),
        Rule(key: "craft", unnamed: .allBut(["yes"])),
        Rule(key: "healthcare", unnamed: .allBut(["yes"])),
        Rule(key: "office"),
        Rule(key: "club"),
        Rule(
            key: "emergency", excluded: ["yes", "designated", "destination", "private"],
            unnamed: .only(["phone", "defibrillator", "lifeguard", "assembly_point", "siren"])),
        Rule(key: "military"),
        Rule(
            key: "man_made", excluded: ["pipeline", "cutline"],
            unnamed: .only([
                "tower", "water_tower", "windmill", "watermill", "lighthouse", "chimney", "obelisk",
                "cross", "pier", "mast", "crane", "flagpole", "cairn", "telescope", "observatory",
                "water_well", "communications_tower", "kiln", "adit", "mineshaft", "campanile",
                "beacon", "gasometer", "monitoring_station", "bridge", "silo",
            ])),
        Rule(
            key: "natural", excluded: ["coastline"],
            unnamed: .only([
                "spring", "hot_spring", "geyser", "cave_entrance", "peak", "volcano", "rock",
                "stone", "arch", "sinkhole", "beach", "saddle",
            ])),
        Rule(key: "mountain_pass"),
        Rule(key: "waterway", unnamed: .only(["waterfall", "lock_gate", "dam", "weir"])),
        Rule(
            key: "highway",
            excluded: Set(StreetTags.roads).union(["proposed", "construction"]),
            unnamed: .only(["bus_stop", "milestone", "rest_area", "services"])),
        Rule(key: "public_transport", excluded: ["stop_position", "platform", "stop_area"]),
        Rule(key: "aerialway", excluded: ["pylon"]),
        Rule(key: "geological", unnamed: .only(["outcrop", "moraine", "palaeontological_site"])),
        Rule(
            key: "place",
            excluded: Set(SettlementTags.types).subtracting([
                "island", "islet", "locality", "farm", "isolated_dwelling", "square",
            ])),
        Rule(
            key: "boundary",
            excluded: [
                "administrative", "postal_code", "political", "historic", "census", "place",
                "maritime", "religious_administration", "statistical", "timezone",
            ]),
        Rule(key: "landuse", excluded: ["construction"]),
        Rule(key: "building"),
        Rule(key: "bridge", excluded: Set(["yes", "viaduct"])),
    ]

    private static let ruleOfKey = Dictionary(
        uniqueKeysWithValues: rules.enumerated().map { ($0.element.key, $0.offset) })

    /// Says the least of all: an attraction is one first, and then a building.
    private static let anyBuilding = PlaceKind(category: "building", type: "yes")

    /// Values that say less than another main tag of the same object.
    static let vagueValues: [String: Set<String>] = [
        "tourism": ["attraction", "yes"], "historic": ["yes", "building", "heritage"],
        "leisure": ["yes"], "shop": ["yes"], "amenity": ["yes"], "man_made": ["yes"],
        "public_transport": ["station"],
    ]

    /// Kinds that are lines even when their way is closed.
    static let lines: [String: Set<String>] = [
        "waterway": ["river", "stream", "canal", "ditch", "drain", "weir", "dam"],
        "natural": ["cliff", "ridge", "arete", "valley", "tree_row"],
        "man_made": ["embankment", "breakwater", "groyne", "dyke", "pier", "goods_conveyor"],
        "leisure": ["track", "slipway"],
        "historic": ["citywalls"],
        "aerialway": [
            "cable_car", "gondola", "chair_lift", "drag_lift", "t-bar", "platter", "zip_line",
        ],
    ]
}
