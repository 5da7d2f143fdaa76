import FoundationEssentials
import GeoModel
import Geodesy
import Glibc
import TestSupport
import Testing

@testable import Database
@testable import Records

/// Lists beside a filter that looks at each record by itself, as it is read.
@Suite struct `Filters of a list` {
    private let fixture: RecordsFixture
    private let store: RecordStore

    init() throws {
        fixture = try RecordsFixture()
        store = try RecordStore(
            fixture.directory,
            judge: SensitivityJudge(
                state: { .init(generation: 1, isEmpty: true) }, isListed: { _ in false },
                geoprivacy: { _ in .open }), trashDays: 1, chunkCapacity: 64)
    }

    private static let words = [
        "kaka", "kakalo", "kakami", "kalo", "kbex", "k", "Ärger", "éclair", "w1", "w12", "w123",
        "Gänsesäger", "ёж", "北京",
    ]
    private static let start = Date(timeIntervalSince1970: 1_760_000_000)

    @Test func `find what each record by itself says, however records come, change and go`()
        throws
    {
        var random = SeededGenerator(seed: 20_261_130)
        try fill(300, using: &random)
        // Another program with the same file.
        let other = try RecordStore(fixture.directory, judge: store.judge, trashDays: 1)
        for round in 0..<4 {
            try compare(rounds: 25, using: &random)
            let all = try records()
            let writer = round % 2 == 0 ? store : other
            var gone: [UUIDv7] = []
            for _ in 0..<12 {
                guard let record = all.randomElement(using: &random),
                    !gone.contains(record.occurrenceID)
                else { continue }
                try writer.delete(record.occurrenceID)
                gone.append(record.occurrenceID)
            }
            for id in gone.prefix(5) { _ = try writer.restore(id) }
            for record in all.prefix(20) where !gone.contains(record.occurrenceID) {
                var patch = RecordPatch()
                patch.name = Self.words.randomElement(using: &random)
                if Bool.random(using: &random), let name = Self.words.randomElement(using: &random)
                {
                    patch.scientificName = .set(name)
                }
                patch.geoprivacy = Geoprivacy.allCases.randomElement(using: &random)
                _ = try writer.update(record.occurrenceID, patch)
            }
            // The last goes, and the next takes its number.
            try writer.delete(try #require(try records().first).occurrenceID)
            try fill(3, using: &random)
        }
        try compare(rounds: 25, using: &random)
        // More changes at once than are looked at one by one.
        try other.writing { try $0.execute("UPDATE record SET eventInstant = eventInstant + 0") }
        try compare(rounds: 5, using: &random)
    }

    private func compare(rounds: Int, using random: inout SeededGenerator) throws {
        let all = try records()
        let shown = try shown(all)
        for round in 0..<rounds {
            var filter = round == 0 ? RecordFilter() : try Self.filter(using: &random)
            filter.limit = [7, 50, 1000].randomElement(using: &random) ?? 50
            let taxon = round == 0 ? nil : Self.taxon(using: &random)
            filter.taxon = try taxon.map { try store.numbers(of: $0) }
            let expected = all.filter {
                Self.holds($0, filter) && Self.holds(taxon, $0.identification)
            }.map(\.occurrenceID)
            var found: [UUIDv7] = []
            repeat {
                let page = try store.list(filter)
                found += page.records.map(\.occurrenceID)
                #expect(page.total == nil || page.total == expected.count, "\(filter)")
                #expect(page.records.count == filter.limit || page.nextCursor == nil)
                filter.cursor = page.nextCursor
            } while filter.cursor != nil
            #expect(found == expected, "\(filter)")
            var streamed: [UUIDv7] = []
            try store.forEach(filter) { streamed.append($0.occurrenceID) }
            #expect(streamed == expected, "\(filter)")

            let publicly = shown.filter {
                Self.holds($0, filter) && Self.holds(taxon, $0.identification)
            }.map(\.id)
            var seen: [String] = []
            repeat {
                let page = try store.publicList(filter, dates: .month)
                seen += page.records.map(\.id)
                #expect(page.total == nil || page.total == publicly.count, "\(filter)")
                filter.cursor = page.nextCursor
            } while filter.cursor != nil
            #expect(seen == publicly, "\(filter)")
        }
    }

    // MARK: Each record by itself

    private func records() throws -> [Record] {
        try store.reading { connection in
            let row = try connection.statement(
                "SELECT \(RecordRow.columns) FROM record ORDER BY id DESC")
            var all: [Record] = []
            while try row.step() {
                all.append(try RecordRow.read(row, withCandidates: false))
            }
            return all
        }
    }

    /// What the public sees, in the order that is promised.
    private func shown(_ records: [Record]) throws -> [PublicRecord] {
        try records.compactMap { record in
            try store.publicRecord(of: record.occurrenceID, dates: .month).map { shown in
                let month = EventDate(utc: record.created)
                let start = EventDate(
                    year: month.year, month: month.month, day: 1, offsetInMinutes: 0)
                return (
                    shown,
                    shown.geoprivacy == .open
                        ? record.created.milliseconds : start?.instant.milliseconds ?? 0
                )
            }
        }
        .sorted { ($1.1, $1.0.id) < ($0.1, $0.0.id) }.map(\.0)
    }

    private static func holds(_ record: Record, _ filter: RecordFilter) -> Bool {
        let day = record.eventDate.description.prefix(10)
        return holds(filter, record.position?.coordinate, record.identification.kind)
            && (filter.from.map { record.eventDate.instant >= $0 } ?? true)
            && (filter.to.map { record.eventDate.instant <= $0 } ?? true)
            && (filter.firstDay.map { day >= $0.description.prefix(10) } ?? true)
            && (filter.lastDay.map { day <= $0.description.prefix(10) } ?? true)
            && holds(filter, texts: texts(of: record.identification) + [record.occurrenceRemarks])
    }

    private static func holds(_ taxon: LivingNames?, _ shown: Identification?) -> Bool {
        guard let taxon else { return true }
        guard let shown else { return false }
        return shown.scientificName.map(taxon.scientificNames.contains)
            ?? (shown.kind == .species && taxon.ownNames.contains(shown.name))
    }

    private static func holds(_ record: PublicRecord, _ filter: RecordFilter) -> Bool {
        let isOpen = record.geoprivacy == .open
        let instant = isOpen ? EventDate(record.eventDate)?.instant : nil
        func shown(_ date: EventDate) -> String {
            String(date.description.prefix(isOpen ? 10 : 7))
        }
        let day = record.eventDate.prefix(isOpen ? 10 : 7)
        return holds(filter, record.position, record.kind)
            && (filter.from.map { from in
                instant.map { $0 >= from } ?? (day >= shown(EventDate(utc: from)))
            } ?? true)
            && (filter.to.map { to in
                instant.map { $0 <= to } ?? (day <= shown(EventDate(utc: to)))
            } ?? true)
            && (filter.firstDay.map { day >= shown($0) } ?? true)
            && (filter.lastDay.map { day <= shown($0) } ?? true)
            && holds(filter, texts: texts(of: record.identification) + [record.occurrenceRemarks])
    }

    private static func holds(
        _ filter: RecordFilter, _ position: Coordinate?, _ kind: CandidateKind
    ) -> Bool {
        if let asked = filter.kind, asked != kind { return false }
        if let box = filter.boundingBox {
            guard let position, box.contains(position) else { return false }
        }
        if let circle = filter.near {
            guard let position,
                Geodesic.inverse(from: circle.center, to: position).distanceInMeters
                    <= circle.radiusInMeters
            else { return false }
        }
        return true
    }

    private static func texts(of shown: Identification?) -> [String?] {
        [shown?.name, shown?.scientificName]
    }

    private static func holds(_ filter: RecordFilter, texts: [String?]) -> Bool {
        func folded(_ text: String) -> [String] {
            var text = text.lowercased()
            for (letter, plain) in [("ä", "a"), ("é", "e")] {
                text = text.replacing(letter, with: plain)
            }
            return text.split(separator: " ").map(String.init)
        }
        let words = texts.compactMap(\.self).flatMap(folded)
        return folded(filter.q ?? "").allSatisfy { asked in words.contains { $0.hasPrefix(asked) } }
    }

    // MARK: Drawing

    private static func filter(using random: inout SeededGenerator) throws -> RecordFilter {
        var filter = RecordFilter()
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        func position() -> Coordinate? {
            Coordinate(
                decimalLatitude: .random(in: -80...80, using: &random),
                decimalLongitude: .random(in: -180...180, using: &random))
        }
        func moment() -> Date {
            start.addingTimeInterval(.random(in: -1e6...21e6, using: &random).rounded())
        }
        if chance(0.5) {
            let half = exp(Double.random(in: -1...4.3, using: &random))
            let center = try #require(position())
            var (west, east) = (center.decimalLongitude - half, center.decimalLongitude + half)
            // Beyond 180 degrees it goes on from the other side.
            if west < -180 { west += 360 }
            if east > 180 { east -= 360 }
            filter.boundingBox = BoundingBox(
                west: west, south: max(-90, center.decimalLatitude - half), east: east,
                north: min(90, center.decimalLatitude + half))
        }
        if chance(0.3) {
            filter.near = try .init(
                center: try #require(position()),
                radiusInMeters: exp(Double.random(in: 5...16.8, using: &random)))
        }
        if chance(0.3) { filter.kind = CandidateKind.allCases.randomElement(using: &random) }
        let moments = [moment(), moment()].sorted()
        if chance(0.25) { filter.from = moments[0] }
        if chance(0.25) { filter.to = moments[1] }
        if chance(0.2) { filter.firstDay = EventDate(utc: moments[0]) }
        if chance(0.2) { filter.lastDay = EventDate(utc: moments[1]) }
        if chance(0.4) {
            filter.q = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                let word = words.randomElement(using: &random) ?? ""
                return String(word.prefix(Int.random(in: 1...word.count, using: &random)))
            }.joined(separator: " ")
        }
        return filter
    }

    private static func taxon(using random: inout SeededGenerator) -> LivingNames? {
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        guard chance(0.3) else { return nil }
        return LivingNames(
            scientificNames: Set(words.filter { _ in chance(0.4) }),
            ownNames: Set(
                words.flatMap { word in [word] + words.map { "\(word) \($0)" } }
                    .filter { _ in chance(0.5) }))
    }

    private func fill(_ count: Int, using random: inout SeededGenerator) throws {
        let records = try (0..<count).map { index -> Record in
            let created = Self.start.addingTimeInterval(
                .random(in: 0...20_000_000, using: &random).rounded())
            let local = EventDate(
                utc: created.addingTimeInterval(.random(in: -90_000...90_000, using: &random)))
            let date = EventDate(
                year: local.year, month: local.month, day: local.day, hour: local.hour,
                minute: local.minute, second: local.second,
                offsetInMinutes: index % 5 == 0
                    ? nil : [0, 60, -480, 840].randomElement(using: &random))
            let position = Coordinate(
                decimalLatitude: .random(in: -90...90, using: &random),
                decimalLongitude: .random(in: -180...180, using: &random)
            ).map {
                CapturePosition(
                    coordinate: $0, coordinateUncertaintyInMeters: nil, source: .request)
            }
            let names = (0..<2).map { _ in Self.words.randomElement(using: &random) ?? "" }
            return Record(
                occurrenceID: UUIDv7(), captureID: UUIDv7(), created: created, modified: created,
                revision: 1, eventDate: try #require(date),
                position: index % 9 == 0 ? nil : position, headingInDegrees: nil,
                identification: Identification(
                    name: names.joined(separator: " "),
                    kind: CandidateKind.allCases.randomElement(using: &random) ?? .thing,
                    scientificName: index % 3 == 0 ? names[0] : nil),
                occurrenceRemarks: index % 3 == 0 ? names[0] + " seen" : nil, recordedBy: nil,
                geoprivacy: index % 4 == 0
                    ? Geoprivacy.allCases.randomElement(using: &random) ?? .open : .open,
                photo: nil,
                computation: Computation(address: nil, addressParts: [], candidates: []))
        }
        try store.insert(records)
    }
}

@Suite struct `Words of a list` {
    @Test func `mean the same where the texts of few records are looked at as where the index is`()
        throws
    {
        let fixture = try RecordsFixture()
        let names = [
            "Saint-Denis market", "Denis of the saint", "it's 5", "O'Brien", "ÉCLAIR au café",
            "北京 duck", "a_b", "a b", "x", "!",
        ]
        for name in names {
            try fixture.record(named: name, kind: .thing, photo: nil, remarks: "den \(name) end")
        }
        var found = 0
        for words in [
            "saint-den", "denis-of", "den saint", "market-end", "end den", "it's", "o'b", "o-br",
            "eclair caf", "北", "北京", "a_b", "a-b", "b a", "5", "!", "x !", "\"", "AND", "name:x",
            "e",
        ] {
            var filter = RecordFilter()
            filter.q = words
            let indexed = try fixture.store.list(filter)
            filter.kind = .thing
            let looked = try fixture.store.list(filter)
            #expect(looked == indexed, "\(words)")
            found += looked.records.count
        }
        #expect(found > 20)
    }
}

@Suite struct `Many words for a list` {
    @Test func `are refused before they are looked up, in public too`() throws {
        let store = try RecordsFixture().store
        var filter = RecordFilter()
        for words in [
            (1...13).map { "w\($0)" }.joined(separator: " "), String(repeating: "é", count: 101),
        ] {
            filter.q = words
            let error = try #require(throws: RecordError.self) { try store.list(filter) }
            #expect("\(error)".contains("12 words, 200 bytes"))
            #expect(throws: error) { try store.publicList(filter, dates: .month) }
            #expect(throws: error) { try store.forEach(filter) { _ in } }
        }
        filter.q = String(repeating: "a ", count: 100)
        #expect(try store.list(filter).records.isEmpty)
    }
}

@Suite struct `Days of a list` {
    private func filter(_ change: (inout RecordFilter) -> Void) -> RecordFilter {
        var filter = RecordFilter()
        change(&filter)
        return filter
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
                filter {
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
}

@Suite struct `Columns of a list` {
    private func row(_ id: Int64, day: Int32 = 0) -> ListRow {
        ListRow(
            place: ListPlace(id: id), id: id, instant: id, day: day, kind: 0, level: 1, name: -1,
            latitude: 0, longitude: 0)
    }

    private func ids(_ columns: ListColumns) -> [Int64] {
        columns.chunks.flatMap(\.columns.ids)
    }

    @Test func `stay in order and whole through any changes`() {
        var random = SeededGenerator(seed: 4)
        var columns = ListColumns { add in for id in 1...9000 { add(row(Int64(id))) } }
        var expected = Dictionary(uniqueKeysWithValues: (1...9000).map { (Int64($0), Int32(0)) })
        for round in 1...200 {
            let touched = Set((0..<20).map { _ in Int64.random(in: 0...9500, using: &random) })
            let kept = touched.filter { _ in Bool.random(using: &random) }
            columns.replace(touched, with: kept.map { row($0, day: Int32(round)) })
            for id in touched { expected[id] = kept.contains(id) ? Int32(round) : nil }
            guard round % 20 == 0 else { continue }
            #expect(columns.count == expected.count)
            #expect(ids(columns) == expected.keys.sorted())
            #expect(columns.chunks.allSatisfy { (1...ListChunk.capacity).contains($0.count) })
        }
        for (id, day) in expected {
            let found = columns.find(ListPlace(id: id))
            #expect(found.map { $0.chunk.columns.days[$0.index] } == day)
        }
        let all = Set(expected.keys)
        columns.replace(all, with: [])
        #expect(columns.count == 0 && columns.chunks.isEmpty)
        columns.replace([], with: [row(7), row(3)])
        #expect(ids(columns) == [3, 7])
    }

    @Test func `of a value that was handed out stay what they were`() {
        var columns = ListColumns { $0(row(1)) }
        let before = columns
        columns.replace([1], with: [row(1, day: 5), row(2)])
        #expect(ids(before) == [1] && before.chunks[0].columns.days == [0])
    }
}
