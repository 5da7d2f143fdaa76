package import Exports
internal import GeoModel
package import PlaceIndex

extension NearbyEntry {
    /// Appends the place as the radius search shows it.
    ///
    /// `name` is the label in the asked language and `named` whether it is a name of its own.
    package func write(to json: inout JSONWriter, _ labels: NameChoice) {
        withShown(labels) { shown in
            let nameCapacity =
                switch shown.name {
                case .json(let name): name.count
                // Six bytes for each byte that has to be escaped.
                case .text(let name): 6 * name.count
                }
            let texts = shown.head.count + nameCapacity + shown.tail.count + shown.tags.count
            json.value(capacity: texts + Self.capacityWithoutTexts) { json in
                json.copy(shown.head)
                switch shown.name {
                case .json(let name): json.copy(name)
                case .text(let name): json.text(name)
                }
                json.copy(shown.tail)
                json.value(distanceInMeters, decimals: 1)
                if let bearingInDegrees {
                    json.literal(",\"bearingInDegrees\":")
                    json.value(bearingInDegrees, decimals: 1)
                }
                json.literal(",\"tags\":")
                json.copy(shown.tags)
                json.literal("}")
            }
        }
    }

    private static let capacityWithoutTexts = 120
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
