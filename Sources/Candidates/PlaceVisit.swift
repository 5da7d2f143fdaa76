import GeoModel

/// From where an area is photographed, by its kind.
enum PlaceVisit {
    /// Mostly from within: one walks in a park, and stands in a square.
    case walkedIn
    /// As often from within as not: there is something to see inside.
    case seenInside
    case fromOutside

    init(_ place: Place) {
        let type = place.type
        switch place.category {
        case "landuse": self = Self.shut.contains(type) ? .fromOutside : .walkedIn
        case "boundary": self = Self.reserves.contains(type) ? .walkedIn : .fromOutside
        case "shop": self = .seenInside
        case "amenity" where type == "marketplace": self = .walkedIn
        case "amenity": self = Self.amenities.contains(type) ? .seenInside : .fromOutside
        case "leisure": self = Self.leisure.contains(type) ? .walkedIn : .fromOutside
        case "tourism" where Self.exhibitions.contains(type): self = .seenInside
        case "tourism": self = Self.grounds.contains(type) ? .walkedIn : .fromOutside
        case "natural": self = Self.land.contains(type) ? .walkedIn : .fromOutside
        case "place": self = type == "square" || type == "islet" ? .walkedIn : .fromOutside
        case "railway": self = type == "station" ? .walkedIn : .fromOutside
        case "highway": self = type == "pedestrian" ? .walkedIn : .fromOutside
        case "historic": self = type == "archaeological_site" ? .walkedIn : .fromOutside
        default: self = .fromOutside
        }
    }

    private static let leisure: Set<String> = [
        "park", "garden", "nature_reserve", "playground", "pitch", "dog_park", "common",
        "golf_course", "beach_resort", "miniature_golf", "track",
    ]
    /// Land that nobody walks on; a shopping street, a campus or a meadow one does.
    private static let shut: Set<String> = [
        "industrial", "construction", "military", "railway", "quarry", "landfill", "brownfield",
        "depot", "port", "garages", "greenhouse_horticulture", "reservoir", "basin",
    ]
    private static let reserves: Set<String> = ["national_park", "protected_area"]
    private static let grounds: Set<String> = ["zoo", "theme_park", "camp_site", "picnic_site"]
    private static let land: Set<String> = ["beach", "wood", "heath"]
    private static let exhibitions: Set<String> = ["museum", "gallery", "aquarium"]
    private static let amenities: Set<String> = [
        "restaurant", "cafe", "bar", "pub", "fast_food", "food_court", "ice_cream", "biergarten",
        "place_of_worship", "theatre", "cinema", "library", "arts_centre", "planetarium",
    ]
}
