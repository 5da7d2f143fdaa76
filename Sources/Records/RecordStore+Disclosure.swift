internal import Database
internal import FoundationEssentials
internal import GeoModel

/// How much of each record the public sees: kept with it, so that lists need not ask.
extension RecordStore {
    /// Writes what follows for the public from a record that was just inserted or changed, in the
    /// same transaction.
    ///
    /// Names that were once proposed stay, and so does what was drawn. When the list of sensitive taxa
    /// cannot be asked, the record is hidden from the public until it can.
    ///
    /// - Parameter id: `record.id` of one that was just inserted and has no disclosure yet; nil looks for both.
    /// - Returns: The record with its disclosure.
    func disclose(
        _ record: Record, insertedAs id: Int64? = nil, _ connection: Connection
    ) throws -> Record {
        let names = Self.names(record)
        let listed = (try? listed(record, names, mayLift: nil)) ?? nil
        return try write(record, insertedAs: id, names, listed: listed, connection)
    }

    /// What the list asks for; nil without a judge.
    ///
    /// - Parameter mayLift: Whether it may be less than before; nil unless the list is empty, which is more
    ///   likely to be lost than to be meant.
    private func listed(
        _ record: Record, _ names: Set<String>, mayLift: Bool?
    ) throws -> Geoprivacy? {
        guard !names.isEmpty else { return .open }
        guard let judge else { return nil }
        let answer = try judge.geoprivacy(
            .init(
                names: names.sorted(), position: record.position,
                areaCodes: Self.areaCodes(record.computation.addressParts),
                eventDate: record.eventDate))
        if try mayLift ?? !judge.state().isEmpty { return answer }
        return max(answer, record.disclosure?.listedGeoprivacy ?? .open)
    }

    private static func names(_ record: Record) -> Set<String> {
        ProposedNames.of(record.identification, record.computation.candidates)
            .union(record.disclosure?.proposedNames ?? [])
    }

    private func write(
        _ record: Record, insertedAs id: Int64? = nil, _ names: Set<String>, listed: Geoprivacy?,
        _ connection: Connection
    ) throws -> Record {
        let isOpen = max(record.geoprivacy, listed ?? .open) == .open
        let disclosure = Disclosure(
            proposedNames: names.sorted(), listedGeoprivacy: listed,
            concealment: record.disclosure?.concealment
                ?? (isOpen ? nil : Self.drawn(for: record.position?.coordinate)))
        let values: [SQLValue?] = [
            .text(record.occurrenceID.description), .text(ProposedNames.text(names)),
            .optional(listed?.rawValue), .optional(disclosure.concealment?.id),
            .optional(disclosure.concealment?.point?.decimalLatitude),
            .optional(disclosure.concealment?.point?.decimalLongitude),
        ]
        if let id {
            let row = try connection.statement(
                """
                INSERT OR REPLACE INTO disclosure (occurrenceID, proposedNames, listedGeoprivacy, concealedID,
                    concealedLatitude, concealedLongitude, recordID, created, geoprivacy)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
            try row.bind(
                values + [
                    .integer(id), .integer(record.created.milliseconds),
                    .text(record.geoprivacy.rawValue),
                ])
            _ = try row.step()
            return record.with(disclosure)
        }
        let row = try connection.statement(
            """
            INSERT INTO disclosure (recordID, occurrenceID, created, geoprivacy, proposedNames,
                listedGeoprivacy, concealedID, concealedLatitude, concealedLongitude)
            SELECT id, occurrenceID, created, geoprivacy, ?2, ?3, ?4, ?5, ?6 FROM record
                WHERE occurrenceID = ?1
            ON CONFLICT (recordID) DO UPDATE SET geoprivacy = excluded.geoprivacy,
                proposedNames = excluded.proposedNames,
                listedGeoprivacy = excluded.listedGeoprivacy,
                concealedID = excluded.concealedID,
                concealedLatitude = excluded.concealedLatitude,
                concealedLongitude = excluded.concealedLongitude
            """)
        try row.bind(values)
        _ = try row.step()
        return record.with(disclosure)
    }

    private static func drawn(for position: Coordinate?) -> Concealment {
        var random = SystemRandomNumberGenerator()
        return Concealment(for: position, using: &random)
    }

    /// Codes of the country and its part, in capitals.
    private static func areaCodes(_ parts: [AddressPart]) -> [String] {
        parts.filter { $0.key == "country_code" || $0.key.hasPrefix("ISO3166-2") }
            .map { $0.value.uppercased() }
    }

    static let disclosureColumns = """
        proposedNames, listedGeoprivacy, concealedID, concealedLatitude, concealedLongitude
        """

    /// Reads `disclosureColumns`.
    static func disclosure(_ row: inout ColumnReader) -> Disclosure {
        let names = ProposedNames.names(in: row.text())
        let listed = row.optionalText().flatMap { Geoprivacy(rawValue: $0) }
        let id = row.optionalText()
        let (latitude, longitude) = (row.optionalDouble(), row.optionalDouble())
        let point = latitude.flatMap { latitude in
            longitude.flatMap { Coordinate(decimalLatitude: latitude, decimalLongitude: $0) }
        }
        return Disclosure(
            proposedNames: names, listedGeoprivacy: listed,
            concealment: id.map { Concealment(id: $0, point: point) })
    }

    /// The disclosure of a record; nil when it has none yet.
    static func disclosure(of id: UUIDv7, _ connection: Connection) throws -> Disclosure? {
        let statement = try connection.statement(
            """
            SELECT \(disclosureColumns) FROM disclosure
            WHERE recordID = (SELECT id FROM record WHERE occurrenceID = ?)
            """)
        try statement.bind(.text(id.description))
        guard try statement.step() else { return nil }
        var row = ColumnReader(statement)
        return disclosure(&row)
    }

    // MARK: Comparing all records with the list

    /// Compares records with the list of sensitive taxa again, if it or the taxonomy changed since, or a
    /// record was not compared yet. Every reading for the public begins with it.
    ///
    /// - Throws: `DatabaseError`, and what the judge throws: nothing is told then.
    package func settleDisclosure() throws {
        guard let judge else { return }
        let state = try judge.state()
        let isSettled = try reading { connection in
            let statement = try connection.statement(
                """
                SELECT EXISTS (SELECT 1 FROM disclosure_state WHERE generation = ?)
                    AND NOT EXISTS (SELECT 1 FROM disclosure WHERE listedGeoprivacy IS NULL)
                """)
            try statement.bind(.integer(state.generation))
            return try statement.step() && statement.int64(0) == 1
        }
        if !isSettled { _ = try compareWithList(mayLift: !state.isEmpty) }
    }

    /// Compares all records with the list of sensitive taxa, in one transaction.
    ///
    /// Only records with a listed name are read, and those that are or were concealed for one: a million others
    /// take a second.
    ///
    /// - Parameters:
    ///   - mayLift: Whether a record may be shown more openly than before.
    ///   - progress: Told how many of the records that are read were compared, and how many there are.
    /// - Returns: How many records the list conceals now.
    @discardableResult
    package func compareWithList(
        mayLift: Bool, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Int {
        guard let judge else { return 0 }
        let generation = try judge.state().generation
        return try writing { connection in
            try connection.execute(DisclosureSchema.missingRows)
            let ids = try Self.recordsToCompare(judge, connection)
            for (done, id) in ids.enumerated() {
                progress(done, ids.count)
                guard let record = try Self.record(id, connection) else { continue }
                let names = Self.names(record)
                let listed = try listed(record, names, mayLift: mayLift)
                _ = try write(record, names, listed: listed, connection)
            }
            try connection.run(
                "INSERT OR REPLACE INTO disclosure_state (id, generation) VALUES (1, ?)",
                .integer(generation))
            let count = try connection.statement(
                "SELECT count(*) FROM disclosure WHERE listedGeoprivacy <> 'open'")
            return try count.step() ? Int(count.int64(0)) : 0
        }
    }

    private static func recordsToCompare(
        _ judge: SensitivityJudge, _ connection: Connection
    ) throws -> [UUIDv7] {
        var found: Set<UUIDv7> = []
        func collect(_ statement: Statement) throws {
            while try statement.step() {
                if let id = UUIDv7(statement.text(0)) { found.insert(id) }
            }
        }
        try collect(
            try connection.statement(
                """
                SELECT occurrenceID FROM disclosure
                WHERE listedGeoprivacy IS NULL OR listedGeoprivacy <> 'open'
                """))
        let texts = try connection.statement(
            "SELECT DISTINCT proposedNames FROM disclosure WHERE proposedNames <> ''")
        let same = try connection.statement(
            "SELECT occurrenceID FROM disclosure WHERE proposedNames <> '' AND proposedNames = ?")
        while try texts.step() {
            let text = texts.text(0)
            guard try judge.isListed(ProposedNames.names(in: text)) else { continue }
            try same.bind(.text(text))
            try collect(same)
        }
        return found.sorted()
    }
}
