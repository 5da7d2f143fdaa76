internal import GeoModel
internal import OSMReader

/// Collects what the tables of the name search, `name_index` and `road`, are made of.
///
/// It is told of each row as it is written; `NamingThread` makes the tables when the last one has come, as the
/// index is filled in the order of importance and streets are known only then. Memory: what
/// `NameDraft` and `StreetGroups` state.
final class NameWriter {
    let draft: NameDraft
    private var streets = StreetGroups()
    private(set) var names = 0
    private var roads: Int64 = 0

    /// - Parameter path: The region's draft; the names' own lies beside it, without a name.
    init(path: String) throws {
        draft = try NameDraft(path: path + "-names")
    }

    // MARK: Rows

    func add(
        _ kind: SearchKind, row: Int64, importance: Double, _ tags: OSMTags, at position: Coordinate
    ) throws {
        let codes = kind == .place && tags["aeroway"] != nil
        try add(
            kind, row: row, importance: importance, names: Self.names(tags, withCodes: codes),
            at: [position])
    }

    /// A postal area is asked for by its code.
    func addPostalArea(row: Int64, code: String, at position: Coordinate) throws {
        try add(
            .area, row: row, importance: Prominence.postcode, names: Self.code(code),
            at: [position])
    }

    /// A postcode whose centre is known.
    func addPostcode(row: Int64, code: String, at position: Coordinate) throws {
        for value in NameKeys.values(code) {
            try add(
                .postcode, row: row, importance: Prominence.postcode, names: Self.code(value),
                at: [position])
        }
    }

    /// Only the name of its house is asked for here; numbers are looked up by their street.
    func addAddress(row: Int64, _ tags: OSMTags, at position: Coordinate) throws {
        guard let name = tags["addr:housename"], tags["name"] == nil else { return }
        try add(
            .address, row: row, importance: 0.05, names: Self.line(name), at: [position])
    }

    func addStreet(row: Int64, type: String, _ tags: OSMTags, box: BoundingBox) {
        streets.add(
            row: row, type: type, names: Self.names(tags, withCodes: true),
            hasArticle: Prominence.hasArticle(tags), box: box)
    }

    private func add(
        _ kind: SearchKind, row: Int64, importance: Double, names: String,
        at positions: [Coordinate]
    ) throws {
        guard !names.isEmpty else { return }
        try draft.add(
            NameDraft.Entry(
                rowID: SearchRowID(importance: importance, kind: kind, row: row),
                positions: positions, names: names))
        self.names += 1
    }

    /// The names in an object's tags, one a line, the local name first; codes with a tab before.
    private static func names(_ tags: OSMTags, withCodes: Bool) -> String {
        var text = tags["name"].map(line) ?? ""
        for tag in tags.all where tag.key != "name" {
            if NameKeys.isName(tag.key) {
                for value in NameKeys.values(tag.value) { append(line(value), to: &text) }
            } else if withCodes, NameKeys.isCode(tag.key) {
                for value in NameKeys.values(tag.value) { append(code(value), to: &text) }
            }
        }
        return text
    }

    private static func append(_ line: String, to text: inout String) {
        if !text.isEmpty { text += "\n" }
        text += line
    }

    private static func line(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 < 0x20 }) else { return name }
        return String(name.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    private static func code(_ code: String) -> String { "\t" + line(code) }

    // MARK: The end

    /// Appends the terms of a name.
    static func collect(_ entry: NameDraft.Entry, into terms: inout [UInt8]) {
        for bytes in entry.names.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = Substring(bytes)
            if bytes.first == UInt8(ascii: "\t") {
                let code = line.dropFirst()
                NameTerms.append(code, joinsApostrophes: false, to: &terms)
                NameTerms.append(code, joinsApostrophes: false, joinsWords: true, to: &terms)
            } else {
                NameTerms.append(line, joinsApostrophes: false, to: &terms)
                if LetterFolding.hasApostrophe(String(line)) {
                    NameTerms.append(line, joinsApostrophes: true, to: &terms)
                }
            }
        }
        // Streets have a cell for each of their ways, most of them the same.
        var cells: [SearchCell] = []
        for level in SearchCell.levels {
            let first = cells.count
            for position in entry.positions {
                let cell = SearchCell(position, level: level)
                if !cells[first...].contains(cell) { cells.append(cell) }
            }
        }
        for cell in cells {
            terms += cell.term.utf8
            terms.append(UInt8(ascii: " "))
        }
        if let kind = entry.rowID.kind { terms += kind.term.utf8 }
    }

    /// Makes the streets of their ways: calls `write` with the row of each.
    func finishRoads(_ write: (_ row: (inout RowBuffer) -> Void) throws -> Void) throws {
        try streets.drain { street in
            roads += 1
            try write { row in
                row.append(street.row)
                row.append(Int64(street.ways))
                row.append(street.box.west)
                row.append(street.box.south)
                row.append(street.box.east)
                row.append(street.box.north)
            }
            try add(
                .road, row: roads,
                importance: Prominence.street(
                    street.type, ways: street.ways, hasArticle: street.hasArticle),
                names: street.names, at: street.positions)
        }
    }
}
