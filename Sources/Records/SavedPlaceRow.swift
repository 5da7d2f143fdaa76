internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy

/// How a saved place lies in its table.
enum SavedPlaceRow {
    static func existing(
        _ id: UUIDv7, _ connection: Connection, ifRevision: Int? = nil
    ) throws -> SavedPlace {
        guard let place = try all(connection, "WHERE uuid = ?1", [.text(id.description)]).first
        else { throw RecordError.savedPlaceNotFound(id) }
        if let ifRevision, ifRevision != place.revision {
            throw RecordError.savedPlaceChanged(id, current: place.revision)
        }
        return place
    }

    /// - Parameter tail: The statement from WHERE or ORDER BY on.
    static func all(
        _ connection: Connection, _ tail: String, _ values: [SQLValue?] = []
    ) throws -> [SavedPlace] {
        let row = try connection.statement(
            "SELECT uuid, name, radiusInMeters, created, modified, revision, geom FROM saved_place "
                + tail)
        try row.bind(values)
        var places: [SavedPlace] = []
        while try row.step() {
            guard let id = UUIDv7(row.text(0)),
                let geometry = row.withBlob(6, { SpatialBlob.decode($0) }),
                let shape = shape(geometry, radius: row.optionalDouble(2))
            else { throw RowError(text: row.text(0)) }
            places.append(
                SavedPlace(
                    id: id, name: row.text(1), shape: shape,
                    created: Date(milliseconds: row.int64(3)),
                    modified: Date(milliseconds: row.int64(4)), revision: Int(row.int64(5))))
        }
        return places
    }

    private static func shape(_ geometry: Geometry, radius: Double?) -> SavedPlaceShape? {
        guard case .point(let center) = geometry else { return .area(geometry) }
        return radius.map { .circle(center: center, radiusInMeters: $0) }
    }

    static func insert(_ place: SavedPlace, _ connection: Connection) throws {
        let geometry: Geometry
        var radius: Double?
        switch place.shape {
        case .circle(let center, let meters):
            geometry = .point(center)
            radius = meters
        case .area(let area): geometry = area
        }
        guard let blob = SpatialBlob.encode(geometry), let box = box(of: place.shape) else {
            throw RecordError.invalidField(name: "geometry", reason: "it has no position.")
        }
        try connection.run(
            """
            INSERT INTO saved_place (uuid, name, radiusInMeters, created, modified, revision, geom)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, .text(place.id.description), .text(place.name), .optional(radius),
            .integer(place.created.milliseconds), .integer(place.modified.milliseconds),
            .integer(Int64(place.revision)), .blob(blob))
        try insert(box, of: connection.lastInsertRowID, connection)
    }

    private static func box(of shape: SavedPlaceShape) -> BoundingBox? {
        switch shape {
        case .circle(let center, let meters):
            Geodesic.box(around: center, radiusInMeters: meters)
        case .area(let area): area.boundingBox
        }
    }

    private static func insert(
        _ box: BoundingBox, of id: Int64, _ connection: Connection
    ) throws {
        // A box over 180 degrees is two, under ids that halve to the same.
        for (part, box) in box.partsWithoutCrossing.enumerated() {
            try connection.run(
                "INSERT INTO saved_place_box VALUES (?1, ?2, ?3, ?4, ?5)",
                .integer(id * 2 + Int64(part)), .real(box.west), .real(box.east),
                .real(box.south), .real(box.north))
        }
    }

    /// Makes the boxes of all places anew.
    static func rebuildBoxes(_ connection: Connection) throws {
        try connection.execute("DELETE FROM saved_place_box")
        let row = try connection.statement("SELECT id FROM saved_place WHERE uuid = ?")
        for place in try all(connection, "") {
            try row.bind(.text(place.id.description))
            guard try row.step(), let box = box(of: place.shape) else { continue }
            try insert(box, of: row.int64(0), connection)
        }
    }

    static func delete(_ id: UUIDv7, _ connection: Connection) throws {
        try connection.run("DELETE FROM saved_place WHERE uuid = ?1", .text(id.description))
    }
}
