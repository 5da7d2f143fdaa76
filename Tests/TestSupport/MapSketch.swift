package import GeoModel

/// A map drawn with characters, north up, so that the reader of a test sees the case.
///
/// A digit is a node with that id and name, a letter a position to ask for; `.` and spaces are empty.
/// One character is 0.001 degrees wide and one line 0.001 degrees high, 111 m at the equator, unless
/// said otherwise.
package struct MapSketch: Sendable {
    private let marks: [Character: Coordinate]

    /// - Parameters:
    ///   - origin: Where the first character of the last line is: the south-west corner.
    ///   - degrees: The width of a character and the height of a line.
    ///   - drawing: The lines; a mark may appear once.
    package init(origin: Coordinate, degrees: Double = 0.001, _ drawing: String) {
        var marks: [Character: Coordinate] = [:]
        for (row, line) in drawing.split(separator: "\n").reversed().enumerated() {
            for (column, mark) in line.enumerated() where mark != "." && mark != " " {
                precondition(marks[mark] == nil, "'\(mark)' is drawn twice")
                marks[mark] = Coordinate(
                    clampingLatitude: origin.decimalLatitude + Double(row) * degrees,
                    wrappingLongitude: origin.decimalLongitude + Double(column) * degrees)
            }
        }
        self.marks = marks
    }

    /// Where a mark is drawn; it must be.
    package subscript(mark: Character) -> Coordinate {
        guard let position = marks[mark] else { preconditionFailure("no '\(mark)' in the drawing") }
        return position
    }

    /// Where the marks of a word are, in its order: `line("abc")`.
    package func line(_ word: String) -> [Coordinate] { word.map { self[$0] } }

    /// The closed polygon through the marks of a word: `polygon("abcd")` ends at a again.
    package func polygon(_ word: String) -> Polygon {
        let corners = line(word)
        return Polygon(outer: corners + corners.prefix(1))
    }

    /// One place for each digit, by id: a node named as the digit, `tourism=attraction`.
    package var places: [Place] {
        marks.keys.filter(\.isWholeNumber).sorted().map { place($0) }
    }

    /// The place at a digit, with tags of its own; the first of `category` decides what it is.
    package func place(
        _ mark: Character, category: String = "tourism", type: String = "attraction",
        tags: [String: String] = [:], importance: Double = 0.1
    ) -> Place {
        let named = ["name": String(mark), category: type].merging(tags) { $1 }
        return Place(
            ref: OSMRef(osmType: .node, osmID: Int64(mark.wholeNumberValue ?? 0)),
            category: category, type: type, tags: named, position: self[mark],
            boundingBox: BoundingBox(self[mark]), importance: importance)
    }
}
