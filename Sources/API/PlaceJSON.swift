package import Exports
internal import GeoModel
package import PlaceIndex

extension NearbyEntry {
    /// Appends the place as the radius search shows it.
    ///
    /// `name` is the label in the asked language and `named` whether it is a name of its own.
    package func write(to json: inout JSONWriter) {
        withParts { category, type, tags in
            // Six bytes for each byte of a text that has to be escaped, and the keys and numbers.
            let texts = 6 * (category.count + type.count + label.utf8.count)
            json.value(capacity: texts + tags.count + Self.capacityWithoutTexts) { json in
                json.literal("{\"osm_type\":")
                switch ref.osmType {
                case .node: json.literal("\"node\"")
                case .way: json.literal("\"way\"")
                case .relation: json.literal("\"relation\"")
                }
                json.literal(",\"osm_id\":")
                json.value(ref.osmID)
                json.literal(",\"category\":")
                json.text(category)
                json.literal(",\"type\":")
                json.text(type)
                json.literal(",\"name\":")
                json.text(label)
                json.literal(",\"named\":")
                json.value(isNamed)
                json.literal(",\"decimalLatitude\":")
                json.value(position.decimalLatitude, decimals: 7)
                json.literal(",\"decimalLongitude\":")
                json.value(position.decimalLongitude, decimals: 7)
                json.literal(",\"importance\":")
                json.value(importance, decimals: 3)
                json.literal(",\"distanceInMeters\":")
                json.value(distanceInMeters, decimals: 1)
                if let bearingInDegrees {
                    json.literal(",\"bearingInDegrees\":")
                    json.value(bearingInDegrees, decimals: 1)
                }
                json.literal(",\"tags\":")
                json.copy(tags)
                json.literal("}")
            }
        }
    }

    private static let capacityWithoutTexts = 400
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
