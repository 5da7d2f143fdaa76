internal import Database
package import GeoModel

extension PlaceIndex {
    /// The whole shape of a result, as far as it is kept: of a way or relation its line or area, of
    /// anything else its point.
    ///
    /// - Throws: `DatabaseError` when a region cannot be read.
    package func footprint(of result: GeocoderResult) throws -> Geometry {
        guard let ref = result.ref, ref.osmType != .node else { return .point(result.position) }
        for region in regionFiles {
            if let shape = try region.footprint(of: ref, at: result.position) { return shape }
        }
        return .point(result.position)
    }
}

extension RegionFile {
    fileprivate func footprint(of ref: OSMRef, at position: Coordinate) throws -> Geometry? {
        try pool.withConnection { connection in
            for table in ["place", "area", "street"] {
                let row = try connection.statement(
                    "SELECT geom FROM \(table) WHERE osm_type = ?1 AND osm_id = ?2")
                try row.bind(.text(String(ref.osmType.letter)), .integer(ref.osmID))
                var shapes: [Geometry] = []
                while try row.step() {
                    // A hotel that is a cafe too has a row for each.
                    if let shape = row.withBlob(0, { SpatialBlob.decode($0) }),
                        !shapes.contains(shape)
                    {
                        shapes.append(shape)
                    }
                }
                if let shape = Self.joined(shapes) { return shape }
            }
            // Addresses are found by where they are.
            let row = try connection.statement(
                SpatialTable.address.select("t.osm_type, t.osm_id, t.geom"))
            try row.bind(BoundingBox(position))
            while try row.step() {
                guard row.ref(0) == ref else { continue }
                return row.withBlob(2) { SpatialBlob.decode($0) }
            }
            return nil
        }
    }

    /// One shape of several: a way that the edge of the extract cut has a row for each part.
    private static func joined(_ shapes: [Geometry]) -> Geometry? {
        guard shapes.count > 1 else { return shapes.first }
        let lines = shapes.compactMap { shape -> [Coordinate]? in
            if case .lineString(let line) = shape { line } else { nil }
        }
        return lines.count == shapes.count ? .multiLineString(lines) : shapes.first
    }
}
