internal import Database
package import GeoModel
internal import Geodesy

extension SpeciesStore {
    /// Asks for ranges, page by page, in the order of their import.
    package struct RangeQuery: Sendable {
        /// Ranges that have a position in common with it; nil for all. One whose west is greater than its east
        /// crosses 180 degrees.
        package var box: BoundingBox?
        /// A taxon's id, or any name of it: its ranges and those of what belongs to it.
        package var taxon: String?
        /// Only ranges behind this one.
        package var lastID: Int64 = 0
        /// So many of the ranges that the page would begin with are left out.
        package var offset = 0
        package var limit = 10

        package init() {}
    }

    /// How a page of ranges ends.
    package struct RangePageEnd: Sendable {
        package let count: Int
        /// The last range of the page, when there are others behind it.
        package let lastID: Int64?
        /// How many ranges there are on all pages; nil when their outlines would have to be looked at for that.
        package let total: Int?
    }

    /// So many outlines at the edge of a box are looked at to count them: a millisecond each.
    private static let countedOutlines = 20

    /// Calls `body` with each range of a page, as it was imported.
    ///
    /// - Parameter body: Returns false to end the page with the range it was given.
    /// - Throws: `DatabaseError`, and what `body` throws.
    package func ranges(
        _ query: RangeQuery, _ body: (RangeArea) throws -> Bool
    ) throws -> RangePageEnd {
        try reading { connection in
            let catalogue = try rangeCache.current(connection)
            var indices = Array(catalogue.entries.indices)
            if let taxon = query.taxon {
                let wanted = try Self.subjects(of: taxon, catalogue, connection)
                indices = indices.filter { wanted.contains(catalogue.subjectIndex(ofEntry: $0)) }
            }
            let search = try query.box.map { try RangeBoxSearch($0, connection) }
            if let search { indices = indices.filter { search.mayHold(catalogue.entries[$0]) } }
            let uncertain = search.map { search in
                indices.count { !search.surelyHolds(catalogue.entries[$0]) }
            }
            var total: Int? = indices.count
            if let search, let uncertain, uncertain > 0 {
                total = nil
                if uncertain <= Self.countedOutlines {
                    indices = try indices.filter { try search.holds(catalogue.entries[$0]) }
                    total = indices.count
                }
            }
            let row = try connection.statement("SELECT geom FROM species_range WHERE id = ?1")
            var (count, passed, last, isWhole): (Int, Int, Int64?, Bool) = (0, 0, nil, false)
            for index in indices where catalogue.entries[index].id > query.lastID {
                let entry = catalogue.entries[index]
                if let search, total == nil, try !search.holds(entry) { continue }
                guard passed >= query.offset else {
                    passed += 1
                    continue
                }
                guard count < query.limit, !isWhole else {
                    return RangePageEnd(count: count, lastID: last, total: total)
                }
                try row.bind(.integer(entry.id))
                guard try row.step(), let shape = row.withBlob(0, { SpatialBlob.decode($0) })
                else { continue }
                (count, last) = (count + 1, entry.id)
                isWhole = try !body(RangeArea(entry: entry, shape: shape))
            }
            return RangePageEnd(count: count, lastID: nil, total: total)
        }
    }

    /// A range by its id, as it was imported; nil when there is none.
    package func range(_ id: Int64) throws -> RangeArea? {
        try reading { connection in
            let catalogue = try rangeCache.current(connection)
            guard let index = catalogue.index(of: id) else { return nil }
            let row = try connection.statement("SELECT geom FROM species_range WHERE id = ?1")
            try row.bind(.integer(id))
            guard try row.step(), let shape = row.withBlob(0, { SpatialBlob.decode($0) }) else {
                return nil
            }
            return RangeArea(entry: catalogue.entries[index], shape: shape)
        }
    }

    /// The box of all ranges; nil when there are none.
    package func rangeExtent() throws -> BoundingBox? {
        try reading { connection in
            let row = try connection.statement(
                "SELECT min(xmin), min(ymin), max(xmax), max(ymax) FROM idx_species_range_geom")
            guard try row.step(), let west = row.optionalDouble(0) else { return nil }
            // Edges are rounded outwards to 32 bits, at 180 degrees by up to 0.00002.
            return BoundingBox(
                west: max(-180, west), south: max(-90, row.double(1)),
                east: min(180, row.double(2)), north: min(90, row.double(3)))
        }
    }

    /// The subjects of a catalogue that are of a taxon or belong to it.
    ///
    /// - Parameter text: A number is an id; a name the taxonomy lacks means the ranges under it.
    private static func subjects(
        of text: String, _ catalogue: RangeCatalogue, _ connection: Connection
    ) throws -> Set<Int> {
        var taxa: Set<TaxonID> = []
        let reader = TaxonReader(connection, languages: .local)
        let name = ScientificName(text)
        if let id = Int64(text) {
            taxa.insert(TaxonID(rawValue: id))
        } else if let name, let id = try taxonID(of: name, connection) {
            taxa.insert(id)
        } else {
            let row = try connection.statement(
                """
                SELECT o.taxonID FROM folded_name f JOIN taxon_order o USING (position)
                WHERE f.name = ?1
                """)
            try row.bind(1, FoldedText(text, joinsApostrophes: true).joined)
            while try row.step() { taxa.insert(TaxonID(rawValue: row.int64(0))) }
        }
        var found: Set<Int> = []
        for (index, subject) in catalogue.subjects.enumerated() {
            if subject.key == name?.key { found.insert(index) }
            guard let own = subject.taxonID, !taxa.isEmpty else { continue }
            if try taxa.contains(own)
                || reader.lineage(of: own).contains(where: { taxa.contains($0.taxonID) })
            {
                found.insert(index)
            }
        }
        return found
    }
}

/// Which ranges have a position in common with a box.
private struct RangeBoxSearch {
    private let parts: [BoundingBox]
    private let connection: Connection
    /// Ranges whose own boxes meet the box, and whether they lie in it.
    private var liesWithin: [Int64: Bool] = [:]

    init(_ box: BoundingBox, _ connection: Connection) throws {
        parts = box.partsWithoutCrossing
        self.connection = connection
        let row = try connection.statement(
            """
            SELECT pkid, xmin, xmax, ymin, ymax FROM idx_species_range_geom
            WHERE xmax >= ?1 AND xmin <= ?2 AND ymax >= ?3 AND ymin <= ?4
            """)
        for part in parts {
            try row.bind(
                .real(part.west), .real(part.east), .real(part.south), .real(part.north))
            while try row.step() {
                let isWithin =
                    row.double(1) >= part.west && row.double(2) <= part.east
                    && row.double(3) >= part.south && row.double(4) <= part.north
                liesWithin[row.int64(0)] = isWithin || liesWithin[row.int64(0)] ?? false
            }
        }
    }

    func mayHold(_ range: RangeEntry) -> Bool { liesWithin[range.id] != nil }

    /// Whether no outline has to be looked at.
    func surelyHolds(_ range: RangeEntry) -> Bool { liesWithin[range.id] ?? false }

    func holds(_ range: RangeEntry) throws -> Bool {
        guard let isWithin = liesWithin[range.id] else { return false }
        if isWithin { return true }
        let row = try connection.statement(
            "SELECT geom FROM range_piece WHERE id >= ?1 AND id < ?2")
        try row.bind(.integer(range.pieces.lowerBound), .integer(range.pieces.upperBound))
        while try row.step() {
            let isMet = row.withBlob(0) { blob in
                guard let own = SpatialBlob.boundingBox(blob) else { return false }
                return parts.contains { part in
                    own.west <= part.east && own.east >= part.west && own.south <= part.north
                        && own.north >= part.south && Self.meets(blob, BoxMeeting(part))
                }
            }
            if isMet { return true }
        }
        return false
    }

    private static func meets(_ blob: UnsafeRawBufferPointer, _ meeting: BoxMeeting) -> Bool {
        var rings: [FlatLine] = []
        _ = SpatialBlob.visitParts(blob) { _, vertices in rings.append(FlatLine(vertices)) }
        return !rings.isEmpty && meeting.meets(polygon: rings)
    }
}
