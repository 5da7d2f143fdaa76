package import Exports
internal import GeoModel
package import PlaceIndex

extension NearbyEntry {
    /// Appends the place as the radius search shows it.
    ///
    /// `name` is the label in the asked language and `named` whether it is a name of its own.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("osm_type", ref.osmType.rawValue)
        json.member("osm_id", ref.osmID)
        json.member("category", category)
        json.member("type", type)
        json.member("name", label)
        json.member("named", isNamed)
        let position = position
        json.member("decimalLatitude", position.decimalLatitude, decimals: 7)
        json.member("decimalLongitude", position.decimalLongitude, decimals: 7)
        json.member("importance", importance, decimals: 3)
        json.member("distanceInMeters", distanceInMeters, decimals: 1)
        if let bearingInDegrees {
            json.member("bearingInDegrees", bearingInDegrees, decimals: 1)
        }
        json.key("tags")
        withTagsJSON { json.value(json: $0) }
        json.endObject()
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
