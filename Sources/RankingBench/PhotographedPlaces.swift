/// What people photograph: how often an object of the map is the subject of a photo.
///
/// An assumption, stated here in full. People point a camera at sights first, then at what they eat
/// and visit, and seldom at what only serves. The weight of a kind (`kinds`, else `categories`, else
/// 0.1) is multiplied by 4 for an object with an article in Wikipedia or an entry in Wikidata, by 2
/// when the map links a picture of it, by 2 from 30 m of height, and by 0.25 without a name.
enum PhotographedPlaces {
    static func weight(of object: MappedObject) -> Double {
        var weight =
            kinds["\(object.category)=\(object.type)"] ?? categories[object.category] ?? 0.1
        if object.hasArticle { weight *= 4 }
        if object.tags["image"] != nil || object.tags["wikimedia_commons"] != nil { weight *= 2 }
        if object.height >= 30 { weight *= 2 }
        if object.name == nil { weight *= 0.25 }
        return weight
    }

    private static let categories: [String: Double] = [
        "tourism": 2, "historic": 3, "natural": 1.5, "leisure": 0.8, "man_made": 2, "amenity": 0.2,
        "shop": 0.3, "building": 1.5, "railway": 0.3, "waterway": 1, "place": 1.5, "bridge": 2,
        "aerialway": 1, "mountain_pass": 3, "aeroway": 1, "office": 0.08, "craft": 0.2,
        "highway": 0.05, "boundary": 0.2, "landuse": 0.1, "emergency": 0.05,
    ]

    private static let kinds: [String: Double] = [
        "tourism=attraction": 8, "tourism=museum": 5, "tourism=artwork": 4, "tourism=viewpoint": 4,
        "tourism=zoo": 6, "tourism=theme_park": 6, "tourism=hotel": 0.5,
        "tourism=information": 0.3, "tourism=apartment": 0.05, "tourism=guest_house": 0.3,
        "historic=castle": 10, "historic=monument": 6, "historic=ruins": 5,
        "historic=memorial": 3, "historic=boundary_stone": 0.5, "historic=wayside_cross": 1.5,
        "amenity=place_of_worship": 6, "amenity=theatre": 3, "amenity=townhall": 3,
        "amenity=university": 1, "amenity=library": 2, "amenity=fountain": 3,
        "amenity=marketplace": 3, "amenity=restaurant": 1, "amenity=cafe": 1, "amenity=bar": 0.7,
        "amenity=pub": 0.7, "amenity=fast_food": 0.5, "amenity=ice_cream": 0.7,
        "amenity=cinema": 0.7, "amenity=ferry_terminal": 1, "amenity=bench": 0.04,
        "amenity=waste_basket": 0.01, "amenity=recycling": 0.02, "amenity=parking": 0.03,
        "amenity=bicycle_parking": 0.02, "amenity=vending_machine": 0.02, "amenity=post_box": 0.05,
        "amenity=atm": 0.02, "leisure=park": 2.5, "leisure=garden": 1.5,
        "leisure=nature_reserve": 2, "leisure=stadium": 3, "leisure=playground": 0.4,
        "leisure=pitch": 0.2, "leisure=picnic_table": 0.05, "railway=station": 3,
        "man_made=tower": 4, "man_made=bridge": 4, "man_made=lighthouse": 8, "man_made=pier": 2,
        "man_made=obelisk": 5, "man_made=flagpole": 0.1, "man_made=mast": 0.2,
        "man_made=surveillance": 0.01, "man_made=street_cabinet": 0.01,
        "natural=peak": 5, "natural=waterfall": 5, "waterway=waterfall": 5, "natural=beach": 3,
        "natural=water": 2, "natural=tree": 0.15, "natural=cave_entrance": 3,
        "natural=spring": 0.7, "place=square": 3, "place=island": 2, "building=cathedral": 8,
        "building=church": 6, "boundary=national_park": 2,
    ]
}
