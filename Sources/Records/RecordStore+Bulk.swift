internal import Database
package import GeoModel

extension RecordStore {
    /// Stores records that were never captures, in one commit: for measurements among many.
    ///
    /// - Parameter records: Without photos; their candidates are kept as they are.
    package func insert(_ records: some Sequence<Record>) throws {
        try writing { connection in
            for record in records {
                try RecordRow.insert(
                    record, candidates: try JSONColumn.encode(record.computation.candidates),
                    into: connection)
                _ = try disclose(record, insertedAs: connection.lastInsertRowID, connection)
            }
            try LateIndexSchema.fill(connection)
        }
    }
}
