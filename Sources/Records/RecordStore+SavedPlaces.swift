internal import Database
package import FoundationEssentials
package import GeoModel
internal import Geodesy

/// A change to a saved place; what is nil stays.
package struct SavedPlacePatch: Hashable, Sendable {
    package var name: String?
    package var shape: SavedPlaceShape?

    package init(name: String? = nil, shape: SavedPlaceShape? = nil) {
        self.name = name
        self.shape = shape
    }
}

/// Places of the person's own.
extension RecordStore {
    /// The most saved places of one store: a list on one page, and a search in a millisecond.
    package static let savedPlaceLimit = 10_000

    /// Every saved place, by name, then by id.
    ///
    /// - Throws: `DatabaseError`.
    package func savedPlaces() throws -> [SavedPlace] {
        try reading { try SavedPlaceRow.all($0, "ORDER BY name, uuid") }
    }

    /// - Throws: `RecordError.savedPlaceNotFound`.
    package func savedPlace(_ id: UUIDv7) throws -> SavedPlace {
        try reading { try SavedPlaceRow.existing(id, $0) }
    }

    /// The saved places within a radius, nearest first, then by id; distances are geodesic.
    package func savedPlaces(
        near position: Coordinate, radiusInMeters radius: Double
    ) throws -> [NearbySavedPlace] {
        let box = Geodesic.box(around: position, radiusInMeters: radius)
        let places = try reading { connection in
            try box.partsWithoutCrossing.flatMap { part in
                try SavedPlaceRow.all(
                    connection,
                    """
                    WHERE id IN (SELECT id / 2 FROM saved_place_box
                        WHERE west <= ?1 AND east >= ?2 AND south <= ?3 AND north >= ?4)
                    """, [.real(part.east), .real(part.west), .real(part.north), .real(part.south)])
            }
        }
        var seen: Set<UUIDv7> = []
        return places.filter { seen.insert($0.id).inserted }.map { $0.seen(from: position) }
            .filter { $0.distanceInMeters <= radius }
            .sorted {
                ($0.distanceInMeters, $0.place.id.description)
                    < ($1.distanceInMeters, $1.place.id.description)
            }
    }

    /// - Throws: `RecordError.invalidField` for a name or shape out of the limits of `SavedPlace`, or
    ///   when there are `savedPlaceLimit` places.
    package func addSavedPlace(
        name: String, shape: SavedPlaceShape, now: Date = Date()
    ) throws -> SavedPlace {
        let place = SavedPlace(
            id: UUIDv7(now: now), name: name, shape: shape, created: now.asStored,
            modified: now.asStored, revision: 1)
        try place.validate()
        return try writing { connection in
            let count = try connection.statement("SELECT count(*) FROM saved_place")
            guard try count.step(), count.int64(0) < Self.savedPlaceLimit else {
                throw RecordError.invalidField(
                    name: "name",
                    reason: "there are \(Self.savedPlaceLimit) saved places. Delete one first.")
            }
            try SavedPlaceRow.insert(place, connection)
            return place
        }
    }

    /// An edit that changes nothing leaves the revision as it is.
    ///
    /// - Parameter ifRevision: The revision that the caller has seen; nil edits any.
    /// - Throws: `RecordError.savedPlaceNotFound`, `.savedPlaceChanged`, `.invalidField`.
    package func updateSavedPlace(
        _ id: UUIDv7, _ patch: SavedPlacePatch, ifRevision: Int? = nil, now: Date = Date()
    ) throws -> SavedPlace {
        try writing { connection in
            let old = try SavedPlaceRow.existing(id, connection, ifRevision: ifRevision)
            let place = SavedPlace(
                id: id, name: patch.name ?? old.name, shape: patch.shape ?? old.shape,
                created: old.created, modified: now.asStored, revision: old.revision + 1)
            if place.name == old.name, place.shape == old.shape { return old }
            try place.validate()
            try SavedPlaceRow.delete(id, connection)
            try SavedPlaceRow.insert(place, connection)
            return place
        }
    }

    /// - Throws: `RecordError.savedPlaceNotFound`, `.savedPlaceChanged`.
    package func deleteSavedPlace(_ id: UUIDv7, ifRevision: Int? = nil) throws {
        try writing { connection in
            _ = try SavedPlaceRow.existing(id, connection, ifRevision: ifRevision)
            try SavedPlaceRow.delete(id, connection)
        }
    }
}

extension SavedPlace {
    func validate() throws(RecordError) {
        try RecordLimits.check(name: name)
        switch shape {
        case .circle(_, let radius):
            guard Self.radii.contains(radius) else {
                throw .invalidField(name: "radiusInMeters", reason: "send 1 to 50000 metres.")
            }
        case .area(let geometry):
            guard geometry.isArea else {
                throw .invalidField(
                    name: "geometry",
                    reason: "send a Polygon or MultiPolygon, or a Point with radiusInMeters.")
            }
            guard geometry.positions.count <= Self.positionLimit else {
                throw .invalidField(
                    name: "geometry",
                    reason: "it has more than \(Self.positionLimit) positions. Simplify it.")
            }
            // It could be meant either way round the world (RFC 7946, section 3.1.9).
            guard !geometry.hasWideEdge else {
                throw .invalidField(
                    name: "geometry",
                    reason: "an edge spans more than 180 degrees. Cut the area at the 180th "
                        + "meridian, and send a MultiPolygon of its parts.")
            }
        }
    }

    /// Distance and bearing from a position.
    func seen(from position: Coordinate) -> NearbySavedPlace {
        switch shape {
        case .circle(let center, let radius):
            let (meters, bearing) = Geodesic.inverse(from: position, to: center)
            let isInside = meters <= radius
            return NearbySavedPlace(
                place: self, distanceInMeters: isInside ? 0 : meters - radius,
                bearingInDegrees: isInside ? nil : bearing, metersAcross: 2 * radius)
        case .area(let geometry):
            let found = FootprintDistance.measure(from: position, to: geometry)
            return NearbySavedPlace(
                place: self, distanceInMeters: found.distanceInMeters,
                bearingInDegrees: found.bearingInDegrees,
                metersAcross: geometry.boundingBox.map(Self.diagonal) ?? 0)
        }
    }

    private static func diagonal(_ box: BoundingBox) -> Double {
        let corners = [(box.south, box.west), (box.north, box.east)].compactMap {
            Coordinate(decimalLatitude: $0.0, decimalLongitude: $0.1)
        }
        guard corners.count == 2 else { return 0 }
        return Geodesic.inverse(from: corners[0], to: corners[1]).distanceInMeters
    }
}

extension Geometry {
    /// Outer rings and holes; none of what is no area.
    private var rings: [[Coordinate]] {
        switch self {
        case .polygon(let polygon): [polygon.outer] + polygon.holes
        case .multiPolygon(let several): several.flatMap { [$0.outer] + $0.holes }
        case .point, .lineString, .multiLineString: []
        }
    }

    /// Whether every ring is closed and has three corners at least (RFC 7946, section 3.1.6).
    fileprivate var isArea: Bool {
        !rings.isEmpty
            && rings.allSatisfy { $0.first == $0.last && Set($0.dropLast()).count >= 3 }
    }

    fileprivate var hasWideEdge: Bool {
        rings.contains { ring in
            zip(ring, ring.dropFirst()).contains {
                abs($0.decimalLongitude - $1.decimalLongitude) > 180
            }
        }
    }
}
