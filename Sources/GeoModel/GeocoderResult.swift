/// One line of an address, smallest first: `house_number`, `road`, … `country`, `country_code`.
package struct AddressPart: Hashable, Sendable, Codable {
    /// Nominatim's key.
    package let key: String
    package let value: String
    /// Whether it was taken from what is near, not from an area that contains the point.
    package let isInferred: Bool
    /// Nominatim's `rank_address`, 4 (country) … 30 (a shop); nil where nobody asks, as in a record.
    package let addressRank: Int?
    /// The `admin_level` of the boundary that it names; nil when it is none.
    package let adminLevel: Int?

    package init(
        key: String, value: String, isInferred: Bool = false, addressRank: Int? = nil,
        adminLevel: Int? = nil
    ) {
        self.key = key
        self.value = value
        self.isInferred = isInferred
        self.addressRank = addressRank
        self.adminLevel = adminLevel
    }
}

/// What a geocoder answers with, in Nominatim's terms: to "what is here", to a name, to an id.
///
/// Every format is written from this value alone.
package struct GeocoderResult: Hashable, Sendable {
    /// nil when only the country is known, from the country polygons.
    package let ref: OSMRef?
    package let category, type: String
    /// Nominatim's `place_rank`, 4 (country) … 30 (house).
    package let placeRank: Int
    /// Nominatim's `rank_address`: the line that the object takes in an address; 0 for none.
    package let addressRank: Int
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
    /// Geodesic metres from the asked point to the object, 0 inside it; nil where none was asked.
    package let distanceInMeters: Double?
    /// The time zone there, a name of the IANA database; nil where it is not known for sure.
    package var timezone: String?
    /// The nearest settlement, where no part of the address is one.
    package var nearestSettlement: String?
    /// The whole shape; read only for those who ask for it.
    package var footprint: Geometry?

    package init(
        ref: OSMRef?, category: String, type: String, placeRank: Int, addressRank: Int,
        addressType: String, importance: Double, name: String?, displayName: String,
        address: [AddressPart], tags: [String: String], position: Coordinate,
        boundingBox: BoundingBox, distanceInMeters: Double?, footprint: Geometry? = nil
    ) {
        self.ref = ref
        self.category = category
        self.type = type
        self.placeRank = placeRank
        self.addressRank = addressRank
        self.addressType = addressType
        self.importance = importance
        self.name = name
        self.displayName = displayName
        self.address = address
        self.tags = tags
        self.position = position
        self.boundingBox = boundingBox
        self.distanceInMeters = distanceInMeters
        self.footprint = footprint
    }

    /// The value of an address part, as `result["country_code"]`.
    package subscript(key: String) -> String? { address.first { $0.key == key }?.value }

    /// The settlement's name: city, town, village, hamlet or municipality, the first there is, else
    /// the coarsest part of one, else the nearest.
    package var locality: String? {
        Self.localityKeys.lazy.compactMap { self[$0] }.first ?? nearestSettlement
    }

    private static let localityKeys = [
        "city", "town", "village", "hamlet", "municipality", "city_district", "borough", "suburb",
        "quarter", "neighbourhood", "subdivision", "isolated_dwelling", "farm", "allotments",
        "residential", "city_block", "locality",
    ]
}
