import Exports
import GeoModel

/// GeocodeJSON 0.1.0: <https://github.com/geocoders/geocodejson-spec/tree/master/draft>.
///
/// Each address line goes by what it is to people, whatever a country calls it: `street`, `locality`,
/// `district`, `city`, `county`, `state`, `country`; boundaries stand by their level in `admin`.
struct GeocoderGeocodeJSON {
    let details: GeocoderDetails

    func write(_ answer: GeocoderAnswer, to json: inout JSONWriter) {
        guard answer.isList || !answer.results.isEmpty else {
            return json.object { $0.member("error", GeocoderResult.nothingFound) }
        }
        json.object { json in
            json.member("type", "FeatureCollection")
            json.object("geocoding") { json in
                json.member("version", "0.1.0")
                json.member("attribution", GeocoderResult.attribution)
                json.member("licence", "ODbL")
                json.member(ifPresent: "query", answer.query)
            }
            json.array("features") { json in
                for result in answer.results { json.object { write(result, to: &$0) } }
            }
        }
    }

    private func write(_ result: GeocoderResult, to json: inout JSONWriter) {
        json.member("type", "Feature")
        json.object("properties") { json in
            json.object("geocoding") { json in
                json.member(ifPresent: "place_id", result.placeID)
                json.identity(of: result)
                json.member("osm_key", result.category)
                json.member("osm_value", result.type)
                json.member("type", Self.kind(ofRank: result.addressRank))
                if let meters = result.distanceInMeters {
                    json.member("accuracy", Int(meters.rounded()))
                }
                json.member("label", result.displayName)
                json.member(ifPresent: "name", result.name)
                if details.addressdetails { writeAddress(of: result, to: &json) }
                if details.extratags { json.member("extra", tagsOrNull: result.extratags) }
            }
            json.ownMembers(of: result)
        }
        json.geometry(of: result, details)
    }

    private func writeAddress(of result: GeocoderResult, to json: inout JSONWriter) {
        json.member(ifPresent: "housenumber", result["house_number"])
        json.member(ifPresent: "postcode", result["postcode"])
        var seen: Set<String> = []
        for part in result.address {
            // What is finer than a country stands as the name, and not among its own lines.
            guard let rank = part.addressRank, (4..<28).contains(rank), part.key != "postcode",
                rank == 4 || !result.isNamed(by: part)
            else { continue }
            let kind = Self.kind(ofRank: rank)
            if seen.insert(kind).inserted { json.member(kind, part.value) }
        }
        json.member(ifPresent: "country_code", result["country_code"])
        json.object("admin") { json in
            for part in result.address {
                // The country has a line of its own, unless it is what was found.
                guard let level = part.adminLevel,
                    part.key != "country" || result.isNamed(by: part)
                else { continue }
                json.member("level\(level)", part.value)
            }
        }
    }

    /// The specification's word for Nominatim's `rank_address`.
    private static func kind(ofRank rank: Int) -> String {
        switch rank {
        case ...3: "locality"
        case 4: "country"
        case 5...9: "state"
        case 10...12: "county"
        case 13...16: "city"
        case 17...21: "district"
        case 22...24: "locality"
        case 25...27: "street"
        default: "house"
        }
    }
}

extension GeocoderResult {
    /// Whether a line of the address is the result itself.
    fileprivate func isNamed(by part: AddressPart) -> Bool {
        part.key == addressType && part.value == name
    }
}
