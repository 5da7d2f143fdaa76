internal import Database

extension RecordStore {
    /// How many records there are, and captures that wait for an answer.
    package func counts() throws -> (records: Int, pendingCaptures: Int) {
        try listing { connection, columns in
            let pending = try connection.statement(
                "SELECT count(*) FROM capture WHERE state = 'pending'")
            _ = try pending.step()
            return (columns.count, Int(pending.int64(0)))
        }
    }
}
