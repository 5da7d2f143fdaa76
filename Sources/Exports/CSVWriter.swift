/// Writes records as CSV in UTF-8 (RFC 4180), a header of `ExportField.columns` first.
///
/// A spreadsheet runs what looks like a formula, and a note is anybody's text. An apostrophe stands before such a one, at
/// the beginning of a cell and also behind a line end, tab or semicolon, where some program may begin
/// another cell (<https://owasp.org/www-community/attacks/CSV_Injection>). Numbers are as they are: a
/// latitude may begin with a minus.
struct CSVWriter: RecordWriter {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(128 << 10)
        bytes += ExportField.columns.map(\.rawValue).joined(separator: ",").utf8
        endRow()
    }

    var pending: Int { bytes.count }

    mutating func append(_ occurrence: Occurrence) -> Bool {
        for (index, field) in ExportField.columns.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch field.value(of: occurrence) {
            case .text(let text): append(cell: text)
            case let number?: number.append(to: &bytes)
            case nil: break
            }
        }
        endRow()
        return true
    }

    mutating func endWalk(_ tally: ExportTally) -> Bool { false }

    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func endRow() { bytes += "\r\n".utf8 }

    private mutating func append(cell text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let isPlain = utf8.allSatisfy { !Self.isSpecial($0) }
            if isPlain, !Self.beginsFormula(utf8[...]) {
                bytes.append(contentsOf: utf8)
            } else {
                append(special: utf8)
            }
        }
    }

    private mutating func append(special utf8: UnsafeBufferPointer<UInt8>) {
        let quote = UInt8(ascii: "\"")
        bytes.append(quote)
        var mayBegin = true
        for index in utf8.indices {
            let byte = utf8[index]
            let endsCell = Self.mayEndCell(byte)
            if mayBegin, !endsCell, Self.beginsFormula(utf8[index...]) {
                bytes.append(UInt8(ascii: "'"))
            }
            mayBegin = endsCell
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    /// Whether a cell with it is put in quotes.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || mayEndCell(byte)
    }

    private static func mayEndCell(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    /// Whether a program that leaves out spaces, and quotes which do not fit, meets a sign that begins a formula; also
    /// the full-width ones of Japanese keyboards.
    private static func beginsFormula(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let rest = text.drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
        guard let first = rest.first else { return false }
        return "=+-@".utf8.contains(first) || fullWidthSigns.contains { rest.starts(with: $0) }
    }

    private static let fullWidthSigns = ["＝", "＋", "－", "＠"].map { Array($0.utf8) }
}
