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

    /// The condition that holds for records of other sources.
    var isStale: RecordQuery.Condition {
        let rows = "SELECT 1 FROM refreshed WHERE refreshed.id = record.id AND"
        return isForAddressesOnly
            ? .init(
                sql: "NOT EXISTS (\(rows) substr(sources, 1, instr(sources, '|') - 1) = ?)",
                values: [.text(address)])
            : .init(
                sql: "NOT EXISTS (\(rows) sources = ?)",
                values: [.text("\(address)|\(candidates)")])
    }
}

/// The computed part of records, made anew. What a person said is in other columns, which nothing here writes.
extension RecordStore {
    /// How many records a filter finds, and of them those whose computed part is of other sources.
    ///
    /// - Parameter sources: nil counts all.
    package func countStale(_ filter: RecordFilter, _ sources: ComputationSources?) throws -> Int {
        let query = Self.query(filter, sources)
        return try reading { connection in
            let rows = try RecordPlan(query, connection).select()
            let statement = try connection.statement(rows.sql)
            try statement.bind(rows.values)
            var count = 0
            while try statement.step() { if query.holds(statement) { count += 1 } }
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
        let query = Self.query(filter, sources)
        return try reading { connection in
            try connection.snapshot {
                let rows = try RecordPlan(query, connection).select(before: last?.place)
                let statement = try connection.statement(rows.sql)
                try statement.bind(rows.values)
                let row = try connection.statement(
                    "SELECT \(RecordRow.columns), candidates FROM record WHERE id = ?")
                var found: [StaleRecord] = []
                while found.count < limit, try statement.step() {
                    guard query.holds(statement) else { continue }
                    let place = statement.int64(0)
                    try row.bind(.integer(place))
                    guard try row.step() else { continue }
                    found.append(
                        StaleRecord(
                            place: place, record: try RecordRow.read(row, withCandidates: true)))
                }
                return found
            }
        }
    }

    private static func query(
        _ filter: RecordFilter, _ sources: ComputationSources?
    ) -> RecordQuery {
        var query = RecordQuery(filter)
        if let stale = sources?.isStale { query.add(stale.sql, stale.values) }
        return query
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
                        UPDATE record SET address = ?2, addressParts = ?3, candidates = ?4
                        WHERE id = ?1
                        """, place, .optional(new.address),
                        .text(AddressColumn.encode(new.addressParts)),
                        .text(JSONColumn.encode(new.candidates)))
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
