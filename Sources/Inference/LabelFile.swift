internal import GeoModel

/// A label file as lines of text that can be shown.
struct LabelFile {
    /// A list of all the world's 400,000 plants with names of 40 bytes is as long as this.
    static let mostBytes = 16 << 20
    /// The largest lists in use have some 100,000 classes; one class more costs every answer its share.
    static let mostLabels = 200_000
    /// The longest line of a list in use has about 200.
    static let mostBytesOfLine = 1_000

    /// Without line ends, byte order mark and empty lines at the end.
    let lines: [Substring]
    private let path: String

    /// - Throws: `InferenceError.labelsInvalid` with the line.
    init(bytes: [UInt8], path: String) throws(InferenceError) {
        self.path = path
        var number = 1
        var length = 0
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                number += 1
                length = 0
                continue
            }
            length += 1
            let isControl = byte < 32 && byte != 9 && byte != 13 || byte == 127
            if isControl {
                throw .labelsInvalid(
                    path: path, line: number,
                    reason: "byte \(byte) is no text; is this a label file?")
            }
            if length > Self.mostBytesOfLine {
                throw .labelsInvalid(
                    path: path, line: number,
                    reason: "it is longer than \(Self.mostBytesOfLine) bytes; is this a label file?"
                )
            }
            if number > Self.mostLabels + 1 {
                throw .labelsInvalid(
                    path: path, line: number,
                    reason: "there are more than \(Self.mostLabels) labels")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = Self.firstInvalidLine(bytes)
            throw .labelsInvalid(
                path: path, line: line, reason: "it is not UTF-8; save the file as UTF-8")
        }
        // A carriage return and a line feed are one Character.
        var lines = text.drop { $0 == "\u{FEFF}" }
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        self.lines = lines
        if lines.isEmpty { throw .labelsInvalid(path: path, line: 1, reason: "it is empty") }
        if let empty = lines.firstIndex(where: { $0.allSatisfy(\.isWhitespace) }) {
            throw .labelsInvalid(
                path: path, line: empty + 1, reason: "it is empty, and every output needs a name")
        }
    }

    private static func firstInvalidLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }

    /// The classes in the order of the outputs.
    ///
    /// - Throws: `InferenceError.labelsInvalid` with the line.
    func drafts(_ format: LabelFormat) throws(InferenceError) -> [LabelDraft] {
        do throws(LabelFault) {
            return try read(format)
        } catch {
            throw .labelsInvalid(path: path, line: error.line, reason: error.reason)
        }
    }

    private func read(_ format: LabelFormat) throws(LabelFault) -> [LabelDraft] {
        switch format {
        case .turnstoneTSV: return try LabelTable.turnstone(lines)
        case .table: return try LabelTable.table(lines)
        case .lines: return lines.map { LabelDraft(name: String($0)) }
        case .scientificLines:
            return lines.map { line in
                let name = Self.withHybridSign(line)
                return LabelLine.isBackground(name) ? LabelDraft(name: name) : Self.taxon(name, "")
            }
        case .taxonLines:
            return lines.map { line in
                let text = Self.withHybridSign(line)
                guard let parts = LabelLine.bracketed(text[...]) else {
                    return LabelDraft(name: text)
                }
                return Self.taxon(String(parts.before), String(parts.inside))
            }
        case .englishTaxonLines:
            return lines.map { line in
                let text = Self.withHybridSign(line)
                guard let parts = LabelLine.lastBracketed(text[...]), !parts.inside.isEmpty else {
                    return LabelDraft(name: text.hasSuffix(" ()") ? String(text.dropLast(3)) : text)
                }
                return Self.taxon(String(parts.inside), String(parts.before))
            }
        case .indexedLines:
            var rows: [(index: Int, draft: LabelDraft)] = []
            for (row, line) in lines.enumerated() {
                guard let (index, name) = LabelLine.indexed(line) else {
                    throw LabelFault(row + 1, "it does not begin with an index")
                }
                let text = Self.withHybridSign(name)
                let parts = LabelLine.bracketed(text[...])
                if let parts, LabelLine.isScientific(parts.before) {
                    rows.append((index, Self.taxon(String(parts.before), String(parts.inside))))
                } else {
                    rows.append((index, LabelDraft(name: text)))
                }
            }
            return try LabelTable.inOrder(rows, firstLine: 1)
        }
    }

    /// A published list spells the hybrid sign as these four characters.
    private static func withHybridSign(_ line: Substring) -> String {
        line.split(separator: #"\xd7"#, omittingEmptySubsequences: false).joined(separator: "×")
    }

    /// Without an English name the scientific one is shown: a name is never empty.
    private static func taxon(_ scientificName: String, _ english: String) -> LabelDraft {
        LabelDraft(
            name: english.isEmpty ? scientificName : english, scientificName: scientificName,
            taxonRank: LabelLine.rank(of: scientificName))
    }
}
