internal import Database
internal import GeoModel
internal import Geodesy

extension RegionFile {
    /// Calls `body` with each row of a table whose box meets a box, which may cross 180 degrees.
    func visit(
        _ table: SpatialTable, in box: BoundingBox, _ body: (Int64, MappedRow) throws -> Void
    ) throws {
        let layer = layers[table]
        for part in parts(of: box, in: table) {
            try layer.tree.visit(meeting: part) { id in
                guard let row = layer.rows.row(id) else { throw isDamaged }
                try body(id, row)
                return true
            }
        }
    }

    /// The rows of `area` whose pieces contain a position: an edge counts as inside.
    func areaIDs(containing position: Coordinate) throws -> [Int64] {
        var ids: [Int64] = []
        try visit(.areaPiece, in: BoundingBox(position)) { _, row in
            let id = row.int64(1)
            if !ids.contains(id), row.area(2, covers: position) { ids.append(id) }
        }
        return ids
    }
}

extension MappedRow {
    /// Whether the area in a column holds a position.
    func area(_ column: Int, covers position: Coordinate) -> Bool {
        withBytes(column) { blob in
            var rings: [FlatLine] = []
            var isInside = false
            _ = SpatialBlob.visitParts(blob) { part, vertices in
                if part == .outerRing {
                    isInside = isInside || Containment.covers(polygon: rings, position)
                    rings.removeAll(keepingCapacity: true)
                }
                rings.append(FlatLine(vertices))
            }
            return isInside || Containment.covers(polygon: rings, position)
        }
    }
}
