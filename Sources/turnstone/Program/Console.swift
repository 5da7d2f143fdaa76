import ArgumentParsing
import FoundationEssentials
@preconcurrency import Glibc

/// Standard output for results, standard error for everything said about them.
enum Console {
    /// Writes text to standard output, without what a terminal would obey.
    static func write(_ text: String) {
        write(TerminalText.safe(text).utf8)
    }

    /// Writes to standard output as it is.
    static func write(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, stdout) }
    }

    /// Writes one JSON document and a line end: members by name, times as RFC 3339.
    static func write(json document: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        write(Array(try encoder.encode(document)) + [UInt8(ascii: "\n")])
    }

    /// Writes a table, or a sentence in place of one without rows.
    static func write(_ table: TextTable, ifEmpty sentence: String) {
        write(table.isEmpty ? sentence + "\n" : table.text)
    }

    /// Writes a line to standard error.
    static func message(_ text: String) {
        fputs(TerminalText.safe(text) + "\n", stderr)
    }

    /// Replaces the line on the terminal at standard error, and leaves the cursor on it.
    static func draw(_ text: String) {
        // Carriage return, then "erase to the end of the line" (ECMA-48, section 8.3.41).
        fputs("\r\u{1B}[K" + text, stderr)
    }

    /// Whether everything written to standard output has got there.
    static func finish() -> Bool {
        fflush(stdout) == 0 && ferror(stdout) == 0
    }

    static var standardErrorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Columns of the terminal at standard error; 80 when it does not say.
    static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
