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
    /// What is not in it is not within the radius.
    private let box: BoundingBox
    private var regions: [RegionFile] = []
    private var hits: [Hit] = []
    /// The least chords of distinct objects, rising; at most `query.limit`, and none before there are as
    /// many hits.
    private var least: [(chord: Double, key: Key)] = []
    private var squaredReach: Double
    /// Bytes of the footprints measured so far: what a search costs.
    private(set) var footprintBytes = 0

    /// An object's identity as numbers: letter and id.
    private struct Key: Equatable {
        let type: UInt8
        let id: Int64

        var ref: OSMRef {
            let type: OSMType =
                switch type {
                case UInt8(ascii: "W"): .way
                case UInt8(ascii: "R"): .relation
                default: .node
                }
            return OSMRef(osmType: type, osmID: id)
        }

        /// Nodes before ways before relations, then by id.
        static func < (left: Key, right: Key) -> Bool {
            left.type == right.type ? left.id < right.id : left.ref < right.ref
        }
    }

    /// A place within reach.
    private struct Hit {
        /// Its place among those visited.
        let region: Int
        let row: MappedRow
        let key: Key
        let importance: Double
        let nearest: FootprintDistance.Nearest
    }

    init(_ query: NearbyQuery) {
        self.query = query
        filter = NearbyFilter(query)
        nearest = NearestPointSearch(
            from: query.position, withinMeters: query.radiusInMeters)
        distance = BoxDistance(from: query.position)
        box = Geodesic.box(around: query.position, radiusInMeters: query.radiusInMeters)
        // A chord is not longer than the geodesic.
        squaredReach = query.radiusInMeters * query.radiusInMeters
        hits.reserveCapacity(query.limit + 12)
    }

    /// Adds what a region has within the radius.
    mutating func visit(_ region: RegionFile) throws {
        regions.append(region)
        let places = region.layers[.place]
        if var walk = walk(places) {
            while let id = walk.next(squaredReach: squaredReach) {
                guard let row = places.rows.row(id) else { throw region.isDamaged }
                let columns = row.columns
                let size = columns.count(PlaceColumn.footprint)
                // A long footprint is met by its pieces.
                guard !PlaceColumn.isCut(bytes: size) else { continue }
                nearest.restart()
                footprintBytes += size
                if size == SpatialBlob.pointSize {
                    nearest.visit(
                        longitude: columns.double(PlaceColumn.longitude),
                        latitude: columns.double(PlaceColumn.latitude))
                } else {
                    columns.withBytes(PlaceColumn.footprint) { nearest.visit(blob: $0) }
                }
                _ = add(columns)
            }
        }
        try visitPieces(region, places)
    }

    private mutating func visitPieces(_ region: RegionFile, _ places: SpatialLayer) throws {
        let pieces = region.layers[.placePiece]
        guard var walk = walk(pieces) else { return }
        /// How near the pieces of a place are that have been measured.
        var known: [(place: Int64, squaredChord: Double)] = []
        while let id = walk.next(squaredReach: squaredReach) {
            guard let piece = pieces.rows.row(id) else { throw region.isDamaged }
            let place = piece.int64(PieceColumn.place)
            let index = known.firstIndex { $0.place == place }
            if let index, known[index].squaredChord <= walk.bound { continue }
            guard let row = places.rows.row(place) else { throw region.isDamaged }
            nearest.restart()
            footprintBytes += piece.count(PieceColumn.geometry)
            nearest.visit(column: PieceColumn.geometry, of: piece)
            guard let chord = add(row.columns) else { continue }
            if let index {
                known[index].squaredChord = min(known[index].squaredChord, chord * chord)
            } else {
                known.append((place, chord * chord))
            }
        }
    }

    /// nil where nothing of the layer is within reach.
    private func walk(_ layer: SpatialLayer) -> SpatialTree.NearestWalk<BoxDistance>? {
        guard let covered = layer.coverage,
            distance.squaredBound(
                west: covered.west, south: covered.south, east: covered.east, north: covered.north)
                <= squaredReach
        else { return nil }
        return layer.tree.nearest(to: distance, in: box)
    }

    /// Keeps a row, at the nearest point just looked for, if that is within reach.
    ///
    /// - Returns: The chord to it.
    private mutating func add(_ columns: MappedColumns) -> Double? {
        guard let found = nearest.result,
            found.chordInMeters * found.chordInMeters <= squaredReach
        else { return nil }
        guard filter?.keeps(columns.row) ?? true else { return found.chordInMeters }
        let key = Key(
            type: columns.byte(PlaceColumn.osmType), id: columns.int64(PlaceColumn.osmID))
        hits.append(
            Hit(
                region: regions.count - 1, row: columns.row, key: key,
                importance: columns.double(PlaceColumn.importance), nearest: found))
        if hits.count > query.limit {
            note(found.chordInMeters, key)
        } else if hits.count == query.limit {
            least.reserveCapacity(query.limit + 1)
            for hit in hits { note(hit.nearest.chordInMeters, hit.key) }
        }
        return found.chordInMeters
    }

    /// Draws the reach in when there are enough hits.
    ///
    /// A geodesic of 50 km is longer than its chord by less than 3 parts in a million, so none
    /// that is shown has a longer chord than the last of the least, and ten parts of it.
    private mutating func note(_ chord: Double, _ key: Key) {
        if let known = least.firstIndex(where: { $0.key == key }) {
            guard least[known].chord > chord else { return }
            least.remove(at: known)
        } else if least.count == query.limit {
            guard let last = least.last, chord < last.chord else { return }
            least.removeLast()
        }
        var index = least.count
        while index > 0, least[index - 1].chord > chord { index -= 1 }
        least.insert((chord, key), at: index)
        guard least.count == query.limit, let last = least.last else { return }
        let reach = last.chord * 1.00001 + 0.001
        squaredReach = min(squaredReach, reach * reach)
    }

    /// A hit that is shown, once measured.
    private struct Shown {
        let hit: Int
        let key: Key
        let meters: Double
        let bearing: Double?
    }

    /// The hits, each object once, in the order of their distance.
    consuming func entries() -> [NearbyEntry] {
        let order = hits.indices.map {
            (chord: hits[$0].nearest.chordInMeters, importance: hits[$0].importance, hit: $0)
        }.sorted { ($0.chord, -$0.importance, $0.hit) < ($1.chord, -$1.importance, $1.hit) }
        var shown: [Shown] = []
        shown.reserveCapacity(hits.count)
        for (chord, _, index) in order {
            guard chord * chord <= squaredReach else { break }
            let key = hits[index].key
            guard !shown.contains(where: { $0.key == key }) else { continue }
            let (meters, bearing) = nearest.frame.measure(hits[index].nearest)
            if meters <= query.radiusInMeters {
                shown.append(Shown(hit: index, key: key, meters: meters, bearing: bearing))
            }
        }
        shown.sort { $0.meters == $1.meters ? $0.key < $1.key : $0.meters < $1.meters }
        return shown.prefix(query.limit).map { shown in
            let hit = hits[shown.hit]
            let (label, isNamed) = hit.row.label(in: query.languages)
            return NearbyEntry(
                ref: hit.key.ref, label: label, isNamed: isNamed, distanceInMeters: shown.meters,
                bearingInDegrees: shown.bearing, importance: min(max(hit.importance, 0), 1),
                region: regions[hit.region], row: hit.row)
        }
    }
}

/// The columns of `place_piece` by their place in a record.
enum PieceColumn {
    static let place = 1, geometry = 2
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
