internal import Database

/// The tables of `species.sqlite`, a SpatiaLite database in EPSG:4326, in steps: a file of an older
/// version is taken through those it lacks.
enum SpeciesSchema {
    /// One step is one version. A step that has been released stays as it is; changes are a new one.
    static let steps: [@Sendable (Connection) throws -> Void] = [
        TaxonomySchema.create, RangeSchema.create, SensitiveSchema.create,
    ]
    static let version = steps.count
    /// "TSTS": the species store. Records and regions have ids of their own.
    static let applicationID = 0x5453_5453

    /// Sets a new file up, or brings an older one to this version; one transaction.
    ///
    /// - Throws: `SpeciesError`; `DatabaseError`.
    static func prepare(_ connection: Connection) throws {
        guard try missingSteps(connection) > 0 else { return }
        // Not before it is known to be ours: it would change another program's file.
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.transaction {
            // Another process may have been faster.
            let missing = try missingSteps(connection)
            guard missing > 0 else { return }
            if missing == version {
                try require("InitSpatialMetaData(0, 'WGS84')", connection)
            }
            for step in steps.suffix(missing) { try step(connection) }
            try connection.execute(
                "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    /// All of them for an empty file.
    private static func missingSteps(_ connection: Connection) throws -> Int {
        let found = try number("PRAGMA user_version", connection)
        guard try number("PRAGMA application_id", connection) == applicationID else {
            guard try number("SELECT count(*) FROM sqlite_master", connection) == 0 else {
                throw SpeciesError.foreignDatabase(path: connection.path)
            }
            return version
        }
        guard found <= version else {
            throw SpeciesError.newerSchema(path: connection.path, found: found, known: version)
        }
        return version - found
    }

    private static func number(_ sql: String, _ connection: Connection) throws -> Int {
        let statement = try connection.statement(sql)
        return try statement.step() ? Int(statement.int64(0)) : 0
    }

    /// Calls a function of SpatiaLite, which says 0 where it failed.
    static func require(_ call: String, _ connection: Connection) throws {
        guard try number("SELECT \(call)", connection) == 1 else {
            throw SpeciesError.schemaNotMade(path: connection.path, step: call)
        }
    }
}
