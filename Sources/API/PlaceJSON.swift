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
