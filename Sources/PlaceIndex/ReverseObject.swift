internal import Database
internal import GeoModel
internal import Geodesy

/// The object that answers, read in full.
struct ReverseObject {
    let ref: OSMRef
    let category, type: String
    let tags: [String: String]
    let rank: PlaceRank
    /// Nominatim's key of the object in its own address.
    let key: String
    let importance: Double
    let position: Coordinate
    let boundingBox: BoundingBox
    /// Geodesic metres from the asked position.
    let meters: Double
    /// Where on it the asked position is nearest.
    let nearest: Coordinate
    /// `ISO3166-2-lvl4` and the code, for an area that has one.
    var isoCode: AddressPart?
    /// Of a boundary.
    var adminLevel: Int?
    var isArea = false
    /// A street's line, and the middle of it.
    var line: [Coordinate]?
    var middle: Coordinate?
    var houseNumber: String?
    /// `addr:street`, or its associatedStreet relation's name.
    var street: String?
    /// `addr:place`: what the number belongs to where streets have no names.
    var place: String?
    var postcode: String?
    var city: String?
    /// Whether the four above are the object's own, not those of the building it is in.
    var hasOwnAddress: Bool { houseNumber != nil || street != nil || place != nil }

    /// What the object's own address names.
    var addressNames: Set<String> {
        Set(
            tags.lazy.filter { $0.key.hasPrefix("addr:") || $0.key.hasPrefix("is_in:") }.map(
                \.value))
    }

    /// Takes number, street, postcode and city from tags, `street` from a column when it has one.
    mutating func adoptAddress(_ tags: [String: String], street column: String? = nil) {
        houseNumber = tags["addr:housenumber"] ?? tags["addr:conscriptionnumber"]
        place = tags["addr:street"] == nil ? tags["addr:place"] : nil
        street = tags["addr:street"] ?? (column == place ? nil : column)
        postcode = tags["addr:postcode"] ?? postcode
        city = tags["addr:city"] ?? city
    }
}

extension ReverseHit {
    /// Reads the row behind the hit.
    func object(from position: Coordinate) -> ReverseObject {
        let meters =
            degrees > 0
            ? Geodesic.inverse(from: position, to: nearest.position).distanceInMeters : 0
        return switch kind {
        case .place: place(meters)
        case .address: address(meters)
        case .street: street(meters)
        }
    }

    private func street(_ meters: Double) -> ReverseObject {
        let highway = row.text(StreetColumn.type)
        var object = ReverseObject(
            ref: ref, category: "highway", type: highway, tags: tags,
            rank: .street(highway), key: "road", importance: 0.05, position: nearest.position,
            boundingBox: row.footprintBox(StreetColumn.line) ?? BoundingBox(nearest.position),
            meters: meters, nearest: nearest.position)
        object.line = line
        object.middle = self.position
        return object
    }

    private func address(_ meters: Double) -> ReverseObject {
        let tags = tags
        let kind = Self.kind(ofAddress: tags)
        let position = self.position
        var object = ReverseObject(
            ref: ref, category: kind.category, type: kind.type, tags: tags, rank: .house,
            key: kind.category, importance: 0, position: position,
            boundingBox: row.footprintBox(AddressColumn.footprint) ?? BoundingBox(position),
            meters: meters, nearest: nearest.position)
        object.adoptAddress(tags, street: addressStreet)
        object.houseNumber = houseNumber
        object.postcode = row.optionalText(AddressColumn.postcode)
        object.city = row.optionalText(AddressColumn.city)
        return object
    }

    private func place(_ meters: Double) -> ReverseObject {
        let place = row.place
        let layers = Layer.of(category: place.category, type: place.type)
        var object = ReverseObject(
            ref: ref, category: place.category, type: place.type, tags: place.tags,
            rank: layers.contains(.poi)
                ? .house : PlaceRank(PlaceRank.feature(place.category, place.type), 0),
            key: place.category,
            importance: place.importance, position: place.position,
            boundingBox: place.boundingBox, meters: meters, nearest: nearest.position)
        object.adoptAddress(place.tags)
        return object
    }

    /// What an address is besides: its building, or its shop; else a house.
    private static func kind(
        ofAddress tags: [String: String]
    ) -> (category: String, type: String) {
        let keys = [
            "amenity", "shop", "tourism", "historic", "leisure", "office", "craft", "building",
        ]
        for key in keys {
            if let value = tags[key], value != "no" { return (key, value) }
        }
        return ("place", "house")
    }
}
