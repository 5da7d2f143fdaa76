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
        try nearbyEntries(query).map {
            NearbyPlace(
                place: $0.place, label: $0.label, isNamed: $0.isNamed,
                distanceInMeters: $0.distanceInMeters, bearingInDegrees: $0.bearingInDegrees)
        }
    }

    /// As `nearby`: ids, names and distances, and the rest as it lies in the regions' files.
    package func nearbyEntries(_ query: NearbyQuery) throws -> [NearbyEntry] {
        var search = NearbySearch(query)
        for region in regionFiles { try search.visit(region) }
        return search.entries()
    }
}

/// One radius search: walks the R*Trees nearest first, and stops where nothing can come that is
/// nearer than the hits it has.
struct NearbySearch {
    private let query: NearbyQuery
    private let filter: NearbyFilter?
    private var nearest: NearestPointSearch
    private let distance: BoxDistance
    private var regions: [RegionFile] = []
    private var hits: [Hit] = []
    /// The least chords of distinct objects, rising; at most `query.limit`.
    private var least: [(chord: Double, ref: OSMRef)] = []
    private var squaredReach: Double
    /// Bytes of the footprints measured so far: what a search costs.
    private(set) var footprintBytes = 0

    /// A place within reach; without references, as hits are moved about.
    private struct Hit {
        /// Its place among those visited.
        let region: Int
        let row: MappedRow
        let ref: OSMRef
        let importance: Double
        let nearest: FootprintDistance.Nearest
        /// Geodesic, and the bearing: once measured.
        var meters = 0.0
        var bearing: Double?
    }

    init(_ query: NearbyQuery) {
        self.query = query
        filter = NearbyFilter(query)
        nearest = NearestPointSearch(from: query.position)
        distance = BoxDistance(from: query.position)
        // A chord is not longer than the geodesic.
        squaredReach = query.radiusInMeters * query.radiusInMeters
        hits.reserveCapacity(query.limit + 4)
        least.reserveCapacity(query.limit + 1)
    }

    /// Adds what a region has within the radius.
    mutating func visit(_ region: RegionFile) throws {
        regions.append(region)
        let places = region.layers[.place]
        try walk(places) { search, id in
            guard let row = places.rows.row(id) else { throw region.isDamaged }
            let size = row.count(PlaceColumn.footprint)
            // A long footprint is met by its pieces.
            guard !PlaceColumn.isCut(bytes: size) else { return }
            search.nearest.restart()
            search.footprintBytes += size
            if size == SpatialBlob.pointSize {
                search.nearest.visit(
                    longitude: row.double(PlaceColumn.longitude),
                    latitude: row.double(PlaceColumn.latitude))
            } else {
                search.nearest.visit(column: PlaceColumn.footprint, of: row)
            }
            search.add(row)
        }
        let pieces = region.layers[.placePiece]
        try walk(pieces) { search, id in
            guard let piece = pieces.rows.row(id), let row = places.rows.row(piece.int64(1)) else {
                throw region.isDamaged
            }
            search.nearest.restart()
            search.footprintBytes += piece.count(2)
            search.nearest.visit(column: 2, of: piece)
            search.add(row)
        }
    }

    private mutating func walk(
        _ layer: SpatialLayer, _ body: (inout NearbySearch, Int64) throws -> Void
    ) rethrows {
        guard let covered = layer.coverage,
            distance.squaredBound(
                west: covered.west, south: covered.south, east: covered.east, north: covered.north)
                <= squaredReach
        else { return }
        var walk = layer.tree.nearest(to: distance)
        while let id = walk.next(squaredReach: squaredReach) { try body(&self, id) }
    }

    /// Keeps a row, at the nearest point just looked for.
    private mutating func add(_ row: MappedRow) {
        guard let found = nearest.result,
            found.chordInMeters * found.chordInMeters <= squaredReach,
            filter?.keeps(row) ?? true
        else { return }
        let ref = row.ref(PlaceColumn.osmType)
        hits.append(
            Hit(
                region: regions.count - 1, row: row, ref: ref,
                importance: row.double(PlaceColumn.importance), nearest: found))
        note(found.chordInMeters, ref)
    }

    /// Draws the reach in when there are enough hits.
    ///
    /// A geodesic of 50 km is longer than its chord by less than 3 parts in a million, so none
    /// that is shown has a longer chord than the last of the least, and ten parts of it.
    private mutating func note(_ chord: Double, _ ref: OSMRef) {
        if let known = least.firstIndex(where: { $0.ref == ref }) {
            guard least[known].chord > chord else { return }
            least.remove(at: known)
        } else if least.count == query.limit {
            guard let last = least.last, chord < last.chord else { return }
            least.removeLast()
        }
        var index = least.count
        while index > 0, least[index - 1].chord > chord { index -= 1 }
        least.insert((chord, ref), at: index)
        guard least.count == query.limit, let last = least.last else { return }
        let reach = last.chord * 1.00001 + 0.001
        squaredReach = min(squaredReach, reach * reach)
    }

    /// The hits, each object once, in the order of their distance.
    consuming func entries() -> [NearbyEntry] {
        hits.sort {
            ($0.nearest.chordInMeters, -$0.importance) < ($1.nearest.chordInMeters, -$1.importance)
        }
        var shown: [Hit] = []
        shown.reserveCapacity(hits.count)
        for var hit in hits {
            guard hit.nearest.chordInMeters * hit.nearest.chordInMeters <= squaredReach else {
                break
            }
            guard !shown.contains(where: { $0.ref == hit.ref }) else { continue }
            (hit.meters, hit.bearing) = nearest.frame.measure(hit.nearest)
            if hit.meters <= query.radiusInMeters { shown.append(hit) }
        }
        shown.sort { ($0.meters, $0.ref) < ($1.meters, $1.ref) }
        return shown.prefix(query.limit).map { hit in
            let (label, isNamed) = hit.row.label(in: query.languages)
            return NearbyEntry(
                ref: hit.ref, label: label, isNamed: isNamed, distanceInMeters: hit.meters,
                bearingInDegrees: hit.bearing, importance: min(max(hit.importance, 0), 1),
                region: regions[hit.region], row: hit.row)
        }
    }
}

extension RegionFile {
    /// A row or node that another one names is not there.
    var isDamaged: DatabaseError {
        .corrupt(path: path, message: "a row of the R*Tree is missing")
    }
}

/// The kinds and names that a search asks for.
private struct NearbyFilter {
    private let query: NearbyQuery
    /// The asked name, folded.
    private let wanted: String?

    /// nil when everything is wanted.
    init?(_ query: NearbyQuery) {
        guard !query.kinds.isEmpty || query.name != nil else { return nil }
        self.query = query
        wanted = query.name.map(Self.folded)
    }

    func keeps(_ row: MappedRow) -> Bool {
        if !query.kinds.isEmpty {
            guard
                query.kinds.contains(where: { kind in
                    row.has(PlaceColumn.category, kind.category)
                        && kind.type.map { row.has(PlaceColumn.type, $0) } ?? true
                })
            else { return false }
        }
        guard let wanted else { return true }
        return row.tags(PlaceColumn.tags).contains { key, value in
            LanguagePreferences.isNameKey(key) && Self.folded(value).contains(wanted)
        }
    }

    /// Words as a search by name compares them: letter case, accents and punctuation aside; a text
    /// that has no words in lower case.
    private static func folded(_ text: String) -> String {
        let words = FoldedText(text).words
        return words.isEmpty ? text.lowercased() : words.map(\.text).joined(separator: " ")
    }
}

extension MappedRow {
    /// Whether a column holds a text.
    fileprivate func has(_ column: Int, _ text: String) -> Bool {
        withBytes(column) { $0.elementsEqual(text.utf8) }
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
