import Database
import GeoModel
import TestSupport
import Testing

@testable import Records

@Suite struct `Saved places` {
    private static let here = Coordinate(decimalLatitude: 60.17, decimalLongitude: 24.95)!
    private static let circle = SavedPlaceShape.circle(center: here, radiusInMeters: 50)

    private static func square(west: Double, east: Double) -> SavedPlaceShape {
        let corners = [(60.0, west), (60, east), (61, east), (61, west), (60, west)]
        return .area(
            .polygon(
                Polygon(
                    outer: corners.map {
                        Coordinate(decimalLatitude: $0.0, decimalLongitude: $0.1)!
                    })))
    }

    private func store() throws -> (TemporaryDirectory, RecordStore) {
        let folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.file("data"))
        try directory.create()
        return (folder, try RecordStore(directory))
    }

    @Test func `are added, read back, renamed, reshaped and deleted`() throws {
        let (folder, store) = try store()
        defer { withExtendedLifetime(folder) {} }
        let garden = try store.addSavedPlace(name: "Garden", shape: Self.circle)
        #expect(try store.savedPlace(garden.id) == garden)
        let renamed = try store.updateSavedPlace(garden.id, SavedPlacePatch(name: "Our garden"))
        #expect(renamed.revision == 2)
        #expect(renamed.shape == Self.circle)
        let area = Self.square(west: 24, east: 25)
        #expect(try store.updateSavedPlace(garden.id, SavedPlacePatch(shape: area)).shape == area)
        #expect(throws: RecordError.savedPlaceChanged(garden.id, current: 3)) {
            try store.updateSavedPlace(garden.id, SavedPlacePatch(name: "x"), ifRevision: 1)
        }
        #expect(try store.savedPlaces().map(\.name) == ["Our garden"])
        try store.deleteSavedPlace(garden.id)
        #expect(try store.savedPlaces() == [])
        #expect(throws: RecordError.savedPlaceNotFound(garden.id)) {
            try store.savedPlace(garden.id)
        }
        #expect(try store.savedPlaces(near: Self.here, radiusInMeters: 100) == [])
    }

    @Test func `are found by distance to the circle's edge or the area, 0 inside`() throws {
        let (folder, store) = try store()
        defer { withExtendedLifetime(folder) {} }
        _ = try store.addSavedPlace(name: "Circle", shape: Self.circle)
        _ = try store.addSavedPlace(name: "Area", shape: Self.square(west: 24.95, east: 25))
        let inside = try store.savedPlaces(near: Self.here, radiusInMeters: 100)
        #expect(Set(inside.map(\.place.name)) == ["Circle", "Area"])
        #expect(inside.allSatisfy { $0.distanceInMeters == 0 && $0.bearingInDegrees == nil })
        // 0.002 degrees of longitude are 111 m here.
        let west = Coordinate(decimalLatitude: 60.17, decimalLongitude: 24.948)!
        let near = try store.savedPlaces(near: west, radiusInMeters: 100)
        #expect(near.map(\.place.name) == ["Circle"])
        #expect(abs((near.first?.distanceInMeters ?? 0) - 61) < 1)
        #expect(abs((near.first?.bearingInDegrees ?? 0) - 90) < 1)
    }

    @Test func `are found across 180 degrees`() throws {
        let (folder, store) = try store()
        defer { withExtendedLifetime(folder) {} }
        let edge = Coordinate(decimalLatitude: -16.8, decimalLongitude: 179.9999)!
        _ = try store.addSavedPlace(
            name: "Taveuni", shape: .circle(center: edge, radiusInMeters: 100))
        let beyond = Coordinate(decimalLatitude: -16.8, decimalLongitude: -179.9995)!
        #expect(try store.savedPlaces(near: beyond, radiusInMeters: 50).count == 1)
    }

    @Test func `of no name, no size, or no area are refused`() throws {
        let (folder, store) = try store()
        defer { withExtendedLifetime(folder) {} }
        let shapes: [(String, SavedPlaceShape)] = [
            ("", Self.circle), (" \n", Self.circle), ("a\0b", Self.circle),
            (String(repeating: "x", count: 501), Self.circle),
            ("e" + String(repeating: "\u{301}", count: 9000), Self.circle),
            ("a", .circle(center: Self.here, radiusInMeters: 0)),
            ("a", .circle(center: Self.here, radiusInMeters: .nan)),
            ("a", .area(.point(Self.here))),
            ("a", .area(.polygon(Polygon(outer: [Self.here, Self.here])))),
            ("a", .area(.polygon(Polygon(outer: [Self.here, Self.here, Self.here, Self.here])))),
            // A band round the world, or the five degrees across its back: nobody can tell.
            ("a", Self.square(west: 177.5, east: -177.5)),
        ]
        for (name, shape) in shapes {
            #expect(throws: RecordError.self) {
                try store.addSavedPlace(name: name, shape: shape)
            }
        }
        #expect(try store.savedPlaces() == [])
    }

    @Test func `come to a database of version 1, whose records stay`() throws {
        let fixture = try RecordsFixture()
        let record = try fixture.record()
        try fixture.store.writing { connection in
            // Back to what version 1 had.
            try connection.execute(
                """
                SELECT DisableSpatialIndex('saved_place', 'geom');
                SELECT DiscardGeometryColumn('saved_place', 'geom');
                DROP TABLE saved_place; DROP TABLE idx_saved_place_geom;
                DROP TABLE saved_place_box; DROP INDEX record_by_species;
                DROP INDEX record_by_own_name;
                \(UpkeepTests.backToVersion2)
                PRAGMA user_version = 1
                """)
        }
        let reopened = try RecordStore(fixture.store.directory)
        #expect(try reopened.record(record.occurrenceID)?.with(nil) == record.with(nil))
        _ = try reopened.addSavedPlace(name: "Garden", shape: Self.circle)
        #expect(try reopened.savedPlaces(near: Self.here, radiusInMeters: 10).count == 1)
        let version = try reopened.reading { connection in
            let row = try connection.statement("PRAGMA user_version")
            return try row.step() ? row.int64(0) : 0
        }
        #expect(version == Schema.version)
    }
}
