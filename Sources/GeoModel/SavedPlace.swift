package import FoundationEssentials

/// What a person's own place covers.
package enum SavedPlaceShape: Hashable, Sendable {
    case circle(center: Coordinate, radiusInMeters: Double)
    /// A polygon or several; other geometries are refused where they are sent.
    case area(Geometry)
}

/// A place that a person has named: the garden, the hide, grandmother's house. It is offered beside
/// the places of the map.
package struct SavedPlace: Hashable, Sendable {
    /// The radius of a circle, in metres: from a doorstep to an island.
    package static let radii = 1.0...50_000
    /// The most positions of an area: a park's outline has some hundreds, and each question reads it.
    package static let positionLimit = 10_000

    package let id: UUIDv7
    package let name: String
    package let shape: SavedPlaceShape
    package let created, modified: Date
    /// 1 when made, one more with each edit; the API's ETag.
    package let revision: Int

    package init(
        id: UUIDv7, name: String, shape: SavedPlaceShape, created: Date, modified: Date,
        revision: Int
    ) {
        self.id = id
        self.name = name
        self.shape = shape
        self.created = created
        self.modified = modified
        self.revision = revision
    }
}

/// A saved place as a search found it.
package struct NearbySavedPlace: Hashable, Sendable {
    package let place: SavedPlace
    /// Geodesic metres on WGS 84 to the circle or area; 0 inside it.
    package let distanceInMeters: Double
    /// Initial bearing to its nearest point, degrees clockwise from true north; nil inside it.
    package let bearingInDegrees: Double?
    /// The diagonal of its box, in metres.
    package let metersAcross: Double

    package init(
        place: SavedPlace, distanceInMeters: Double, bearingInDegrees: Double?,
        metersAcross: Double
    ) {
        self.place = place
        self.distanceInMeters = distanceInMeters
        self.bearingInDegrees = bearingInDegrees
        self.metersAcross = metersAcross
    }
}
