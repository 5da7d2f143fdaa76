internal import Database
package import GeoModel

/// A record of which the computed part may be of older maps, species or models.
package struct StaleRecord: Sendable {
    /// Its place in the list, behind which the next are.
    let place: Int64
    /// With its candidates.
    package let record: Record
}

/// What was computed for a record anew; its own revision is not looked at.
package struct Recomputed: Sendable {
    let stale: StaleRecord
    let computation: Computation

    package init(_ stale: StaleRecord, _ computation: Computation) {
        self.stale = stale
        self.computation = computation
    }
}

/// By what the computed part of a record was made: two words that change with what they stand for.
package struct ComputationSources: Hashable, Sendable {
    /// Of the address: maps, and the languages of names.
    package let address: String
    /// Of the candidates besides: species and models.
    package let candidates: String
    /// Whether only addresses are computed; the candidates stay those of whatever they were of.
    package let isForAddressesOnly: Bool

    /// - Parameters: Neither may hold `|`.
    package init(address: String, candidates: String, isForAddressesOnly: Bool) {
        self.address = address
        self.candidates = candidates
        self.isForAddressesOnly = isForAddressesOnly
    }

    /// The condition that holds for records of other sources, and what it binds.
    fileprivate var isStale: (sql: String, values: [SQLValue?]) {
        let rows = "SELECT 1 FROM refreshed WHERE refreshed.id = record.id AND"
        return isForAddressesOnly
            ? (
                "NOT EXISTS (\(rows) substr(sources, 1, instr(sources, '|') - 1) = ?)",
                [.text(address)]
            ) : ("NOT EXISTS (\(rows) sources = ?)", [.text("\(address)|\(candidates)")])
    }
}

/// The computed part of records, made anew. What a person said is in other columns, which nothing here writes.
extension RecordStore {
    /// How many records a filter finds, and of them those whose computed part is of other sources.
    ///
    /// - Parameter sources: nil counts all.
    package func countStale(_ filter: RecordFilter, _ sources: ComputationSources?) throws -> Int {
        try listing { connection, columns in
            let query = try ListQuery(filter, columns, connection)
            let (ids, row) = (try query.ids(), try Self.staleRow("1", sources, connection))
            var count = 0
            while let id = try ids.next() {
                if try Self.step(row, id, sources) { count += 1 }
            }
            return count
        }
    }

    /// The next such records, the last made first, with their candidates.
    ///
    /// - Parameters:
    ///   - filter: Its limit and cursor are not looked at.
    ///   - last: Only those behind it.
    package func stale(
        _ filter: RecordFilter, _ sources: ComputationSources?, behind last: StaleRecord?,
        limit: Int
    ) throws -> [StaleRecord] {
        try listing { connection, columns in
            let query = try ListQuery(filter, columns, connection)
            let ids = try query.ids(behind: last?.place)
            let row = try Self.staleRow(
                "\(RecordRow.columns), candidates", sources, connection)
            var found: [StaleRecord] = []
            while found.count < limit, let id = try ids.next() {
                guard try Self.step(row, id, sources) else { continue }
                found.append(
                    StaleRecord(place: id, record: try RecordRow.read(row, withCandidates: true)))
            }
            return found
        }
    }

    /// Columns of a record, if its computed part is of other sources.
    private static func staleRow(
        _ columns: String, _ sources: ComputationSources?, _ connection: Connection
    ) throws -> Statement {
        try connection.statement(
            "SELECT \(columns) FROM record WHERE id = ?"
                + (sources.map { " AND \($0.isStale.sql)" } ?? ""))
    }

    /// Whether there is such a row for `id`.
    private static func step(
        _ row: Statement, _ id: Int64, _ sources: ComputationSources?
    ) throws -> Bool {
        try row.bind([.integer(id)] + (sources?.isStale.values ?? []))
        return try row.step()
    }

    /// Writes what was computed, in one commit: address, its parts, candidates, and nothing else.
    ///
    /// A record that was edited or deleted meanwhile is left for the next time. The revision and the time of
    /// the last edit stay: a person's edit under way must not fail for what a computation did. That there is something
    /// new to see, `Computation.revision` says.
    ///
    /// - Returns: How many were written, changed or not.
    package func store(_ computed: [Recomputed], _ sources: ComputationSources) throws -> Int {
        try writing { connection in
            try computed.count { item in
                let (old, new) = (item.stale.record, item.computation)
                let isChanged =
                    new.address != old.computation.address
                    || new.addressParts != old.computation.addressParts
                    || new.candidates != old.computation.candidates
                    || new.languages != old.computation.languages
                let place = SQLValue.integer(item.stale.place)
                let row = try connection.statement(
                    "SELECT 1 FROM record WHERE id = ? AND occurrenceID = ? AND revision = ?")
                try row.bind(
                    place, .text(old.occurrenceID.description), .integer(Int64(old.revision)))
                guard try row.step() else { return false }
                if isChanged {
                    // Names that were offered before stay proposed.
                    try discloseAgain(old.occurrenceID, connection)
                    try connection.run(
                        """
                        UPDATE record SET address = ?2, addressParts = ?3, candidates = ?4,
                            languages = ?5
                        WHERE id = ?1
                        """, place, .optional(new.address),
                        .text(AddressColumn.encode(new.addressParts)),
                        .text(JSONColumn.encode(new.candidates)),
                        .optional(LanguageColumn.encode(new.languages)))
                    try discloseAgain(old.occurrenceID, connection)
                }
                try Self.note(item.stale.place, isChanged: isChanged, sources, connection)
                return true
            }
        }
    }

    private func discloseAgain(_ id: UUIDv7, _ connection: Connection) throws {
        if let record = try Self.record(id, connection) { _ = try disclose(record, connection) }
    }

    private static func note(
        _ place: Int64, isChanged: Bool, _ sources: ComputationSources, _ connection: Connection
    ) throws {
        // Of addresses alone, the word of the candidates stays what it was.
        let kept = "substr(refreshed.sources, instr(refreshed.sources, '|') + 1)"
        try connection.run(
            """
            INSERT INTO refreshed (id, revision, sources) VALUES (?1, ?2, ?3 || '|' || ?4)
            ON CONFLICT (id) DO UPDATE SET revision = revision + ?2,
                sources = ?3 || '|' || \(sources.isForAddressesOnly ? kept : "?4")
            """, .integer(place), .integer(isChanged ? 1 : 0), .text(sources.address),
            .text(sources.isForAddressesOnly ? "" : sources.candidates))
    }
}
