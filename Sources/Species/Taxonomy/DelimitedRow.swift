/// One row of a delimited file, its fields still bytes.
struct DelimitedRow {
    /// Where it begins, counted from 1 by line ends; a quoted field may hold some.
    let line: Int
    private let bytes: [UInt8]
    private let ends: [Int]

    init(line: Int, bytes: [UInt8], ends: [Int]) {
        self.line = line
        self.bytes = bytes
        self.ends = ends
    }

    var count: Int { ends.count }

    /// Whether a field is there and holds more than spaces.
    func isFilled(_ column: Int) -> Bool {
        column < ends.count && field(column).contains { $0 > 0x20 }
    }

    /// The text of a field: control characters are spaces, runs of spaces one, none at the ends.
    ///
    /// Empty for a field that is not there, and for the words databases write for nothing, `\N` and
    /// `NULL`; nil for bytes that are not UTF-8.
    func text(_ column: Int) -> String? {
        guard column < ends.count else { return "" }
        guard let text = String(validating: field(column), as: UTF8.self) else { return nil }
        let cleaned = Self.cleaned(text)
        return cleaned == "\\N" || cleaned == "NULL" ? "" : cleaned
    }

    private func field(_ column: Int) -> ArraySlice<UInt8> {
        bytes[(column == 0 ? 0 : ends[column - 1])..<ends[column]]
    }

    private static func cleaned(_ text: String) -> String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value <= 0x20 || (0x7F...0xA0).contains(scalar.value) || scalar == "\u{FEFF}"
                || scalar == "\u{2028}" || scalar == "\u{2029}"
        }
        let scalars = text.unicodeScalars
        guard scalars.contains(where: isSpace) else { return text }
        return scalars.split(whereSeparator: isSpace).map(String.init).joined(separator: " ")
    }
}
