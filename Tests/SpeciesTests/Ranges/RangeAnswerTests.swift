import GeoModel
import TestSupport
import Testing

@testable import Species

@Suite(.needsGDAL) struct `What the maps say of a taxon` {
    /// A stork: breeds in the north, winters in the south and passes between.
    private func stork() throws -> RangeFixture {
        let fixture = try RangeFixture()
        try fixture.add([
            RangeFixture.box(
                "Ciconia ciconia", "\"seasonal\": 2", west: 10, south: 45, east: 30, north: 60),
            RangeFixture.box(
                "Ciconia ciconia", "\"seasonal\": 3", west: 10, south: -35, east: 30, north: -20),
            RangeFixture.box(
                "Ciconia ciconia", "\"seasonal\": 4", west: 10, south: 25, east: 30, north: 40),
        ])
        return fixture
    }

    @Test func `is present in its season and of another season else`() throws {
        let fixture = try stork()
        for (latitude, month, status) in [
            (50.0, 6, RangeStatus.present), (50, 1, .otherSeason), (-30, 1, .present),
            (-30, 6, .otherSeason), (30, 4, .present), (30, 10, .present), (30, 1, .otherSeason),
            (44.9, 1, .edge), (42.5, 6, .absent), (0, 6, .absent),
        ] {
            let answer = try fixture.answer("Ciconia ciconia", latitude, 20, month: month)
            #expect(answer.status == status, "\(latitude) in month \(month)")
        }
        let there = try fixture.answer("Ciconia ciconia", -30, 20, month: 1)
        #expect(there.months == [1, 2, 3, 4, 9, 10, 11, 12])
        #expect(there.distanceInMeters == 0)
        #expect(try fixture.answer("Ciconia ciconia", 42.5, 20).months == nil)
    }

    @Test func `C11: of one without a range is unknown, neither present nor absent`() throws {
        let fixture = try stork()
        let answer = try fixture.answer("Anas crecca", 62.13, 25.67)
        #expect(answer == .unknown)
        let answers = try fixture.store.knowledge(
            of: ["Ciconia ciconia", "Anas crecca", "???"], at: nil,
            on: EventDate(year: 2026, month: 6, day: 1)!,
            languages: LanguagePreferences(acceptLanguage: ""))
        #expect(answers.count == 3)
        #expect(answers.values.allSatisfy { $0.range == .unknown })
    }

    @Test func `G03: of an area of unknown season is present in every month, without months`()
        throws
    {
        let fixture = try RangeFixture()
        let report = try fixture.add(
            ["null", "0", "5", "99", "\"\"", "\"summer?\""].enumerated().map { index, code in
                RangeFixture.box(
                    "Larus ignotus", "\"seasonal\": \(code)", west: 10 + Double(index), south: 0,
                    east: 10.5 + Double(index), north: 1)
            })
        #expect(
            report.sources[0].files[0].noted == ["of unknown season, shown in every month": 6])
        for index in 0..<6 {
            for month in 1...12 {
                let answer = try fixture.answer(
                    "Larus ignotus", 0.5, 10.2 + Double(index), month: month)
                #expect(answer == RangeAnswer(status: .present, distanceInMeters: 0))
            }
            let shares = try #require(
                try fixture.store.monthlyShares(
                    of: "Larus ignotus",
                    at: Coordinate(
                        decimalLatitude: 0.5, decimalLongitude: 10.2 + Double(index))!))
            #expect(shares == [Double?](repeating: nil, count: 12))
        }
        #expect(
            try fixture.rows("SELECT coalesce(seasonal, season, 'blank') FROM species_range")
                == ["blank", "0", "5", "99", "blank", "summer?"])
    }

    @Test func `does not count where it is extinct or a vagrant, but lists it`() throws {
        let fixture = try RangeFixture()
        try fixture.add([
            RangeFixture.box(
                "Panthera tigris", "\"presence\": 1", west: 0, south: 0, east: 5, north: 5),
            RangeFixture.box(
                "Panthera tigris", "\"presence\": 5", west: 5, south: 0, east: 10, north: 5),
            RangeFixture.box(
                "Panthera tigris", "\"presence\": 1, \"origin\": 4", west: 20, south: 0, east: 25,
                north: 5),
            RangeFixture.box(
                "Panthera tigris", "\"presence\": 1, \"origin\": 3", west: 40, south: 0, east: 45,
                north: 5),
            RangeFixture.box(
                "Neofelis nebulosa", "\"presence\": \"5\"", west: 0, south: 0, east: 5, north: 5),
        ])
        #expect(try fixture.answer("Panthera tigris", 2, 2).status == .present)
        // Within 50 km of where it lives, and yet known to be gone.
        #expect(try fixture.answer("Panthera tigris", 2, 5.2).status == .absent)
        #expect(try fixture.answer("Panthera tigris", 2, 22).status == .absent)
        #expect(try fixture.answer("Panthera tigris", 2, 42).status == .present)
        #expect(try fixture.answer("Neofelis nebulosa", 2, 2) == RangeAnswer(status: .absent))
        #expect(try fixture.answer("Neofelis nebulosa", 2, 30) == .unknown)
        #expect(try fixture.names(2, 22) == ["Panthera tigris"])
    }

    @Test func `of eBird's days is exact, and its model's area no range`() throws {
        let fixture = try RangeFixture()
        let report = try fixture.add(
            [
                #""species_code": "x", "type": "range", "season": "nonbreeding", "start_date": "2023-11-22", "end_date": "2023-03-01""#,
                #""species_code": "x", "type": "range", "season": "breeding", "start_date": "2023-05-03", "end_date": "2023-08-02""#,
                #""species_code": "x", "type": "prediction_area", "season": "breeding", "start_date": "2023-05-03", "end_date": "2023-08-02""#,
            ].map {
                RangeFixture.box(
                    nil, "\"scientific_name\": \"Platalea minor\", " + $0, west: 0, south: 20,
                    east: 5, north: 25)
            })
        #expect(
            report.sources[0].files[0].skipped
                == ["of the area of a model's predictions, which is no range": 1])
        for (month, day, status) in [
            (12, 31, RangeStatus.present), (1, 1, .present), (2, 29, .present), (3, 1, .present),
            (3, 2, .otherSeason), (5, 2, .otherSeason), (5, 3, .present), (8, 2, .present),
            (8, 3, .otherSeason), (11, 21, .otherSeason), (11, 22, .present),
        ] {
            let answer = try fixture.answer("Platalea minor", 22, 2, month: month, day: day)
            #expect(answer.status == status, "\(month)-\(day)")
            #expect(answer.months == [1, 2, 3, 5, 6, 7, 8, 11, 12])
        }
        let shares = try fixture.store.monthlyShares(
            of: "Platalea minor", at: Coordinate(decimalLatitude: 22, decimalLongitude: 2)!)
        #expect(shares?[0] == 1)
        #expect(shares?[3] == 0)
        #expect(shares?[7] == 2.0 / 31)
    }

    @Test func `is the taxonomy's: a synonym and a subspecies have the species' ranges`() throws {
        let fixture = try stork()
        try fixture.add(
            [
                RangeFixture.box(
                    "Ardea ciconia", "\"seasonal\": 1", west: 100, south: 45, east: 110, north: 50)
            ], as: "old.geojson")
        #expect(try fixture.answer("Ciconia ciconia", 47, 105).status == .absent)
        // The range file came first: the taxonomy joins the two names.
        try fixture.species.execute(
            """
            INSERT INTO taxon (taxonID, scientificName, taxonRank, taxonomicStatus, speciesID)
                VALUES (1, 'Ciconia ciconia', 'species', 'accepted', 1),
                    (2, 'Ciconia ciconia asiatica', 'subspecies', 'accepted', 1);
            INSERT INTO taxon_order VALUES (1, 1), (2, 2);
            INSERT INTO taxon_name VALUES ('ciconia ciconia', 1, 1, 'Ciconia ciconia'),
                ('ardea ciconia', 1, 0, 'Ardea ciconia'),
                ('ciconia ciconia asiatica', 2, 1, 'Ciconia ciconia asiatica');
            UPDATE species_state SET generation = generation + 1;
            """)
        for name in ["Ciconia ciconia", "Ardea ciconia", "Ciconia ciconia asiatica"] {
            #expect(try fixture.answer(name, 47, 105).status == .present, "\(name)")
            #expect(try fixture.answer(name, 50, 20).status == .present, "\(name)")
        }
    }

    @Test func `is simplified for drawing, no farther than was asked`() throws {
        let fixture = try RangeFixture()
        let ring = (0...360).map { step -> (Double, Double) in
            let turn = Double(step % 360) / 360
            return (20 + 10 * Turn.cosine(turn), 10 * Turn.sine(turn))
        }
        try fixture.add([RangeFixture.feature("Larus rotundus", "", [[ring]])])
        let whole = try fixture.store.rangeAreas(of: "larus rotundus", toleranceInDegrees: 0)
        let drawn = try fixture.store.rangeAreas(of: "Larus rotundus", toleranceInDegrees: 0.1)
        #expect(whole[0].shape.positions.count == 361)
        #expect((20..<60).contains(drawn[0].shape.positions.count))
        #expect(try fixture.store.rangeAreas(of: "Larus", toleranceInDegrees: 0) == [])
    }
}

@Suite(.needsGDAL) struct `An override of the maps` {
    @Test func `G11: lets one taxon in at one place, with its reason`() throws {
        let fixture = try RangeFixture()
        try fixture.add([
            RangeFixture.box("Phoenicopterus roseus", west: 0, south: 36, east: 5, north: 44),
            RangeFixture.box("Phoenicopterus ruber", west: 0, south: 36, east: 5, north: 44),
        ])
        let place = Coordinate(decimalLatitude: 52.07, decimalLongitude: 6.77)!
        #expect(try fixture.answer("Phoenicopterus roseus", 52.07, 6.77).status == .absent)
        let id = try fixture.store.addOverride(
            of: "phoenicopterus_roseus", at: place, radiusInMeters: 5000, status: .present,
            months: [4, 5, 6], reason: "Breeds here")
        let answer = try fixture.answer("Phoenicopterus roseus", 52.08, 6.78)
        #expect(answer.status == .present)
        #expect(answer.overrideReason == "Breeds here")
        #expect(answer.months == [4, 5, 6])
        #expect(answer.distanceInMeters ?? 0 > 500_000)
        // Neither elsewhere, nor at another time, nor for another taxon.
        #expect(try fixture.answer("Phoenicopterus roseus", 52.2, 6.77).status == .absent)
        #expect(
            try fixture.answer("Phoenicopterus roseus", 52.07, 6.77, month: 7).overrideReason == nil
        )
        #expect(try fixture.answer("Phoenicopterus ruber", 52.07, 6.77).status == .absent)
        #expect(try fixture.store.overrides().map(\.scientificName) == ["Phoenicopterus roseus"])
        try fixture.store.removeOverride(id)
        #expect(try fixture.answer("Phoenicopterus roseus", 52.07, 6.77).status == .absent)
        #expect(throws: RangeImportError.overrideNotFound(id)) {
            try fixture.store.removeOverride(id)
        }
    }

    @Test func `of a taxon without any range speaks, and the last made counts`() throws {
        let fixture = try RangeFixture()
        let place = Coordinate(decimalLatitude: 1, decimalLongitude: 2)!
        for status in [RangeStatus.absent, .edge] {
            _ = try fixture.store.addOverride(
                of: "Larus novus", at: place, radiusInMeters: 100, status: status, months: nil,
                reason: "Seen \(status)")
        }
        #expect(
            try fixture.answer("Larus novus", 1, 2)
                == RangeAnswer(status: .edge, overrideReason: "Seen edge"))
        #expect(throws: RangeImportError.notAName("12")) {
            try fixture.store.addOverride(
                of: "12", at: place, radiusInMeters: 1, status: .present, months: nil, reason: "x")
        }
    }
}
