internal import CSQLite

extension Connection {
    /// The words that FTS5's tokenizer `unicode61 remove_diacritics 2` finds in a text, folded as a text index has
    /// them.
    ///
    /// - Throws: `DatabaseError` when SQLite has no FTS5.
    package func textTokens(of text: String) throws(DatabaseError) -> [String] {
        var text = text
        // A folded letter may take three bytes where the letter took one; each word has a line end.
        var words = [CChar](repeating: 0, count: 4 * text.utf8.count + 16)
        let count = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                words.withUnsafeMutableBufferPointer {
                    tsn_fts5_words(
                        handle.pointer, bytes.baseAddress, Int32(clamping: bytes.count),
                        $0.baseAddress, $0.count)
                }
            }
        }
        guard count >= 0 else {
            throw .failed(
                path: path, code: SQLITE_ERROR, message: "no tokenizer of FTS5", sql: nil)
        }
        return words[..<count].split(separator: CChar(bitPattern: 0x0A))
            .map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }
}
