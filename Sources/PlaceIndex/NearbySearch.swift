internal import Database
package import GeoModel
internal import Geodesy
internal import Synchronization

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
        let labels = NameChoice(query.languages)
        return try nearbyEntries(query).map {
            let (label, isNamed) = $0.label(labels)
            return NearbyPlace(
                place: $0.place, label: label, isNamed: isNamed,
                distanceInMeters: $0.distanceInMeters, bearingInDegrees: $0.bearingInDegrees)
        }
    }

    /// As `nearby`: ids and distances, and the rest as it lies in the regions' files.
    package func nearbyEntries(_ query: NearbyQuery) throws -> NearbyEntries {
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
    private var hits: [Hit]
    /// The least chords of distinct objects, rising; at most `query.limit`, and none before there are as
    /// many hits.
    private var least: [(chord: Double, key: Key)] = []
    private var squaredReach: Double
    /// Bytes of the footprints measured so far: what a search costs.
    private(set) var footprintBytes = 0

    private typealias Key = NearbyEntry.Key

    /// A place within reach.
    private struct Hit {
        let row: MappedRow
        let facts: PlaceFacts
        var nearest: FootprintDistance.Nearest

        var key: Key { facts.key }
        var importance: Double { facts.importance }
    }

    /// Lists that one search after the other fills: a list of some kilobytes anew for each costs as much as
    /// to measure twenty places.
    private enum HitLists {
        private static let spare = Mutex<[[Hit]]>([])
        /// As many as threads search at once, and how many hits of a wide search are kept room for.
        private static let (greatestCount, greatestCapacity) = (16, 500)

        static func lend(_ capacity: Int) -> [Hit] {
            var list = spare.withLock { $0.popLast() } ?? []
            list.reserveCapacity(capacity)
            return list
        }

        static func giveBack(_ list: inout [Hit]) {
            var own: [Hit] = []
            swap(&own, &list)
            guard own.capacity <= greatestCapacity else { return }
            own.removeAll(keepingCapacity: true)
            spare.withLock { if $0.count < greatestCount { $0.append(own) } }
        }
    }

    init(_ query: NearbyQuery) {
        self.query = query
        filter = NearbyFilter(query)
        let frame = LocalFrame(query.position)
        box = frame.box(radiusInMeters: query.radiusInMeters)
        nearest = NearestPointSearch(from: frame, within: box)
        distance = BoxDistance(from: frame, within: box)
        // A chord is not longer than the geodesic.
        squaredReach = query.radiusInMeters * query.radiusInMeters
        hits = HitLists.lend(query.limit + 12)
    }

    /// Adds what a region has within the radius.
    mutating func visit(_ region: RegionFile) throws {
        regions.append(region)
        let places = region.layers[.place]
        if var walk = walk(places) {
            walk.prefetch(places.rows, squaredReach: squaredReach, wanted: query.limit)
            while let id = walk.next(squaredReach: squaredReach) {
                guard let row = places.rows.row(id) else { throw region.isDamaged }
                let facts = PlaceFacts(row)
                switch facts.footprint {
                // A long footprint is met by its pieces.
                case .cut: continue
                case .point:
                    footprintBytes += SpatialBlob.pointSize
                    add(
                        row, facts,
                        nearest.frame.nearest(
                            longitude: facts.longitude, latitude: facts.latitude))
                case .whole:
                    nearest.restart()
                    if let bytes = row.lastColumn {
                        footprintBytes += bytes.count
                        nearest.visit(blob: bytes)
                    } else {
                        footprintBytes += row.count(PlaceColumn.footprint)
                        nearest.visit(column: PlaceColumn.footprint, of: row)
                    }
                    if let found = nearest.result { add(row, facts, found) }
                }
            }
        }
        try visitPieces(region, places)
    }

    private mutating func visitPieces(_ region: RegionFile, _ places: SpatialLayer) throws {
        let pieces = region.layers[.placePiece]
        guard var walk = walk(pieces) else { return }
        /// Places of which a piece has been measured: how near the nearest is, and where among the hits; 0 and nil
        /// of one that is not wanted.
        var known: [(place: Int64, chord: Double, hit: Int?)] = []
        while let id = walk.next(squaredReach: squaredReach) {
            guard let piece = pieces.rows.row(id) else { throw region.isDamaged }
            let place = piece.int64(PieceColumn.place)
            let index = known.firstIndex { $0.place == place }
            if let index, known[index].chord * known[index].chord <= walk.bound { continue }
            nearest.restart()
            footprintBytes += piece.count(PieceColumn.geometry)
            nearest.visit(column: PieceColumn.geometry, of: piece)
            guard let found = nearest.result else { continue }
            let chord = found.chordInMeters
            guard let index else {
                guard chord * chord <= squaredReach else { continue }
                guard let row = places.rows.row(place) else { throw region.isDamaged }
                let isWanted = add(row, PlaceFacts(row), found)
                known.append((place, isWanted ? chord : 0, isWanted ? hits.count - 1 : nil))
                continue
            }
            guard chord < known[index].chord, let hit = known[index].hit else { continue }
            known[index].chord = chord
            hits[hit].nearest = found
            if !least.isEmpty { note(chord, hits[hit].key, isAgain: true) }
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

    /// Keeps a row, at its nearest point, if that is within reach and it is wanted.
    ///
    /// - Returns: Whether it was kept.
    @discardableResult
    private mutating func add(
        _ row: MappedRow, _ facts: PlaceFacts, _ found: FootprintDistance.Nearest
    ) -> Bool {
        let chord = found.chordInMeters
        guard chord * chord <= squaredReach, filter?.keeps(row) ?? true else { return false }
        hits.append(Hit(row: row, facts: facts, nearest: found))
        if hits.count > query.limit {
            note(chord, facts.key)
        } else if hits.count == query.limit {
            least.reserveCapacity(query.limit + 1)
            for hit in hits { note(hit.nearest.chordInMeters, hit.key) }
        }
        return true
    }

    /// Draws the reach in when there are enough hits.
    ///
    /// A geodesic of 50 km is longer than its chord by less than 3 parts in a million, so none
    /// that is shown has a longer chord than the last of the least, and ten parts of it.
    ///
    /// - Parameter isAgain: Whether the object is among the hits already, farther away.
    private mutating func note(_ chord: Double, _ key: Key, isAgain: Bool = false) {
        let isFull = least.count == query.limit
        if isFull, let last = least.last, chord >= last.chord { return }
        // Another region may have it too.
        if regions.count > 1 || isAgain, let known = least.firstIndex(where: { $0.key == key }) {
            guard least[known].chord > chord else { return }
            least.remove(at: known)
        } else if isFull {
            least.removeLast()
        }
        var index = least.count
        while index > 0, least[index - 1].chord > chord { index -= 1 }
        if index == least.count {
            least.append((chord, key))
        } else {
            least.insert((chord, key), at: index)
        }
        guard least.count == query.limit, let last = least.last else { return }
        let reach = last.chord * 1.00001 + 0.001
        squaredReach = min(squaredReach, reach * reach)
    }

    /// The hits, each object once, in the order of their distance.
    mutating func entries() -> NearbyEntries {
        if regions.count > 1 { keepOfEachObjectOne() }
        defer { HitLists.giveBack(&hits) }
        return withUnsafeTemporaryAllocation(of: Measured.self, capacity: hits.count) { room in
            var count = 0
            for (index, hit) in hits.enumerated() {
                let chord = hit.nearest.chordInMeters
                guard chord * chord <= squaredReach else { continue }
                let (meters, bearing) = nearest.frame.measure(hit.nearest)
                guard meters <= query.radiusInMeters else { continue }
                room.initializeElement(
                    at: count, to: Measured(meters: meters, bearing: bearing, index: index))
                count += 1
            }
            var order = UnsafeMutableBufferPointer(rebasing: room[..<count])
            order.sort {
                $0.meters == $1.meters
                    ? hits[$0.index].key < hits[$1.index].key : $0.meters < $1.meters
            }
            var capacity = 0
            let shown = order.prefix(query.limit).map { measured in
                let hit = hits[measured.index]
                capacity += NearbyEntry.shownCapacity(hit.row, hit.facts.answer)
                return NearbyEntry(
                    key: hit.key, distanceInMeters: measured.meters,
                    bearingInDegrees: measured.bearing,
                    importance: min(max(hit.importance, 0), 1), row: hit.row,
                    answer: hit.facts.answer)
            }
            return NearbyEntries(shown, regions, shownCapacity: capacity)
        }
    }

    /// A hit by its place among them, with its distance and bearing.
    private struct Measured {
        let meters: Double
        let bearing: Double?
        let index: Int
    }

    /// Of an object that several regions have, keeps the nearest hit, then the most important one, then the
    /// first. Within a region an object is there once.
    private mutating func keepOfEachObjectOne() {
        hits.removeAll { $0.nearest.chordInMeters * $0.nearest.chordInMeters > squaredReach }
        hits = hits.enumerated().filter { place, hit in
            !hits.enumerated().contains { otherPlace, other in
                other.key == hit.key && otherPlace != place
                    && (other.nearest.chordInMeters, -other.importance, otherPlace)
                        < (hit.nearest.chordInMeters, -hit.importance, place)
            }
        }.map(\.element)
    }
}

/// What a search needs of a row of `place`.
struct PlaceFacts {
    enum Footprint { case point, whole, cut }

    let key: NearbyEntry.Key
    let footprint: Footprint
    let longitude, latitude, importance: Double
    /// nil where the row's tags go on in other pages.
    let answer: PlaceAnswer?

    init(_ row: MappedRow) {
        answer = PlaceAnswer(row)
        if let answer {
            key = NearbyEntry.Key(type: answer.osmType, id: answer.osmID)
            footprint =
                answer.flags.contains(.isPoint)
                ? .point : answer.flags.contains(.isCut) ? .cut : .whole
            (longitude, latitude) = (answer.longitude, answer.latitude)
            importance = answer.importance
        } else {
            key = NearbyEntry.Key(
                type: row.byte(PlaceColumn.osmType), id: row.int64(PlaceColumn.osmID))
            let bytes = row.count(PlaceColumn.footprint)
            footprint =
                bytes == SpatialBlob.pointSize
                ? .point : PlaceColumn.isCut(bytes: bytes) ? .cut : .whole
            longitude = row.double(PlaceColumn.longitude)
            latitude = row.double(PlaceColumn.latitude)
            importance = row.double(PlaceColumn.importance)
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
