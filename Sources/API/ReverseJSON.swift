package import Exports
package import GeoModel

/// What of an answer is shown; the names are Nominatim's parameters.
package struct ReverseDetails: Sendable {
    package let addressdetails, namedetails, extratags: Bool
}

/// The formats of Nominatim that are offered.
package enum ReverseFormat: String, CaseIterable, Sendable {
    case json, jsonv2, geojson
}

extension GeocoderResult {
    static let licence = "Data © OpenStreetMap contributors, ODbL 1.0."

    /// Appends the answer in Nominatim's shape, with what is our own in the member `turnstone`.
    ///
    /// Latitude, longitude and `boundingbox` (south, north, west, east) are strings, as Nominatim
    /// has them; in GeoJSON they are numbers, longitude first.
    package func write(
        to json: inout JSONWriter, format: ReverseFormat, details: ReverseDetails
    ) {
        switch format {
        case .json, .jsonv2:
            json.object { json in
                writeIdentity(to: &json)
                json.member("licence", Self.licence)
                json.member("lat", Self.text(ofDegree: position.decimalLatitude))
                json.member("lon", Self.text(ofDegree: position.decimalLongitude))
                // The older format calls the category `class`.
                json.member(format == .json ? "class" : "category", category)
                writeDescription(to: &json, details: details)
                json.array("boundingbox") { json in
                    json.value(Self.text(ofDegree: boundingBox.south))
                    json.value(Self.text(ofDegree: boundingBox.north))
                    json.value(Self.text(ofDegree: boundingBox.west))
                    json.value(Self.text(ofDegree: boundingBox.east))
                }
                writeOwnMembers(to: &json)
            }
        case .geojson:
            json.object { json in
                json.member("type", "FeatureCollection")
                json.member("licence", Self.licence)
                json.array("features") { json in json.object { writeFeature(to: &$0, details) } }
            }
        }
    }

    private func writeFeature(to json: inout JSONWriter, _ details: ReverseDetails) {
        json.member("type", "Feature")
        json.object("properties") { json in
            writeIdentity(to: &json)
            json.member("category", category)
            writeDescription(to: &json, details: details)
            writeOwnMembers(to: &json)
        }
        json.array("bbox") { json in
            json.value(degree: boundingBox.west)
            json.value(degree: boundingBox.south)
            json.value(degree: boundingBox.east)
            json.value(degree: boundingBox.north)
        }
        json.object("geometry") { json in
            json.member("type", "Point")
            json.array("coordinates") { json in
                json.value(degree: position.decimalLongitude)
                json.value(degree: position.decimalLatitude)
            }
        }
    }

    /// Left out where only the country polygons know an answer.
    private func writeIdentity(to json: inout JSONWriter) {
        guard let ref else { return }
        json.member("place_id", ref.placeID)
        json.member("osm_type", ref.osmType.rawValue)
        json.member("osm_id", ref.osmID)
    }

    private func writeDescription(to json: inout JSONWriter, details: ReverseDetails) {
        json.member("type", type)
        json.member("place_rank", placeRank)
        json.member("importance", importance)
        json.member("addresstype", addressType)
        json.member("name", name ?? "")
        json.member("display_name", displayName)
        if details.addressdetails {
            json.object("address") { json in
                for part in address { json.member(part.key, part.value) }
            }
        }
        if details.extratags {
            json.member(
                "extratags",
                tags: tags.filter { !Self.isName($0.key) && !$0.key.hasPrefix("addr:") })
        }
        if details.namedetails {
            json.member("namedetails", tags: tags.filter { Self.isName($0.key) })
        }
    }

    private func writeOwnMembers(to json: inout JSONWriter) {
        json.object("turnstone") { json in
            json.member(ifPresent: "locality", locality)
            if let distanceInMeters {
                json.member("distanceInMeters", distanceInMeters, decimals: 1)
            }
            json.array("inferred") { json in
                for part in address where part.isInferred { json.value(part.key) }
            }
        }
    }

    /// `name`, `name:de`, `alt_name`, `official_name:fr`, `ref`.
    private static func isName(_ key: String) -> Bool {
        let base = key.prefix { $0 != ":" }
        return base == "name" || base.hasSuffix("_name") || base == "ref" || base == "brand"
            || key == "addr:housename"
    }

    private static func text(ofDegree number: Double) -> String {
        var json = JSONWriter(reserving: 16)
        json.value(degree: number)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension OSMRef {
    /// A number for clients that want one, the same for the same object: type and id in one.
    fileprivate var placeID: Int64 {
        let digit: Int64 =
            switch osmType {
            case .node: 1
            case .way: 2
            case .relation: 3
            }
        return osmID &* 10 &+ digit
    }
}
