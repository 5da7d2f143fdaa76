/// Reads comma- or tab-separated rows one after the other (RFC 4180, and what spreadsheets make of
/// it). Memory is one row and 64 KiB.
///
/// - The delimiter is the most frequent of tab, comma, semicolon and bar in the first line with one.
/// - Rows end with LF, CRLF or CR; a byte order mark is passed over; empty rows are left out.
/// - A field in quotes may hold delimiters, line ends and doubled quotes. Between tabs a quote is a
///   letter like others, as databases write it, unless it opens and closes the field.
final class DelimitedReader {
    private let read: (Int) throws -> [UInt8]
    private let path: String
    private var buffer: [UInt8] = []
    private var index = 0
    private var isAtEnd = false
    private var line = 1
    private let delimiter: UInt8
    /// Bytes that were taken from the file.
    private(set) var consumed: Int64 = 0

    private static let chunk = 65_536
    /// A field guide's text has some thousands; more is a quote that was never closed.
    static let rowLimit = 1 << 20

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let tab = UInt8(ascii: "\t")

    /// - Parameters:
    ///   - path: For messages.
    ///   - delimiter: nil for what the first line tells.
    ///   - read: Gives at most so many of the next bytes; none at the end.
    /// - Throws: `TaxonomyError.notText` for UTF-16, archives and other binary files, `.empty`.
    init(
        path: String, delimiter: UInt8? = nil, read: @escaping (Int) throws -> [UInt8]
    ) throws {
        self.path = path
        self.read = read
        buffer = try read(Self.chunk)
        consumed = Int64(buffer.count)
        guard !buffer.isEmpty else { throw TaxonomyError.empty(path: path) }
        if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) {
            throw TaxonomyError.notText(path: path, reason: "it is UTF-16")
        }
        if buffer.starts(with: Array("PK\u{3}\u{4}".utf8)) {
            throw TaxonomyError.notText(path: path, reason: "it is an archive or a spreadsheet")
        }
        if buffer.prefix(4096).contains(0) {
            throw TaxonomyError.notText(path: path, reason: "it holds zero bytes")
        }
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        let start = buffer[index...]
        self.delimiter = delimiter ?? Self.delimiter(of: start)
    }

    private static func delimiter(of start: ArraySlice<UInt8>) -> UInt8 {
        let candidates = [tab] + Array(",;|".utf8)
        for line in start.split(whereSeparator: { $0 == lineFeed || $0 == carriageReturn }) {
            var counts: [UInt8: Int] = [:]
            var isQuoted = false
            for byte in line {
                if byte == quote { isQuoted.toggle() }
                if !isQuoted, candidates.contains(byte) { counts[byte, default: 0] += 1 }
            }
            let best = candidates.max { counts[$0, default: 0] < counts[$1, default: 0] }
            if let best, counts[best] != nil {
                return counts[tab, default: 0] == counts[best] ? tab : best
            }
        }
        return UInt8(ascii: ",")
    }

    /// The next row; nil at the end.
    ///
    /// - Throws: `TaxonomyError.unclosedQuote`; what `read` throws.
    func next() throws -> DelimitedRow? {
        while let row = try row() {
            if row.count > 1 || row.isFilled(0) { return row }
        }
        return nil
    }

    private func row() throws -> DelimitedRow? {
        guard var byte = try nextByte() else { return nil }
        let start = line
        var bytes: [UInt8] = []
        var ends: [Int] = []
        var fieldStart = 0
        var isQuoted = false
        func endField() {
            if delimiter == Self.tab { Self.unwrap(&bytes, from: fieldStart) }
            ends.append(bytes.count)
            fieldStart = bytes.count
        }
        while true {
            if isQuoted {
                if byte == Self.quote, try isClosing() {
                    isQuoted = false
                } else {
                    if byte == Self.lineFeed { line += 1 }
                    bytes.append(byte)
                }
            } else if byte == delimiter {
                endField()
            } else if byte == Self.lineFeed || byte == Self.carriageReturn {
                if byte == Self.carriageReturn, try peek() == Self.lineFeed { index += 1 }
                line += 1
                break
            } else if byte == Self.quote, bytes.count == fieldStart, delimiter != Self.tab {
                isQuoted = true
            } else {
                bytes.append(byte)
            }
            guard bytes.count <= Self.rowLimit else {
                throw TaxonomyError.unclosedQuote(path: path, line: start)
            }
            guard let following = try nextByte() else {
                if isQuoted { throw TaxonomyError.unclosedQuote(path: path, line: start) }
                break
            }
            byte = following
        }
        endField()
        return DelimitedRow(line: start, bytes: bytes, ends: ends)
    }

    /// After a quote within quotes: whether it closes the field. A doubled one is one letter, and so is
    /// one in the middle of text.
    private func isClosing() throws -> Bool {
        guard let following = try peek() else { return true }
        switch following {
        case Self.quote:
            index += 1
            return false
        case delimiter, Self.lineFeed, Self.carriageReturn: return true
        default: return false
        }
    }

    /// Takes quotes off that open and close a field, and halves doubled ones within.
    private static func unwrap(_ bytes: inout [UInt8], from start: Int) {
        guard bytes.count - start >= 2, bytes[start] == quote, bytes[bytes.count - 1] == quote
        else { return }
        let inner = bytes[(start + 1)..<(bytes.count - 1)]
        var kept: [UInt8] = []
        var isSecond = false
        for byte in inner {
            if byte == quote, isSecond {
                isSecond = false
                continue
            }
            isSecond = byte == quote
            kept.append(byte)
        }
        bytes.replaceSubrange(start..., with: kept)
    }

    private func nextByte() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        index += 1
        return byte
    }

    private func peek() throws -> UInt8? {
        if index < buffer.count { return buffer[index] }
        guard !isAtEnd else { return nil }
        buffer = try read(Self.chunk)
        consumed += Int64(buffer.count)
        index = 0
        isAtEnd = buffer.isEmpty
        return buffer.first
    }
}
