import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Geodesy

@Suite struct `The magnetic declination` {
    private static func model(_ name: String) throws -> MagneticModel {
        let text = try String(
            contentsOfFile: "\(GeoDataFiles.folder)/magnetic/\(name).COF", encoding: .utf8)
        return try #require(MagneticModel(coefficientFile: text))
    }

    /// Year, kilometres, latitude, longitude, declination: the test values that NOAA publishes with each
    /// epoch.
    private static let published: [(String, [(Double, Double, Double, Double, Double)])] = [
        (
            "WMM_2025",
            [
                (2025, 0, 80, 0, 1.28), (2025, 0, 0, 120, -0.16), (2025, 0, -80, -120, 68.78),
                (2025, 100, 80, 0, 0.85), (2025, 100, 0, 120, -0.15),
                (2025, 100, -80, -120, 68.21), (2027.5, 0, 80, 0, 2.59),
                (2027.5, 0, 0, 120, -0.24), (2027.5, 0, -80, -120, 68.49),
                (2027.5, 100, 80, 0, 2.16), (2027.5, 100, 0, 120, -0.23),
                (2027.5, 100, -80, -120, 67.93),
            ]
        ),
        (
            "WMM_2020",
            [
                (2020, 0, 80, 0, -1.28), (2020, 0, 0, 120, 0.16), (2020, 0, -80, -120, 69.36),
                (2020, 100, 80, 0, -1.70), (2020, 100, -80, -120, 68.78),
                (2022.5, 0, 80, 0, 0.01), (2022.5, 0, 0, 120, -0.06),
                (2022.5, 100, -80, -120, 68.55),
            ]
        ),
        (
            "WMM_2015v2",
            [
                (2015, 0, 80, 0, -3.90), (2015, 0, 0, 120, 0.55), (2015, 0, -80, -120, 69.81),
                (2017.5, 100, 80, 0, -3.01), (2017.5, 100, -80, -120, 69.01),
            ]
        ),
    ]

    @Test(arguments: published)
    func `is what its makers publish, to their last digit`(
        name: String, values: [(Double, Double, Double, Double, Double)]
    ) throws {
        let model = try Self.model(name)
        for (year, kilometers, latitude, longitude, degrees) in values {
            let position = try #require(
                Coordinate(decimalLatitude: latitude, decimalLongitude: longitude))
            let found = try #require(
                model.declination(at: position, year: year, heightInMeters: kilometers * 1000))
            #expect(
                abs(found.degrees - degrees) < 0.0051, "\(year) \(kilometers) \(latitude)")
        }
    }

    @Test func `is known less near a magnetic pole, and not at one`() throws {
        let model = try Self.model("WMM_2025")
        func at(_ latitude: Double, _ longitude: Double) throws -> Declination? {
            let position = try #require(
                Coordinate(decimalLatitude: latitude, decimalLongitude: longitude))
            return model.declination(at: position, year: 2026)
        }
        let helsinki = try #require(try at(60.17, 24.95))
        #expect((9...11).contains(helsinki.degrees))
        #expect(helsinki.uncertaintyInDegrees < 0.6)
        let north = try #require(try at(80, -90))
        #expect(north.uncertaintyInDegrees > 1)
        // The north magnetic pole of 2025 is at 85.8 degrees north, 139.3 east.
        #expect(try at(85.8, 139.3) == nil)
        #expect(try at(90, 0) == nil)
        #expect(try at(-90, 0) == nil)
    }

    @Test func `comes from the epoch of the date, or the nearest, and then less surely`() throws {
        let texts = try ["WMM_2025", "WMM_2020"].map {
            try String(contentsOfFile: "\(GeoDataFiles.folder)/magnetic/\($0).COF", encoding: .utf8)
        }
        let models = try #require(MagneticModels(coefficientFiles: texts))
        let position = try #require(Coordinate(decimalLatitude: 80, decimalLongitude: 0))
        func on(_ date: String) throws -> Declination {
            let day = try #require(EventDate(date))
            return try #require(models.declination(at: position, on: day))
        }
        #expect(abs(try on("2025-01-01T00:00:00Z").degrees - 1.28) < 0.01)
        #expect(abs(try on("2020-01-01T00:00:00Z").degrees - -1.28) < 0.01)
        #expect(abs(try on("2022-07-02T00:00:00Z").degrees - 0.01) < 0.02)
        let late = try on("2040-01-01T00:00:00Z").uncertaintyInDegrees
        let early = try on("2010-01-01T00:00:00Z").uncertaintyInDegrees
        let now = try on("2026-01-01T00:00:00Z").uncertaintyInDegrees
        #expect(late > now + 2.5 && early > now + 2.5)
    }

    @Test(arguments: [
        "", "WMM", "2025.0 WMM\n1 0 -29351.8 0 12 0\n", "2025.0 WMM\n1 0 x 0 1 0\n99\n",
    ])
    func `is not read from what is no model`(text: String) {
        #expect(MagneticModel(coefficientFile: text) == nil)
        #expect(MagneticModels(coefficientFiles: [text]) == nil)
    }
}
