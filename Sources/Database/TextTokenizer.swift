internal import CSQLite

/// The words that FTS5's tokenizer `unicode61 remove_diacritics 2` finds in texts, folded as a text index has them. One
/// thread at a time.
package final class TextTokenizer {
    private let pointer: UnsafeMutablePointer<tsn_tokenizer>
    /// Outlives the tokenizer, which is the database's.
    private let database: DatabaseHandle
    private var buffer: [CChar] = []

    /// - Throws: `DatabaseError` when SQLite has no FTS5.
    package init(_ connection: Connection) throws(DatabaseError) {
        guard let made = tsn_tokenizer_new(connection.handle.pointer) else {
            throw Self.failure(connection.handle)
        }
        pointer = made
        database = connection.handle
    }

    deinit { tsn_tokenizer_free(pointer) }

    /// The words of a text in UTF-8, in their order.
    package func words(
        of text: UnsafeBufferPointer<UInt8>
    ) throws(DatabaseError) -> [ArraySlice<UInt8>] {
        // A folded letter may take three bytes where the letter took one; each word has a line end.
        let capacity = 4 * text.count + 16
        if buffer.count < capacity { buffer = [CChar](repeating: 0, count: capacity) }
        let count = text.withMemoryRebound(to: CChar.self) { text in
            buffer.withUnsafeMutableBufferPointer {
                tsn_tokenizer_words(
                    pointer, text.baseAddress, Int32(clamping: text.count), $0.baseAddress,
                    $0.count)
            }
        }
        guard count >= 0 else { throw Self.failure(database) }
        return buffer.withUnsafeBytes { [UInt8]($0.prefix(count)) }.split(separator: 0x0A)
    }

    /// The words of a text, in their order.
    package func words(of text: String) throws(DatabaseError) -> [String] {
        let bytes = Array(text.utf8)
        let found = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(DatabaseError) in try self.words(of: bytes) }
        }
        return try found.get().map { String(decoding: $0, as: UTF8.self) }
    }

    private static func failure(_ database: DatabaseHandle) -> DatabaseError {
        .failed(
            path: database.path, code: SQLITE_ERROR, message: "no tokenizer of FTS5", sql: nil)
    }
}
