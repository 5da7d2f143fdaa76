import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Database
@testable import Records

/// The way to a filter's records, by what SQLite says that it does.
@Suite struct `The plan of a list` {
    let fixture: RecordsFixture

    init() throws {
        fixture = try RecordsFixture()
        try fixture.record(photo: nil)
    }

    private static func filter(_ change: (inout RecordFilter) throws -> Void) rethrows
        -> RecordFilter
    {
        var filter = RecordFilter()
        try change(&filter)
        return filter
    }

    private static let box = BoundingBox(west: 24, south: 60, east: 25, north: 61)
    private static let moment = Date(timeIntervalSince1970: 1_780_000_000)

    @Test(
        arguments: [
            (filter { _ in }, .all, ["SCAN record USING COVERING INDEX record_walk"]),
            (
                filter { $0.kind = .place }, .kind,
                ["SEARCH record USING COVERING INDEX record_by_kind (kind=? AND rowid<?)"]
            ),
            (
                filter { $0.boundingBox = box }, .tree,
                [
                    "SEARCH record USING COVERING INDEX record_walk (id=?)",
                    "VIRTUAL TABLE INDEX 2:",
                ]
            ),
            (
                filter { $0.from = moment }, .times,
                [
                    "SEARCH record USING COVERING INDEX record_by_event (eventInstant>? AND",
                    "USE TEMP B-TREE FOR ORDER BY",
                ]
            ),
            (
                filter { $0.q = "cathedral" }, .text,
                ["VIRTUAL TABLE INDEX 192:M", "SEARCH record USING INTEGER PRIMARY KEY"]
            ),
        ] as [(RecordFilter, RecordPlan.Way, [String])])
    func `asks an index for all it can`(
        filter: RecordFilter, way: RecordPlan.Way, steps: [String]
    ) throws {
        let found = try explained(filter, before: way == .kind || way == .text ? 9 : nil)
        #expect(found.way == way)
        for step in steps { #expect(found.steps.contains(step), "\(found.steps)") }
        #expect(way == .times || !found.steps.contains("TEMP B-TREE"), "\(found.steps)")
    }

    @Test func `walks where a box or an interval holds more than is sorted`() throws {
        try fill(RecordFilter.countLimit + 700)
        for filter in [
            Self.filter {
                $0.boundingBox = BoundingBox(west: -180, south: -90, east: 180, north: 90)
            },
            Self.filter { $0.from = Date(timeIntervalSince1970: 0) },
        ] {
            let found = try explained(filter, before: 9)
            #expect(found.way == .walk)
            #expect(found.steps.contains("COVERING INDEX record_walk (id<?)"), "\(found.steps)")
            #expect(!found.steps.contains("TEMP B-TREE"), "\(found.steps)")
        }
    }

    /// Every way must find the same records in the same order as the conditions alone do.
    @Test func `never changes what is found`() throws {
        try fill(RecordFilter.countLimit + 200)
        let boxes = [
            BoundingBox(west: -10, south: -10, east: 10, north: 10),
            BoundingBox(west: -180, south: -90, east: 180, north: 80),
            BoundingBox(west: 170, south: -90, east: -170, north: 90),
        ]
        let day = try #require(EventDate("2026-03-01"))
        var filters = [RecordFilter()]
        filters += boxes.map { box in Self.filter { $0.boundingBox = box } }
        filters += [
            Self.filter { $0.from = Date(timeIntervalSince1970: 1_770_000_000) },
            Self.filter { $0.to = Date(timeIntervalSince1970: 1_770_000_000) },
            Self.filter {
                $0.firstDay = day
                $0.lastDay = day
            },
            Self.filter { $0.kind = .species },
            Self.filter { $0.q = "w1" },
            Self.filter {
                $0.q = "w"
                $0.kind = .place
                $0.boundingBox = boxes[1]
                $0.from = Date(timeIntervalSince1970: 1_770_000_000)
            },
            try Self.filter {
                $0.near = try .init(
                    center: Coordinate(decimalLatitude: 1, decimalLongitude: 1)!,
                    radiusInMeters: 4_000_000)
            },
        ]
        for var filter in filters {
            let query = RecordQuery(filter)
            let expected = try fixture.store.reading { connection -> [UUIDv7] in
                let row = try connection.statement(
                    "SELECT id, decimalLatitude, decimalLongitude, occurrenceID FROM record"
                        + query.clause + " ORDER BY id DESC")
                try row.bind(query.values)
                var ids: [UUIDv7] = []
                while try row.step() {
                    if query.holds(row) { ids.append(UUIDv7(row.text(3))!) }
                }
                return ids
            }
            var seen: [UUIDv7] = []
            filter.limit = 1000
            repeat {
                let page = try fixture.store.list(filter)
                seen += page.records.map(\.occurrenceID)
                #expect(page.total == nil || page.total == expected.count, "\(filter)")
                filter.cursor = page.nextCursor
            } while filter.cursor != nil
            #expect(seen == expected, "\(filter)")
            var streamed: [UUIDv7] = []
            try fixture.store.forEach(filter) { streamed.append($0.occurrenceID) }
            #expect(streamed == expected, "\(filter)")
        }
    }

    @Test func `D14 a day is the local one where the record was made`() throws {
        let fixture = try RecordsFixture()
        // Sydney's first of June begins on the last of May in UTC, and California's ends on the second.
        for (name, date) in [
            ("Sydney morning", "2026-06-01T08:00:00+10:00"),
            ("Sydney day before", "2026-05-31T23:59:59+10:00"),
            ("Los Angeles night", "2026-06-01T23:30:00-07:00"),
            ("Los Angeles day after", "2026-06-02T00:00:00-07:00"),
            ("Kiritimati", "2026-06-01T00:00:00+14:00"),
            ("unknown zone", "2026-06-01T12:00:00"),
            ("Berlin before the clocks change", "2026-03-29T01:59:59+01:00"),
            ("Berlin after", "2026-03-29T03:00:00+02:00"),
        ] { try fixture.record(named: name, photo: nil, eventDate: date) }
        func names(_ first: String?, _ last: String?) throws -> [String] {
            try fixture.store.list(
                Self.filter {
                    $0.firstDay = first.flatMap { EventDate($0) }
                    $0.lastDay = last.flatMap { EventDate($0) }
                }
            ).records.map(\.identification.name).sorted()
        }
        let june = ["Kiritimati", "Los Angeles night", "Sydney morning", "unknown zone"]
        #expect(try names("2026-06-01", "2026-06-01") == june)
        #expect(try names("2026-06-01", nil) == (june + ["Los Angeles day after"]).sorted())
        #expect(try names("2026-05-31", "2026-05-31") == ["Sydney day before"])
        #expect(
            try names(nil, "2026-03-29")
                == ["Berlin after", "Berlin before the clocks change"])
        #expect(throws: RecordError.self) { try names("2026-06-02", "2026-06-01") }
        // Statistics count by the same days.
        #expect(try fixture.store.extent().first == EventDate("2026-03-29T01:59:59+01:00"))
    }

    // MARK: Support

    private func explained(
        _ filter: RecordFilter, before place: Int64? = nil
    ) throws -> (way: RecordPlan.Way, steps: String) {
        try fixture.store.reading { connection in
            let plan = try RecordPlan(RecordQuery(filter), connection)
            let rows = plan.select(before: place)
            let statement = try connection.statement("EXPLAIN QUERY PLAN " + rows.sql)
            try statement.bind(rows.values)
            var steps: [String] = []
            while try statement.step() { steps.append(statement.text(3)) }
            return (plan.way, steps.joined(separator: "; "))
        }
    }

    private func fill(_ count: Int) throws {
        var random = SeededGenerator(seed: 5)
        try fixture.store.writing { connection in
            for index in 0..<count {
                let id = UUIDv7()
                let position = CapturePosition(
                    coordinate: Coordinate(
                        decimalLatitude: .random(in: -90...90, using: &random),
                        decimalLongitude: .random(in: -180...180, using: &random))!,
                    coordinateUncertaintyInMeters: nil, source: .request)
                let date = EventDate(
                    utc: Date(
                        timeIntervalSince1970: .random(
                            in: 1_760_000_000...1_780_000_000, using: &random
                        ).rounded()))
                let kinds = CandidateKind.allCases
                let record = Record(
                    occurrenceID: id, captureID: id, created: Self.moment, modified: Self.moment,
                    revision: 1, eventDate: date, position: index % 9 == 0 ? nil : position,
                    headingInDegrees: nil,
                    identification: Identification(
                        name: "w\(index % 40)", kind: kinds[index % kinds.count]),
                    occurrenceRemarks: nil, recordedBy: nil, geoprivacy: .open, photo: nil,
                    computation: Computation(address: nil, addressParts: [], candidates: []))
                try RecordRow.insert(record, candidates: "[]", into: connection)
            }
        }
    }
}
