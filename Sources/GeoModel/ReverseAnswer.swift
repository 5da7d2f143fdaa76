/// One line of an address, smallest first: `house_number`, `road`, … `country`, `country_code`.
package struct AddressPart: Hashable, Sendable, Codable {
    /// Nominatim's key.
    package let key: String
    package let value: String
    /// Whether it was taken from what is near, not from an area that contains the point.
    package let isInferred: Bool

    package init(key: String, value: String, isInferred: Bool = false) {
        self.key = key
        self.value = value
        self.isInferred = isInferred
    }
}

/// The answer to "what is here", in Nominatim's terms.
package struct ReverseAnswer: Hashable, Sendable {
    /// nil when only the country is known, from the country polygons.
    package let ref: OSMRef?
    package let category, type: String
    /// Nominatim's `place_rank`, 4 (country) … 30 (house).
    package let placeRank: Int
    /// Nominatim's `addresstype`: the key under which the object stands in its own address.
    package let addressType: String
    package let importance: Double
    /// nil for a nameless object, such as a house with a number.
    package let name: String?
    /// The address on one line, smallest part first.
    package let displayName: String
    package let address: [AddressPart]
    /// The object's tags: all names and extra tags.
    package let tags: [String: String]
    /// A point on the object.
    package let position: Coordinate
    package let boundingBox: BoundingBox
    /// Geodesic metres from the asked point to the object; 0 inside it.
    package let distanceInMeters: Double

    package init(
        ref: OSMRef?, category: String, type: String, placeRank: Int, addressType: String,
        importance: Double, name: String?, displayName: String, address: [AddressPart],
        tags: [String: String], position: Coordinate, boundingBox: BoundingBox,
        distanceInMeters: Double
    ) {
        self.ref = ref
        self.category = category
        self.type = type
        self.placeRank = placeRank
        self.addressType = addressType
        self.importance = importance
        self.name = name
        self.displayName = displayName
        self.address = address
        self.tags = tags
        self.position = position
        self.boundingBox = boundingBox
        self.distanceInMeters = distanceInMeters
    }

    /// The value of an address part, as `answer["country_code"]`.
    package subscript(key: String) -> String? { address.first { $0.key == key }?.value }

    /// The settlement's name: city, town, village, hamlet or municipality, the first there is.
    package var locality: String? {
        ["city", "town", "village", "hamlet", "municipality"].lazy.compactMap { self[$0] }.first
    }
}
