/// Rows of text in columns, for a person at a terminal.
package struct TextTable {
    package enum Alignment: Sendable { case left, right }

    private let columns: [(title: String, alignment: Alignment)]
    private var rows: [[String]] = []

    package init(_ columns: [(title: String, alignment: Alignment)]) { self.columns = columns }

    /// Adds a row: one cell a column.
    package mutating func add(_ cells: String...) { add(row: cells) }

    /// Adds a row: one cell a column. What would end the line or leave the column in a cell is a space there.
    package mutating func add(row cells: [String]) {
        precondition(cells.count == columns.count)
        rows.append(cells.map { cell in String(cell.map { Self.breaksLines($0) ? " " : $0 }) })
    }

    private static func breaksLines(_ character: Character) -> Bool {
        character.isNewline || character == "\t"
    }

    package var isEmpty: Bool { rows.isEmpty }

    /// A heading and the rows, two spaces between columns, no space at a line's end.
    package var text: String {
        let all = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in
            all.map { Self.width(of: $0[column]) }.max() ?? 0
        }
        let lines = all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - Self.width(of: cell))
                if column > 0 { line += "  " }
                line += columns[column].alignment == .right ? padding + cell : cell + padding
            }
            while line.last == " " { line.removeLast() }
            return line
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Terminal cells of a text: two for East Asian wide characters and emoji, one for any other.
    ///
    /// Ranges are the wide ones of Unicode's EastAsianWidth.txt, taken in blocks.
    package static func width(of text: String) -> Int {
        text.reduce(0) { sum, character in
            let isWide = character.unicodeScalars.contains { scalar in
                wide.contains { $0.contains(scalar.value) }
            }
            return sum + (isWide ? 2 : 1)
        }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
        0x20000...0x3FFFD,
    ]
}
