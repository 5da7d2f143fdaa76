internal import Database
package import GeoModel

/// Who reads, and so how much is shown.
package enum RecordScope: Hashable, Sendable {
    /// Everything.
    case all
    /// `PublicRecord`s.
    case `public`(dates: PublicDates)
}

/// Public records of a list.
package struct PublicPage: Hashable, Sendable {
    package let records: [PublicRecord]
    /// Asks for the page after this one; nil on the last.
    package let nextCursor: String?
    /// How many records the filter finds on all pages; nil when it was not to be counted, or there are more
    /// than are counted.
    package let total: Int?
}

/// What the public reads. Nothing here gives out a `Record`.
extension RecordStore {
    /// The record of a public id.
    ///
    /// - Returns: nil when there is none, it was deleted, or it goes by another id in public.
    package func publicRecord(_ id: String, dates: PublicDates) throws -> PublicRecord? {
        try settleDisclosure()
        return try readingSnapshot { connection in
            try Self.occurrenceID(publicID: id, connection).flatMap {
                try Self.publicRecord(of: $0, dates, connection)
            }
        }
    }

    /// What the public sees of a record.
    package func publicRecord(of id: UUIDv7, dates: PublicDates) throws -> PublicRecord? {
        try settleDisclosure()
        return try readingSnapshot { try Self.publicRecord(of: id, dates, $0) }
    }

    /// The record that goes by this id in public; nil when there is none.
    package func occurrenceID(publicID: String) throws -> UUIDv7? {
        try settleDisclosure()
        return try readingSnapshot { try Self.occurrenceID(publicID: publicID, $0) }
    }

    private static func occurrenceID(
        publicID: String, _ connection: Connection
    ) throws -> UUIDv7? {
        let statement = try connection.statement(
            """
            SELECT occurrenceID FROM disclosure WHERE concealedID = ?1 AND publicID = ?1
            UNION ALL SELECT d.occurrenceID FROM record r JOIN disclosure d ON d.recordID = r.id
                WHERE r.occurrenceID = ?1 AND d.publicID = ?1
            """)
        try statement.bind(.text(publicID.lowercased()))
        return try statement.step() ? UUIDv7(statement.text(0)) : nil
    }

    private static func publicRecord(
        of id: UUIDv7, _ dates: PublicDates, _ connection: Connection
    ) throws -> PublicRecord? {
        let statement = try connection.statement(
            """
            SELECT \(rowColumns) FROM disclosure
            WHERE recordID = (SELECT id FROM record WHERE occurrenceID = ?)
            """)
        try statement.bind(.text(id.description))
        return try statement.step() ? try publicRecord(in: statement, dates, connection) : nil
    }

    /// Runs `body` so that all it reads is of one moment: a record concealed in between must not be shown as
    /// it was said to be before.
    private func readingSnapshot<R: Sendable>(_ body: (Connection) throws -> R) throws -> R {
        try reading { connection in try connection.snapshot { try body(connection) } }
    }

    // MARK: Lists

    /// The record's number, how it is shown, and `disclosureColumns`.
    private static let rowColumns = "recordID, publicGeoprivacy, \(disclosureColumns)"

    /// nil for a record that is not shown at all.
    private static func publicRecord(
        in statement: Statement, _ dates: PublicDates, _ connection: Connection
    ) throws -> PublicRecord? {
        var row = ColumnReader(statement)
        let id = row.int64()
        let geoprivacy = row.optionalText().flatMap { Geoprivacy(rawValue: $0) }
        let disclosure = disclosure(&row)
        guard let geoprivacy, let record = try Self.row(id, connection) else { return nil }
        return PublicRecord(record, geoprivacy, disclosure.concealment, dates: dates)
    }

    /// The record of a list; nil as above.
    static func publicRecord(
        _ found: PublicList.Found, _ dates: PublicDates, _ connection: Connection
    ) throws -> PublicRecord? {
        let row = try connection.statement(
            "SELECT \(rowColumns) FROM disclosure WHERE recordID = ?")
        try row.bind(.integer(found.id))
        return try row.step() ? try publicRecord(in: row, dates, connection) : nil
    }

    /// One page of what the public sees of the records that `filter` finds there, the last made first; concealed
    /// ones behind all others of their month.
    ///
    /// - Throws: `RecordError.invalidField`, `.invalidCursor`; `DatabaseError`.
    package func publicList(
        _ filter: RecordFilter = RecordFilter(), dates: PublicDates
    ) throws -> PublicPage {
        try filter.validate()
        try settleDisclosure()
        let cursor = try filter.cursor.map { try PublicCursor($0) }
        return try listing(.public) { connection, columns in
            let list = try PublicList(filter, dates: dates, columns, connection)
            let walk = try list.walk(behind: cursor?.place)
            var records: [PublicRecord] = []
            var last: PublicCursor?
            var isLast = true
            var before = 0
            while before < filter.offset, try walk.next() != nil { before += 1 }
            while let found = try walk.next() {
                guard let record = try Self.publicRecord(found, dates, connection) else { continue }
                guard records.count < filter.limit else {
                    isLast = false
                    break
                }
                records.append(record)
                last = PublicCursor(order: found.place.order, id: record.id)
            }
            var total: Int?
            if filter.countsTotal {
                let found = before + records.count
                total =
                    cursor != nil
                    ? try list.count() : isLast ? found : try list.count(walk, behind: found + 1)
            }
            return PublicPage(
                records: records, nextCursor: isLast ? nil : last?.description, total: total)
        }
    }

    /// Calls `body` with what the public sees of every record that `filter` finds there, in the order of
    /// `publicList`; see `forEach`.
    package func forEachPublic(
        _ filter: RecordFilter = RecordFilter(), dates: PublicDates,
        _ body: (PublicRecord) throws -> Void
    ) throws {
        let snapshot = try PublicSnapshot(self, filter, dates: dates)
        while let record = try snapshot.next() { try body(record) }
    }

    // MARK: Photos

    /// The file of the photo's public copy, or of a thumbnail: without metadata.
    ///
    /// - Parameter longestSide: One of `PhotoStore.thumbnailSizes`; nil for all pixels.
    /// - Throws: `RecordError.noPhoto` also when it is not shown; as `thumbnailPath`.
    package func publicPhotoPath(
        _ id: UUIDv7, longestSide: Int?, dates: PublicDates
    ) throws -> String {
        guard try publicRecord(of: id, dates: dates)?.photo != nil else {
            throw RecordError.noPhoto(id)
        }
        return try longestSide.map { try thumbnailPath(id, longestSide: $0) } ?? publicCopyPath(id)
    }

    // MARK: Sightings

    /// The records near a place as the public sees them, by name and month; see `monthlyCounts`.
    package func publicMonthlyCounts(near circle: RecordFilter.Circle) throws -> [MonthlyCount] {
        try settleDisclosure()
        return try listing(.public) { connection, columns in
            var filter = RecordFilter()
            filter.near = circle
            let walk = try PublicList(filter, dates: .month, columns, connection).walk()
            return try Self.monthlyCounts(connection) {
                while let found = try walk.next() {
                    if found.showsNames { return found.id }
                }
                return nil
            }
        }
    }

    /// The records under any of the scientific names that `isOne` takes, as the public sees them; see `summary`.
    package func publicSummary(
        latest: Int, dates: PublicDates, where isOne: (String) -> Bool
    ) throws -> SightingSummary {
        try settleDisclosure()
        return try readingSnapshot { connection in
            let names = try connection.statement(
                "SELECT DISTINCT scientificName FROM record WHERE scientificName IS NOT NULL")
            var wanted: [String] = []
            while try names.step() { if isOne(names.text(0)) { wanted.append(names.text(0)) } }
            let row = try connection.statement(
                """
                SELECT \(Self.rowColumns)
                FROM record CROSS JOIN disclosure ON recordID = record.id
                WHERE publicGeoprivacy IS NOT NULL
                    AND (publicGeoprivacy = 'open' OR \(PublicRecord.showsNamesInSQL))
                    AND scientificName = ?
                """)
            var months = [Int](repeating: 0, count: 12)
            var found: [PublicRecord] = []
            for name in wanted {
                try row.bind(.text(name))
                while try row.step() {
                    guard let record = try Self.publicRecord(in: row, dates, connection) else {
                        continue
                    }
                    if let month = Int(record.eventDate.dropFirst(5).prefix(2)),
                        (1...12).contains(month)
                    {
                        months[month - 1] += 1
                    }
                    found.append(record)
                }
            }
            // By what is shown of the date: concealed ones behind all others of their month.
            let shown = found.sorted { ($1.eventDate, $1.id) < ($0.eventDate, $0.id) }
            return SightingSummary(
                countsByMonth: months,
                latest: shown.prefix(latest).map {
                    ShownSighting(
                        id: $0.id, eventDate: $0.eventDate, position: $0.position,
                        address: $0.address)
                })
        }
    }
}

/// What the public sees of all records that a filter finds there, as they are at one moment, in the order of
/// `publicList`; see `RecordSnapshot`.
package final class PublicSnapshot {
    private let connection: Connection
    private let list: PublicList
    private var walk: PublicWalk
    private let dates: PublicDates

    /// - Parameter filter: Its limit and cursor are not looked at.
    package init(_ store: RecordStore, _ filter: RecordFilter, dates: PublicDates) throws {
        try filter.validate()
        try store.settleDisclosure()
        self.dates = dates
        connection = try RecordStore.reader(store.directory)
        let columns = try store.columns(of: .public).begin(connection)
        list = try PublicList(filter, dates: dates, columns, connection)
        walk = try list.walk()
    }

    /// Goes back to the first: the same records, of the same moment.
    package func rewind() throws { walk = try list.walk() }

    /// The next record; nil behind the last.
    package func next() throws -> PublicRecord? {
        while let found = try walk.next() {
            if let record = try RecordStore.publicRecord(found, dates, connection) {
                return record
            }
        }
        return nil
    }
}

/// A place in a public list; it holds what is shown anyway.
struct PublicCursor: Equatable {
    let order: Int64
    let id: String

    init(order: Int64, id: String) { (self.order, self.id) = (order, id) }

    /// - Throws: `RecordError.invalidCursor` for any text that `description` did not make.
    init(_ text: String) throws(RecordError) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "public", let order = Int64(parts[1]),
            parts[2].utf8.count == 36
        else { throw .invalidCursor }
        self.init(order: order, id: String(parts[2]))
    }

    var place: ListPlace { ListPlace(order: order, id: id) }

    var description: String { "public_\(order)_\(id)" }
}
