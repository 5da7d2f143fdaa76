internal import CSQLite

/// The owner of one `sqlite3_stmt *`, finalized when the cache and its borrower have let go of it.
final class PreparedStatement {
    let pointer: OpaquePointer
    let database: DatabaseHandle
    let sql: String
    var isLent = false

    init(_ sql: String, on database: DatabaseHandle) throws(DatabaseError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            database.pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK else { throw database.failure(code, sql: sql) }
        guard let prepared else {
            throw .failed(
                path: database.path, code: SQLITE_MISUSE, message: "no statement", sql: sql)
        }
        pointer = prepared
        self.database = database
        self.sql = sql
    }

    deinit { sqlite3_finalize(pointer) }
}

/// A prepared statement on loan from its connection, handed back, reset, when let go of.
///
/// Columns count from 0, parameters from 1, as in SQLite. A column is read after `step` said that
/// there is a row; SQLite converts between types as its manual says.
package final class Statement {
    private let prepared: PreparedStatement
    private var pointer: OpaquePointer { prepared.pointer }

    init(_ prepared: PreparedStatement) {
        self.prepared = prepared
        prepared.isLent = true
    }

    deinit {
        sqlite3_reset(prepared.pointer)
        sqlite3_clear_bindings(prepared.pointer)
        prepared.isLent = false
    }

    /// Moves to the next row; false when there is none.
    package func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw prepared.database.failure(code, sql: prepared.sql)
        }
    }

    /// Starts over: the next `step` gives the first row again. Bound values stay.
    package func reset() { sqlite3_reset(pointer) }

    // MARK: Parameters

    /// Binds all parameters in their order, the first to `?1`; starts over.
    package func bind(_ values: SQLValue?...) throws(DatabaseError) { try bind(values) }

    /// Binds all parameters in their order, the first to `?1`; starts over.
    package func bind(_ values: [SQLValue?]) throws(DatabaseError) {
        reset()
        for (index, value) in values.enumerated() {
            let index = Int32(index + 1)
            switch value {
            case nil: try bind(null: index)
            case .integer(let value): try bind(index, value)
            case .real(let value): try bind(index, value)
            case .text(let value): try bind(index, value)
            case .blob(let value): try bind(index, value)
            }
        }
    }

    package func bind(null index: Int32) throws(DatabaseError) {
        try check(sqlite3_bind_null(pointer, index))
    }

    package func bind(_ index: Int32, _ value: Int64) throws(DatabaseError) {
        try check(sqlite3_bind_int64(pointer, index, value))
    }

    package func bind(_ index: Int32, _ value: Double) throws(DatabaseError) {
        try check(sqlite3_bind_double(pointer, index, value))
    }

    package func bind(_ index: Int32, _ value: String) throws(DatabaseError) {
        var value = value
        let code = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                // An empty buffer may have no address, which SQLite would take for NULL.
                sqlite3_bind_text(
                    pointer, index, $0.baseAddress ?? Self.empty, Int32(clamping: $0.count),
                    Self.copied)
            }
        }
        try check(code)
    }

    /// A text that is UTF-8 already.
    package func bind(_ index: Int32, utf8 value: [UInt8]) throws(DatabaseError) {
        let code = value.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(
                    pointer, index, $0.baseAddress ?? Self.empty, Int32(clamping: $0.count),
                    Self.copied)
            }
        }
        try check(code)
    }

    package func bind(_ index: Int32, _ value: [UInt8]) throws(DatabaseError) {
        let code = value.withUnsafeBytes {
            $0.isEmpty
                ? sqlite3_bind_zeroblob(pointer, index, 0)
                : sqlite3_bind_blob(
                    pointer, index, $0.baseAddress, Int32(clamping: $0.count), Self.copied)
        }
        try check(code)
    }

    /// A text of UTF-8 that SQLite reads where it is: the bytes must stay until the statement has run.
    package func bind(
        _ index: Int32, lentText bytes: UnsafeRawBufferPointer
    ) throws(DatabaseError) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.empty
        try check(sqlite3_bind_text(pointer, index, start, Int32(clamping: bytes.count), nil))
    }

    /// A BLOB that SQLite reads where it is, as `bind(_:lentText:)`.
    package func bind(
        _ index: Int32, lentBlob bytes: UnsafeRawBufferPointer
    ) throws(DatabaseError) {
        let start = bytes.baseAddress ?? UnsafeRawPointer(Self.empty)
        try check(sqlite3_bind_blob(pointer, index, start, Int32(clamping: bytes.count), nil))
    }

    /// How many parameters it has, the greatest number where they have numbers.
    package var parameterCount: Int32 { sqlite3_bind_parameter_count(pointer) }

    /// SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes at once.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private static var empty: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private func check(_ code: Int32) throws(DatabaseError) {
        guard code == SQLITE_OK else {
            throw prepared.database.failure(code, sql: prepared.sql)
        }
    }

    // MARK: Columns

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(pointer, column) == SQLITE_NULL
    }

    /// 0 for NULL.
    package func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    /// 0 for NULL.
    package func double(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

    /// Empty for NULL.
    package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    /// Calls `body` with SQLite's own UTF-8, which is gone when it returns; empty for NULL.
    package func withText<R>(
        _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R {
        let start = sqlite3_column_text(pointer, column)
        let count = Int(sqlite3_column_bytes(pointer, column))
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    package func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    package func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : double(column)
    }

    package func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(pointer, column) else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(
            decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// A copy of the bytes; empty for NULL.
    package func blob(_ column: Int32) -> [UInt8] { withBlob(column) { [UInt8]($0) } }

    /// Calls `body` with SQLite's own bytes, which are gone when it returns; empty for NULL.
    package func withBlob<R>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        let start = sqlite3_column_blob(pointer, column)
        let count = Int(sqlite3_column_bytes(pointer, column))
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
