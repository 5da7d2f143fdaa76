import GeoModel

/// What every format shows of a result.
extension GeocoderResult {
    static let attribution =
        "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"
    static let nothingFound = "Unable to geocode"

    /// A number for clients that want one, the same for the same object: type and id in one.
    var placeID: Int64? {
        guard let ref else { return nil }
        let digit: Int64 =
            switch ref.osmType {
            case .node: 1
            case .way: 2
            case .relation: 3
            }
        return ref.osmID &* 10 &+ digit
    }

    /// The box to zoom to: that of the footprint; round a node, whose footprint is a point, as far as
    /// what it stands for reaches by Nominatim's figures.
    var shownBox: BoundingBox {
        guard ref?.osmType == .node || boundingBox.isPoint else { return boundingBox }
        let reach = Self.reachInDegrees(category: category, type: type)
        let (latitude, longitude) = (position.decimalLatitude, position.decimalLongitude)
        return BoundingBox(
            west: max(-180, longitude - reach), south: max(-90, latitude - reach),
            east: min(180, longitude + reach), north: min(90, latitude + reach)) ?? boundingBox
    }

    private static func reachInDegrees(category: String, type: String) -> Double {
        switch (category, type) {
        case ("place", "country"): 7
        case ("place", "state"), ("place", "province"): 2.6
        case ("place", "region"): 1
        case ("place", "county"): 0.7
        case ("place", "island"): 0.32
        case ("place", "city"), ("place", "municipality"), ("place", "postcode"): 0.16
        case ("place", "town"): 0.04
        case ("place", "village"), ("place", "hamlet"), ("place", "district"),
            ("place", "borough"), ("place", "suburb"):
            0.02
        case ("aeroway", "aerodrome"): 0.015
        case ("place", "locality"), ("place", "neighbourhood"), ("place", "quarter"),
            ("place", "city_block"), ("place", "farm"), ("landuse", "farm"):
            0.01
        case ("railway", "station"): 0.005
        default: 0.000_05
        }
    }

    /// Every tag that names the object; nil when there is none, which is shown as null.
    var namedetails: [String: String]? {
        let names = tags.filter { Self.isName($0.key) }
        return names.isEmpty ? nil : names
    }

    /// The tags that are neither name nor address nor the kind itself; nil when there is none.
    var extratags: [String: String]? {
        var extra = tags.filter {
            !Self.isName($0.key) && !Self.isAddress($0.key) && $0.key != category
                && !Self.mappersNotes.contains($0.key)
        }
        if category != "boundary" || type != "administrative" { extra["admin_level"] = nil }
        return extra.isEmpty ? nil : extra
    }

    /// `name`, `name:de`, `alt_name_1`, `official_name:fr`, `ref`, `int_ref`; not `name:etymology`, and
    /// not what only precedes or follows a name.
    private static func isName(_ key: String) -> Bool {
        if plainNames.contains(key) { return true }
        let base = key.prefix { $0 != ":" }
        guard languageNames.contains(String(base)) || base.hasPrefix("alt_name_") else {
            return false
        }
        return !key.hasPrefix("name:etymology") && !key.hasPrefix("name:prefix")
            && !key.hasPrefix("name:suffix") && !key.hasSuffix(":prefix")
            && !key.hasSuffix(":suffix") && key != "name:signed" && key != "name:botanical"
    }

    private static let plainNames: Set = [
        "ref", "int_ref", "nat_ref", "reg_ref", "loc_ref", "old_ref", "brand", "iata", "icao",
        "faa",
        "ISO3166-2", "addr:housename",
    ]
    private static let languageNames: Set = [
        "name", "int_name", "nat_name", "reg_name", "loc_name", "old_name", "alt_name",
        "official_name", "place_name", "short_name",
    ]

    private static func isAddress(_ key: String) -> Bool {
        key.hasPrefix("addr:") || key.hasPrefix("is_in:") || addressKeys.contains(key)
    }

    private static let addressKeys: Set = [
        "postal_code", "postcode", "country_code", "ISO3166-1",
    ]
    /// What mappers tell one another, and `type` of a relation.
    private static let mappersNotes: Set = [
        "note", "source", "attribution", "comment", "fixme", "FIXME", "created_by", "import",
        "type",
    ]
}

extension BoundingBox {
    fileprivate var isPoint: Bool { west == east && south == north }
}
