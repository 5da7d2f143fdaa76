internal import Database

/// The databases' part of a check.
extension RecordStore {
    /// Asks SQLite about each database of a person's own, and compares the indexes of the records with them.
    ///
    /// Regions are left out: they never change once they are whole, and are imported again.
    func checkDatabases(_ repair: Bool, _ report: inout CheckReport) {
        for name in databaseNames {
            for message in Self.integrityMessages(of: "\(directory.path)/\(name)") {
                report.problems.append(
                    .init(
                        kind: .damagedDatabase, name: "\(name): \(message)", bytes: nil,
                        remedy: "Restore the database from a backup.", isRepaired: false))
            }
        }
        // A connection of its own: a look at a million records must not hold up who confirms.
        guard report.problems.isEmpty,
            let reader = try? Connection(
                path: directory.recordsDatabase, mode: .readWrite, spatial: true)
        else { return }
        for index in StoreIndex.all { check(index, repair, reader, &report) }
    }

    /// Files in the data directory itself whose names end in `.sqlite`.
    private var databaseNames: [String] {
        ((try? FileCalls.names(in: directory.path)) ?? []).filter { name in
            name.hasSuffix(".sqlite")
                && FileCalls.facts(of: "\(directory.path)/\(name)")?.kind == .regular
        }
    }

    /// What SQLite finds wrong with a file; none when it is sound.
    private static func integrityMessages(of path: String) -> [String] {
        do {
            // SpatiaLite's virtual tables are checked as far as SQLite knows them.
            let connection = try Connection(path: path, mode: .readWrite, spatial: true)
            let statement = try connection.statement("PRAGMA integrity_check")
            var messages: [String] = []
            while try statement.step() { messages.append(statement.text(0)) }
            return messages.filter { $0 != "ok" }
        } catch {
            return ["\(error)"]
        }
    }

    private func check(
        _ index: StoreIndex, _ repair: Bool, _ reader: Connection, _ report: inout CheckReport
    ) {
        var (remedy, isRepaired) = ("`check --repair` makes it anew.", false)
        do {
            if try index.isSound(reader) { return }
            if repair {
                // Asked again under the lock: what is sound by now is left alone.
                isRepaired = try writing { connection in
                    if try index.isSound(connection) { return true }
                    try index.rebuild(connection)
                    return try index.isSound(connection)
                }
                remedy = isRepaired ? "Made anew." : "It could not be made anew. Restore a backup."
            }
        } catch {
            remedy = "\(error)"
        }
        report.problems.append(
            .init(
                kind: index.kind, name: "records.sqlite: \(index.name)", bytes: nil,
                remedy: remedy, isRepaired: isRepaired))
    }
}

/// An index whose content follows from a table of `records.sqlite`, and can be made anew from it.
private struct StoreIndex {
    let kind: CheckReport.Problem.Kind
    let name: String
    let isSound: @Sendable (Connection) throws -> Bool
    let rebuild: @Sendable (Connection) throws -> Void

    static let all = [points, savedPlaces, boxes, text]

    /// SpatiaLite's `CheckSpatialIndex` would miss the records that wait (`LateIndexSchema`).
    private static let points = StoreIndex(kind: .spatialIndex, name: "idx_record_geom") {
        try isOne(
            """
            SELECT rtreecheck('idx_record_geom') = 'ok' AND NOT EXISTS (
                SELECT 1 FROM record LEFT JOIN idx_record_geom ON pkid = id
                WHERE geom IS NOT NULL AND id <= (SELECT lastID FROM index_state)
                    AND (pkid IS NULL OR ST_X(geom) NOT BETWEEN xmin AND xmax
                        OR ST_Y(geom) NOT BETWEEN ymin AND ymax))
                AND NOT EXISTS (
                SELECT 1 FROM idx_record_geom LEFT JOIN record ON id = pkid WHERE geom IS NULL)
            """, $0)
    } rebuild: {
        _ = try isOne("SELECT RecoverSpatialIndex('record', 'geom', 1)", $0)
    }

    private static let savedPlaces = StoreIndex(kind: .spatialIndex, name: "idx_saved_place_geom") {
        try isOne("SELECT CheckSpatialIndex('saved_place', 'geom')", $0)
    } rebuild: {
        _ = try isOne("SELECT RecoverSpatialIndex('saved_place', 'geom', 1)", $0)
    }

    /// The boxes of saved places, which triggers do not make but empty.
    private static let boxes = StoreIndex(kind: .spatialIndex, name: "saved_place_box") {
        try isOne(
            """
            SELECT rtreecheck('saved_place_box') = 'ok' AND NOT EXISTS (
                SELECT 1 FROM saved_place_box WHERE id / 2 NOT IN (SELECT id FROM saved_place))
                AND NOT EXISTS (
                SELECT 1 FROM saved_place WHERE id * 2 NOT IN (SELECT id FROM saved_place_box))
            """, $0)
    } rebuild: {
        try SavedPlaceRow.rebuildBoxes($0)
    }

    /// The words of records. <https://www.sqlite.org/fts5.html#the_integrity_check_command>: 1 compares with the table.
    private static let text = StoreIndex(kind: .textIndex, name: "record_text") { connection in
        do {
            try connection.execute(
                "INSERT INTO record_text (record_text, rank) VALUES ('integrity-check', 1)")
            return true
        } catch DatabaseError.corrupt {
            return false
        }
    } rebuild: {
        try $0.execute("INSERT INTO record_text (record_text) VALUES ('rebuild')")
    }

    private static func isOne(_ sql: String, _ connection: Connection) throws -> Bool {
        let statement = try connection.statement(sql)
        return try statement.step() && statement.int64(0) == 1
    }
}
