import Database
import FoundationEssentials
import GeoModel
import TestSupport
import Testing
import VectorReader

@testable import Species

/// Range files written as GeoJSON, imported into a store of a test's own.
struct RangeFixture {
    let species: SpeciesFixture
    var store: SpeciesStore { species.store }

    init() throws { species = try SpeciesFixture() }

    /// A polygon of a feature: its rings as longitude and latitude.
    typealias Rings = [[(Double, Double)]]

    /// The text of a feature, with members of `properties` as JSON: `"seasonal": 2`.
    static func feature(_ name: String?, _ properties: String = "", _ polygons: [Rings]) -> String {
        let named = name.map { ["\"sci_name\": \"\($0)\""] } ?? []
        let members = (named + (properties.isEmpty ? [] : [properties])).joined(separator: ", ")
        let coordinates = polygons.map { rings in
            let rings = rings.map { ring in
                "[" + ring.map { "[\($0.0), \($0.1)]" }.joined(separator: ", ") + "]"
            }
            return "[" + rings.joined(separator: ", ") + "]"
        }
        return """
            {"type": "Feature", "properties": {\(members)}, "geometry":
             {"type": "MultiPolygon", "coordinates": [\(coordinates.joined(separator: ", "))]}}
            """
    }

    /// A feature with the box of four numbers as its area.
    static func box(
        _ name: String?, _ properties: String = "", west: Double, south: Double, east: Double,
        north: Double
    ) -> String {
        feature(
            name, properties,
            [[[(west, south), (east, south), (east, north), (west, north), (west, south)]]])
    }

    /// A feature with the polygons of a drawing.
    static func drawn(
        _ name: String, _ properties: String = "", _ polygons: [Polygon]
    ) -> String {
        feature(
            name, properties,
            polygons.map { polygon in
                ([polygon.outer] + polygon.holes).map { ring in
                    ring.map { ($0.decimalLongitude, $0.decimalLatitude) }
                }
            })
    }

    @discardableResult
    func add(
        _ features: [String], as name: String = "ranges.geojson", crs: String? = nil,
        _ options: RangeImportOptions = RangeImportOptions()
    ) throws -> RangeImportReport {
        let system = crs.map {
            "\"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"\($0)\"}}, "
        }
        let text = """
            {"type": "FeatureCollection", \(system ?? "")"features": [\(features.joined(separator: ",\n"))]}
            """
        let path = try species.folder.write(Array(text.utf8), as: name)
        return try store.importRanges([path], options)
    }

    /// Names of the ranges that hold a place, in the order of the alphabet, each once.
    func names(_ latitude: Double, _ longitude: Double) throws -> [String] {
        let position = try #require(
            Coordinate(decimalLatitude: latitude, decimalLongitude: longitude))
        return Set(try store.ranges(covering: position).map(\.scientificName)).sorted()
    }

    /// What the store says of a name at a place on a date.
    func answer(
        _ name: String, _ latitude: Double, _ longitude: Double, month: Int = 6, day: Int = 15
    ) throws -> RangeAnswer {
        let position = try #require(
            Coordinate(decimalLatitude: latitude, decimalLongitude: longitude))
        let date = try #require(EventDate(year: 2024, month: month, day: day))
        let answers = try store.knowledge(
            of: [name], at: position, on: date, languages: LanguagePreferences(acceptLanguage: ""))
        return try #require(answers[name]).range
    }

    func rows(_ sql: String) throws -> [String] {
        let connection = try Connection(path: store.path, mode: .readWrite, spatial: true)
        let row = try connection.statement(sql)
        var rows: [String] = []
        while try row.step() { rows.append(row.text(0)) }
        return rows
    }

    /// Areas are valid, within the world, and as large as their pieces together, which may touch themselves.
    func expectSound() throws {
        #expect(
            try rows(
                """
                SELECT scientificName FROM species_range
                WHERE ST_IsValid(geom) IS NOT 1 OR ST_SRID(geom) IS NOT 4326
                    OR MbrMinX(geom) < -180 OR MbrMaxX(geom) > 180
                    OR MbrMinY(geom) < -90 OR MbrMaxY(geom) > 90
                """) == [])
        #expect(
            try rows(
                """
                SELECT r.scientificName FROM species_range r WHERE abs(ST_Area(r.geom) - (
                    SELECT sum(ST_Area(p.geom)) FROM range_piece p WHERE p.rangeID = r.id)) > 1e-6
                """) == [])
        #expect(
            try rows("SELECT rtreecheck('range_piece_box')") == ["ok"])
        #expect(
            try rows(
                "SELECT (SELECT count(*) FROM range_piece) = (SELECT count(*) FROM range_piece_box)"
            ) == ["1"])
        #expect(try rows("SELECT CheckSpatialIndex()") == ["1"])
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where GDAL is not installed.
    static var needsGDAL: Self {
        .enabled(if: VectorFile.libraryVersion != nil, "Needs GDAL, of Debian's gdal-bin.")
    }
}
