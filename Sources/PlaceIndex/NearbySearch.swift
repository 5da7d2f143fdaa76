internal import Database
package import GeoModel
internal import Geodesy

extension PlaceIndex {
    /// Returns the places within the radius, nearest first.
    ///
    /// Distances are geodesic metres on WGS 84 to the footprint, 0 inside it. Equal distances keep
    /// the order nodes, ways, relations, then by id, so a question has one answer. An object that
    /// is two things, a cafe and a hotel, is there once, as the more important one.
    ///
    /// - Returns: At most `query.limit` places, named and nameless ones alike.
    /// - Throws: `DatabaseError` when a region cannot be read.
    package func nearby(_ query: NearbyQuery) throws -> [NearbyPlace] {
        let regions = regionFiles
        // Smaller circles first: when one holds enough places, none outside it is nearer.
        var radius = min(query.radiusInMeters, 40)
        while true {
            let isWhole = radius == query.radiusInMeters
            let hits = try regions.indices.flatMap {
                try regions[$0].hits(query, region: $0, withinMeters: radius)
            }
            let found = NearbyHit.nearest(hits, query, withinMeters: radius)
            if found.count == query.limit || isWhole {
                return try found.map { try nearbyPlace($0, query, regions) }
            }
            radius = min(query.radiusInMeters, radius * 3)
        }
    }

    private func nearbyPlace(
        _ found: MeasuredHit, _ query: NearbyQuery, _ regions: [RegionFile]
    ) throws -> NearbyPlace {
        let place = try regions[found.hit.region].place(id: found.hit.id)
        let (label, isNamed) = place.label(in: query.languages)
        return NearbyPlace(
            place: place, label: label, isNamed: isNamed, distanceInMeters: found.meters,
            bearingInDegrees: found.bearing)
    }

    /// Returns a place by its identity; nil when no region has it.
    package func place(_ ref: OSMRef, languages: LanguagePreferences = .local) throws
        -> PlaceDetails?
    {
        for region in regionFiles {
            if let details = try region.details(ref, languages: languages) { return details }
        }
        return nil
    }
}

/// A place with what the map shows of it.
package struct PlaceDetails: Hashable, Sendable {
    package let place: Place
    /// Its name in the asked language, or for a nameless one the label of its type.
    package let label: String
    package let isNamed: Bool
    /// The whole footprint.
    package let footprint: Geometry
}

/// A row of a region within the radius, not yet read in full.
private struct NearbyHit {
    /// The region's place among those asked.
    let region: Int
    let id: Int64
    let ref: OSMRef
    let importance: Double
    let nearest: FootprintDistance.Nearest

    /// Merges what several regions found, and measures what will be shown.
    ///
    /// The chord, known for all, is never longer than the geodesic. So hits are measured in the
    /// chord's order, until the next chord is longer than the last geodesic that will be shown.
    static func nearest(
        _ hits: [NearbyHit], _ query: NearbyQuery, withinMeters radius: Double
    ) -> [MeasuredHit] {
        let byChord = hits.sorted {
            ($0.nearest.chordInMeters, -$0.importance, $0.region, $0.id)
                < ($1.nearest.chordInMeters, -$1.importance, $1.region, $1.id)
        }
        var seen: Set<OSMRef> = []
        var measured: [MeasuredHit] = []
        var farthest = 0.0
        for hit in byChord {
            if measured.count >= query.limit, hit.nearest.chordInMeters > farthest { break }
            guard seen.insert(hit.ref).inserted else { continue }
            let found = MeasuredHit(hit, from: query.position)
            guard found.meters <= radius else { continue }
            measured.append(found)
            farthest = max(farthest, found.meters)
        }
        measured.sort { ($0.meters, $0.hit.ref) < ($1.meters, $1.hit.ref) }
        return Array(measured.prefix(query.limit))
    }
}

/// A hit by its geodesic.
private struct MeasuredHit {
    let hit: NearbyHit
    let meters: Double
    let bearing: Double?

    init(_ hit: NearbyHit, from position: Coordinate) {
        self.hit = hit
        guard hit.nearest.chordInMeters > 0 else {
            (meters, bearing) = (0, nil)
            return
        }
        let (meters, bearing) = Geodesic.inverse(from: position, to: hit.nearest.position)
        (self.meters, self.bearing) = (meters, bearing)
    }
}

extension RegionFile {
    private static let hitStatement = SpatialTable.place.select(
        "t.id, t.osm_type, t.osm_id, t.importance, t.lon, t.lat, t.geom, t.category, t.type, t.tags"
    )

    /// The rows within the radius, by their chord.
    fileprivate func hits(
        _ query: NearbyQuery, region: Int, withinMeters radius: Double
    ) throws -> [NearbyHit] {
        let box = Geodesic.box(around: query.position, radiusInMeters: radius)
        let parts = parts(of: box, in: .place)
        guard !parts.isEmpty else { return [] }
        return try pool.withConnection { connection in
            let row = try connection.statement(Self.hitStatement)
            var hits: [NearbyHit] = []
            for part in parts {
                row.reset()
                try row.bind(part)
                while try row.step() {
                    guard query.keeps(row),
                        let nearest = row.nearest(to: query.position, point: 4, footprint: 6),
                        nearest.chordInMeters <= radius
                    else { continue }
                    hits.append(
                        NearbyHit(
                            region: region, id: row.int64(0), ref: row.ref(1),
                            importance: row.double(3), nearest: nearest))
                }
            }
            return hits
        }
    }

    fileprivate func place(id: Int64) throws -> Place {
        try pool.withConnection { connection in
            let row = try connection.statement(
                "SELECT \(PlaceRow.columns) FROM place AS t WHERE t.id = ?1")
            try row.bind(1, id)
            guard try row.step() else { throw PlaceIndexError.notARegion(path: path) }
            return PlaceRow.place(row)
        }
    }

    fileprivate func details(
        _ ref: OSMRef, languages: LanguagePreferences
    ) throws -> PlaceDetails? {
        try pool.withConnection { connection in
            let row = try connection.statement(
                "SELECT \(PlaceRow.columns) FROM place AS t WHERE t.osm_type = ?1 AND t.osm_id = ?2 "
                    + "ORDER BY t.importance DESC, t.category, t.type LIMIT 1")
            try row.bind(.text(String(ref.osmType.letter)), .integer(ref.osmID))
            guard try row.step() else { return nil }
            let place = PlaceRow.place(row)
            let (label, isNamed) = place.label(in: languages)
            return PlaceDetails(
                place: place, label: label, isNamed: isNamed,
                footprint: row.withBlob(8) { SpatialBlob.decode($0) } ?? .point(place.position))
        }
    }
}

extension Statement {
    /// The nearest point of the footprint in a column; of the point in two others when there is
    /// none, or when it is a point, which needs no reading then.
    func nearest(
        to position: Coordinate, point: Int32, footprint: Int32
    ) -> FootprintDistance.Nearest? {
        let shape = withBlob(footprint) { bytes in
            SpatialBlob.isPoint(bytes) ? nil : SpatialBlob.decode(bytes)
        }
        return FootprintDistance.nearest(
            from: position, to: shape ?? .point(self.position(point)))
    }
}

extension NearbyQuery {
    /// Whether the filters keep a row of `hitStatement`.
    fileprivate func keeps(_ row: Statement) -> Bool {
        if !kinds.isEmpty {
            let (category, type) = (row.text(7), row.text(8))
            guard
                kinds.contains(where: {
                    $0.category == category && ($0.type == nil || $0.type == type)
                })
            else { return false }
        }
        guard let name else { return true }
        let wanted = name.lowercased()
        return row.tags(9).contains { key, value in
            LanguagePreferences.isNameKey(key) && value.lowercased().contains(wanted)
        }
    }
}

extension LanguagePreferences {
    /// Whether a tag's key is one of the name keys, a language's or one of its own.
    static func isNameKey(_ key: String) -> Bool {
        localNameKeys.contains(key) || key.hasPrefix("name:")
            || ["alt_name", "old_name", "loc_name", "nat_name", "reg_name"].contains {
                key == $0 || key.hasPrefix("\($0):")
            }
    }
}
