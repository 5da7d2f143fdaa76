package import Exports
package import GeoModel
package import PlaceIndex

extension NearbyPlace {
    /// Appends the place as the radius search shows it.
    ///
    /// `name` is the label in the asked language and `named` whether it is a name of its own.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            place.writeMembers(to: &json, label: label, isNamed: isNamed)
            json.member("distanceInMeters", distanceInMeters, decimals: 1)
            if let bearingInDegrees {
                json.member("bearingInDegrees", bearingInDegrees, decimals: 1)
            }
            json.member("tags", tags: place.tags)
        }
    }
}

extension PlaceDetails {
    /// Appends one place, with its whole footprint as a GeoJSON geometry.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            place.writeMembers(to: &json, label: label, isNamed: isNamed)
            json.member("tags", tags: place.tags)
            json.object("geometry") { footprint.writeMembers(to: &$0) }
        }
    }
}

extension Place {
    fileprivate func writeMembers(to json: inout JSONWriter, label: String, isNamed: Bool) {
        json.member("osm_type", ref.osmType.rawValue)
        json.member("osm_id", ref.osmID)
        json.member("category", category)
        json.member("type", type)
        json.member("name", label)
        json.member("named", isNamed)
        json.member("decimalLatitude", position.decimalLatitude, decimals: 7)
        json.member("decimalLongitude", position.decimalLongitude, decimals: 7)
        json.member("importance", importance, decimals: 3)
    }
}

extension Geometry {
    /// `type` and `coordinates` of RFC 7946, section 3.1: longitude first.
    fileprivate func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .point(let position):
            json.member("type", "Point")
            json.key("coordinates")
            json.value(position)
        case .lineString(let line):
            json.member("type", "LineString")
            json.array("coordinates") { $0.values(line) }
        case .multiLineString(let lines):
            json.member("type", "MultiLineString")
            json.array("coordinates") { json in
                for line in lines { json.array { $0.values(line) } }
            }
        case .polygon(let polygon):
            json.member("type", "Polygon")
            json.array("coordinates") { $0.values(polygon) }
        case .multiPolygon(let polygons):
            json.member("type", "MultiPolygon")
            json.array("coordinates") { json in
                for polygon in polygons { json.array { $0.values(polygon) } }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ position: Coordinate) {
        array { json in
            json.value(degree: position.decimalLongitude)
            json.value(degree: position.decimalLatitude)
        }
    }

    fileprivate mutating func values(_ line: [Coordinate]) {
        for position in line { value(position) }
    }

    fileprivate mutating func values(_ polygon: Polygon) {
        for ring in [polygon.outer] + polygon.holes { array { $0.values(ring) } }
    }
}
