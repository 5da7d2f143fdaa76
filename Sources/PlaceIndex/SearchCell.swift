internal import GeoModel

/// A cell of a grid over the earth, as a term of `name_index`: what is near is then one more word.
///
/// At level z, longitudes and latitudes are cut into 2^z parts each. Levels 5, 8, 11 and 14 are
/// kept: at the equator cells of 1,250, 156, 20 and 2.4 km by half of it.
struct SearchCell: Hashable {
    static let levels = [5, 8, 11, 14]

    let level: Int
    let x, y: Int

    /// A letter for the level, as digits would run into the number.
    var term: String {
        let letter = level <= 5 ? "a" : level <= 8 ? "b" : level <= 11 ? "c" : "d"
        return "#\(letter)" + String(x << level | y, radix: 36)
    }

    /// The cell that holds a position.
    init(_ position: Coordinate, level: Int) {
        self.level = level
        x = Self.index(position.decimalLongitude + 180, of: 360, level)
        y = Self.index(position.decimalLatitude + 90, of: 180, level)
    }

    private init(level: Int, x: Int, y: Int) {
        (self.level, self.x, self.y) = (level, x, y)
    }

    private static func index(_ offset: Double, of whole: Double, _ level: Int) -> Int {
        min(Int(offset / whole * Double(1 << level)), 1 << level - 1)
    }

    /// The cell and those around it; across 180 degrees, but not over a pole.
    var block: [SearchCell] {
        let side = 1 << level
        return (-1...1).flatMap { dy in
            (-1...1).compactMap { dx in
                let row = y + dy
                guard (0..<side).contains(row) else { return nil }
                return SearchCell(level: level, x: (x + dx + side) % side, y: row)
            }
        }
    }

    /// The finest cells that cover a box with at most `limit` of them; nil when even the coarsest are
    /// more, and the box might as well not be asked for.
    static func cover(_ box: BoundingBox, limit: Int = 16) -> [SearchCell]? {
        for level in levels.reversed() {
            var cells: [SearchCell] = []
            for part in box.partsWithoutCrossing {
                let columns =
                    index(part.west + 180, of: 360, level)...index(part.east + 180, of: 360, level)
                let rows =
                    index(part.south + 90, of: 180, level)...index(part.north + 90, of: 180, level)
                guard cells.count + columns.count * rows.count <= limit else {
                    cells = []
                    break
                }
                for x in columns {
                    for y in rows { cells.append(SearchCell(level: level, x: x, y: y)) }
                }
            }
            if !cells.isEmpty { return cells }
        }
        return nil
    }

    static func terms(_ cells: [SearchCell]) -> String { NameTerms.anyOf(cells.map(\.term)) }
}
