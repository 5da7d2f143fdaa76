import Exports
import GeoModel

/// Nominatim's own JSON: one object, or a list of them.
///
/// Latitude, longitude and `boundingbox` (south, north, west, east) are texts there; what is our own
/// is in the member `turnstone`.
struct GeocoderJSON {
    let details: GeocoderDetails
    /// `class` in the older of the two formats, `category` in `jsonv2`.
    let categoryKey: String

    func write(_ answer: GeocoderAnswer, to json: inout JSONWriter) {
        if answer.isList {
            json.array { json in
                for result in answer.results { json.object { write(result, to: &$0) } }
            }
        } else if let result = answer.results.first {
            json.object { write(result, to: &$0) }
        } else {
            json.object { $0.member("error", GeocoderResult.nothingFound) }
        }
    }

    private func write(_ result: GeocoderResult, to json: inout JSONWriter) {
        json.member(ifPresent: "place_id", result.placeID)
        json.member("licence", GeocoderResult.attribution)
        json.identity(of: result)
        json.member("lat", text: result.position.decimalLatitude, decimals: 7)
        json.member("lon", text: result.position.decimalLongitude, decimals: 7)
        json.member(categoryKey, result.category)
        json.member("type", result.type)
        json.member("place_rank", result.placeRank)
        json.description(of: result, details)
        let box = result.shownBox
        json.array("boundingbox") { json in
            for edge in [box.south, box.north, box.west, box.east] {
                json.value(text: edge, decimals: 7)
            }
        }
        if let shape = details.shape, let footprint = result.footprint {
            switch shape {
            case .geojson: json.object("geojson") { footprint.writeMembers(to: &$0) }
            case .text: json.member("geotext", GeometryText.wellKnown(footprint))
            case .kml: json.member("geokml", GeometryText.kml(footprint))
            case .svg: json.member("svg", GeometryText.svg(footprint))
            }
        }
        json.ownMembers(of: result)
    }
}

/// A FeatureCollection (RFC 7946) with Nominatim's members as properties.
struct GeocoderGeoJSON {
    let details: GeocoderDetails

    func write(_ answer: GeocoderAnswer, to json: inout JSONWriter) {
        guard answer.isList || !answer.results.isEmpty else {
            return json.object { $0.member("error", GeocoderResult.nothingFound) }
        }
        json.object { json in
            json.member("type", "FeatureCollection")
            json.member("licence", GeocoderResult.attribution)
            json.array("features") { json in
                for result in answer.results { json.object { write(result, to: &$0) } }
            }
        }
    }

    private func write(_ result: GeocoderResult, to json: inout JSONWriter) {
        json.member("type", "Feature")
        json.object("properties") { json in
            json.member(ifPresent: "place_id", result.placeID)
            json.identity(of: result)
            json.member("place_rank", result.placeRank)
            json.member("category", result.category)
            json.member("type", result.type)
            json.description(of: result, details)
            json.ownMembers(of: result)
        }
        let box = result.shownBox
        json.array("bbox") { json in
            for edge in [box.west, box.south, box.east, box.north] { json.value(degree: edge) }
        }
        json.geometry(of: result, details)
    }
}

extension JSONWriter {
    /// Left out where only the country polygons know an answer.
    mutating func identity(of result: GeocoderResult) {
        guard let ref = result.ref else { return }
        member("osm_type", ref.osmType.rawValue)
        member("osm_id", ref.osmID)
    }

    /// From `importance` to `namedetails`, as json and geojson have them.
    fileprivate mutating func description(of result: GeocoderResult, _ details: GeocoderDetails) {
        member("importance", result.importance)
        member("addresstype", result.addressType)
        member("name", result.name ?? "")
        member("display_name", result.displayName)
        if details.addressdetails {
            object("address") { json in
                for part in result.address { json.member(part.key, part.value) }
            }
        }
        if details.extratags { member("extratags", tagsOrNull: result.extratags) }
        if details.namedetails { member("namedetails", tagsOrNull: result.namedetails) }
    }

    /// Nominatim has null where there are none.
    mutating func member(_ name: String, tagsOrNull tags: [String: String]?) {
        if let tags {
            member(name, tags: tags)
        } else {
            key(name)
            null()
        }
    }

    /// The footprint where it is asked for as GeoJSON, else the point.
    mutating func geometry(of result: GeocoderResult, _ details: GeocoderDetails) {
        let footprint = details.shape == .geojson ? result.footprint : nil
        object("geometry") { (footprint ?? .point(result.position)).writeMembers(to: &$0) }
    }

    /// What Nominatim does not have: the settlement under one key, the distance, and which parts of
    /// the address were taken from what is near.
    mutating func ownMembers(of result: GeocoderResult) {
        object("turnstone") { json in
            json.member(ifPresent: "locality", result.locality)
            if let meters = result.distanceInMeters {
                json.member("distanceInMeters", meters, decimals: 1)
            }
            json.member(ifPresent: "timezone", result.timezone)
            json.array("inferred") { json in
                for part in result.address where part.isInferred { json.value(part.key) }
            }
        }
    }
}
