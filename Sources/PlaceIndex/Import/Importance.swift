internal import OSMReader

#if canImport(Glibc)
    internal import Glibc
#endif

/// How widely known a place is, 0…1, from its tags alone.
///
/// Each sign is taken as an independent chance that a stranger has heard of the place, and
/// importance is the chance that at least one holds: `1 − Π (1 − sign)`. The signs:
///
/// - its kind: 0.01 for a bench … 0.3 for a castle or a museum (`kinds`), half of it when the
///   object has no name;
/// - an article: 0.35 for `wikipedia`, 0.25 for `wikidata`;
/// - names in n languages (`name:xx`): 0.4 · (1 − e^(−n/6));
/// - `height` of h metres: 0.3 · h / (h + 60);
/// - p inhabitants: 0.08 · log10(p), at most 0.6;
/// - a listed monument (`heritage`): 0.1; `tourism=attraction` beside another kind: 0.1.
///
/// More signs never lower it, and no sign alone makes a place sure to be known.
enum Importance {
    static func of(_ tags: OSMTags, kind: PlaceKind) -> Double {
        let known = kinds["\(kind.category)=\(kind.type)"] ?? categories[kind.category] ?? 0.05
        var unknown = 1 - (tags["name"] == nil ? known / 2 : known)
        if tags["wikipedia"] != nil { unknown *= 1 - 0.35 }
        if tags["wikidata"] != nil { unknown *= 1 - 0.25 }
        let languages = tags.all.count { isNameInALanguage($0.key) }
        unknown *= 1 - 0.4 * (1 - exp(-Double(languages) / 6))
        if let height = tags["height"].flatMap(meters), height > 0 {
            unknown *= 1 - 0.3 * height / (height + 60)
        }
        if let population = SettlementTags.population(tags), population > 1 {
            unknown *= 1 - min(0.6, 0.08 * log10(Double(population)))
        }
        if tags["heritage"] != nil { unknown *= 1 - 0.1 }
        if tags["tourism"] == "attraction", kind.category != "tourism" { unknown *= 1 - 0.1 }
        return 1 - unknown
    }

    /// Whether a key is `name:` and a language code, as `name:fi` or `name:zh-Hant`.
    private static func isNameInALanguage(_ key: String) -> Bool {
        guard key.hasPrefix("name:") else { return false }
        let code = key.dropFirst(5).prefix { $0 != "-" }
        return (2...3).contains(code.count) && code.allSatisfy(\.isLowercase)
    }

    /// A length as OSM writes it: metres, `12 m`, or feet, `40'` and `40 ft`.
    static func meters(_ text: String) -> Double? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        guard let value = Double(number) else { return nil }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        switch unit {
        case "", "m": return value
        case "'", "ft": return value * 0.3048
        default: return nil
        }
    }

    private static let categories: [String: Double] = [
        "amenity": 0.06, "tourism": 0.1, "shop": 0.05, "historic": 0.12, "leisure": 0.06,
        "aeroway": 0.2, "railway": 0.15, "craft": 0.04, "healthcare": 0.05, "office": 0.04,
        "club": 0.04, "emergency": 0.02, "military": 0.08, "man_made": 0.08, "natural": 0.08,
        "mountain_pass": 0.15, "waterway": 0.08, "highway": 0.02, "public_transport": 0.03,
        "aerialway": 0.08, "geological": 0.08, "place": 0.1, "boundary": 0.15, "landuse": 0.03,
        "building": 0.06, "bridge": 0.1,
    ]

    private static let kinds: [String: Double] = [
        "amenity=bench": 0.01, "amenity=waste_basket": 0.005, "amenity=recycling": 0.01,
        "amenity=bicycle_parking": 0.01, "amenity=parking": 0.015, "amenity=vending_machine": 0.01,
        "amenity=post_box": 0.01, "amenity=atm": 0.01, "amenity=telephone": 0.01,
        "amenity=toilets": 0.015, "amenity=drinking_water": 0.015, "amenity=shelter": 0.015,
        "amenity=waste_disposal": 0.005, "amenity=motorcycle_parking": 0.005,
        "amenity=bicycle_rental": 0.015, "amenity=charging_station": 0.015,
        "amenity=place_of_worship": 0.2, "amenity=university": 0.2, "amenity=theatre": 0.2,
        "amenity=townhall": 0.2, "amenity=library": 0.12, "amenity=hospital": 0.12,
        "amenity=arts_centre": 0.12, "amenity=fountain": 0.08, "amenity=marketplace": 0.15,
        "amenity=courthouse": 0.1, "amenity=embassy": 0.08, "amenity=ferry_terminal": 0.12,
        "amenity=parliament": 0.25,
        "tourism=museum": 0.3, "tourism=gallery": 0.18, "tourism=attraction": 0.25,
        "tourism=zoo": 0.3, "tourism=theme_park": 0.3, "tourism=aquarium": 0.25,
        "tourism=viewpoint": 0.12, "tourism=artwork": 0.08, "tourism=hotel": 0.08,
        "tourism=information": 0.02, "tourism=picnic_site": 0.02,
        "historic=castle": 0.3, "historic=fort": 0.25, "historic=monument": 0.25,
        "historic=church": 0.2, "historic=ruins": 0.15, "historic=archaeological_site": 0.15,
        "historic=memorial": 0.1, "historic=wayside_cross": 0.03, "historic=wayside_shrine": 0.03,
        "historic=boundary_stone": 0.02,
        "leisure=park": 0.12, "leisure=stadium": 0.25, "leisure=nature_reserve": 0.15,
        "leisure=garden": 0.06, "leisure=playground": 0.02, "leisure=pitch": 0.015,
        "leisure=picnic_table": 0.005, "leisure=swimming_pool": 0.01,
        "leisure=outdoor_seating": 0.01,
        "aeroway=aerodrome": 0.3, "railway=station": 0.25, "railway=tram_stop": 0.03,
        "railway=subway_entrance": 0.03, "railway=halt": 0.1,
        "man_made=lighthouse": 0.2, "man_made=tower": 0.1, "man_made=bridge": 0.15,
        "man_made=obelisk": 0.15, "man_made=windmill": 0.12, "man_made=observatory": 0.15,
        "man_made=mast": 0.03, "man_made=flagpole": 0.01, "man_made=crane": 0.02,
        "natural=peak": 0.12, "natural=volcano": 0.25, "natural=tree": 0.02, "natural=spring": 0.03,
        "natural=beach": 0.1, "natural=glacier": 0.2, "natural=cave_entrance": 0.06,
        "waterway=waterfall": 0.15, "waterway=river": 0.2, "waterway=stream": 0.04,
        "place=square": 0.15, "place=island": 0.15, "boundary=national_park": 0.3,
        "boundary=protected_area": 0.12, "building=cathedral": 0.3, "building=church": 0.2,
        "highway=milestone": 0.01,
    ]
}
