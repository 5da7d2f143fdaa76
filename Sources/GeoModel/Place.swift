/// A thing on the map that a person may point at.
package struct Place: Hashable, Sendable {
    package let ref: OSMRef
    /// Key and value of the tag that says what it is, as Nominatim's `category` and `type`.
    package let category, type: String
    /// All OSM tags, names among them.
    package let tags: [String: String]
    /// A point on it: the node, or a point inside the footprint.
    package let position: Coordinate
    /// The box of the footprint.
    package let boundingBox: BoundingBox
    /// How widely known it is, 0…1, from the tags alone.
    package let importance: Double

    package init(
        ref: OSMRef, category: String, type: String, tags: [String: String],
        position: Coordinate, boundingBox: BoundingBox, importance: Double
    ) {
        self.ref = ref
        self.category = category
        self.type = type
        self.tags = tags
        self.position = position
        self.boundingBox = boundingBox
        self.importance = importance
    }
}

/// A place as a radius search found it.
package struct NearbyPlace: Hashable, Sendable {
    package let place: Place
    /// Its name in the asked language, or for a nameless one the label of its type, as `toilets`.
    package let label: String
    /// Whether `label` is a name of its own.
    package let isNamed: Bool
    /// Geodesic metres on WGS 84 from the asked point to the footprint; 0 inside it.
    package let distanceInMeters: Double
    /// Initial bearing to the nearest point of the footprint, 0…360 clockwise from true north;
    /// nil inside it.
    package let bearingInDegrees: Double?

    package init(
        place: Place, label: String, isNamed: Bool, distanceInMeters: Double,
        bearingInDegrees: Double?
    ) {
        self.place = place
        self.label = label
        self.isNamed = isNamed
        self.distanceInMeters = distanceInMeters
        self.bearingInDegrees = bearingInDegrees
    }
}
