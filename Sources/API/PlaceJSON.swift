package import Exports
internal import GeoModel
package import PlaceIndex

extension NearbyEntries {
    /// Room for all that is shown of the places.
    var capacity: Int { shownCapacity + count * Self.capacityOfNumbers }

    /// Distance and bearing, their keys and that of the tags.
    private static let capacityOfNumbers = 120

    /// Appends the first `count` places, elements of an array, as the radius search shows them.
    ///
    /// `name` is the label in the asked language and `named` whether it is a name of its own.
    func write(first count: Int, to json: inout JSONCursor, _ labels: NameChoice) {
        for index in 0..<count {
            prefetch(index + 1)
            if index > 0 { json.literal(",") }
            self[index].write(to: &json, labels)
        }
    }
}

extension NearbyEntry {
    fileprivate func write(to json: inout JSONCursor, _ labels: NameChoice) {
        withShown(labels) { shown in
            switch shown.beginning {
            case .whole(let beginning): json.copy(beginning)
            case .around(let name, let head, let tail):
                json.copy(head)
                json.text(name)
                json.copy(tail)
            }
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
