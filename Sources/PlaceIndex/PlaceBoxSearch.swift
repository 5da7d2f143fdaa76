internal import Database
package import GeoModel
internal import Geodesy

/// Asks for the places of a box, page by page, in the order nodes, ways, relations, then by id.
package struct PlaceBoxQuery: Sendable {
    /// Footprints that have a position in common with it; nil for all there are. One whose west is greater than its
    /// east crosses 180 degrees.
    package var box: BoundingBox?
    /// Kinds to keep; empty for all.
    package var kinds: [NearbyQuery.Kind] = []
    /// Only places behind this one.
    package var last: OSMRef?
    /// So many of the places that the page would begin with are left out.
    package var offset = 0
    package var limit = 100
    package var languages = LanguagePreferences.local

    package init() {}
}

/// How a page of places ends.
package struct PlaceBoxEnd: Sendable {
    package let count: Int
    /// The last place of the page, when there are others behind it.
    package let last: OSMRef?
    /// How many places there are on all pages; nil when there are more than are quickly counted.
    package let total: Int?
}

extension PlaceIndex {
    /// Calls `body` with each place of a page.
    ///
    /// An object that several regions have is there once, as the first of them has it. The order is of the objects
    /// themselves: a region that is imported anew between two pages makes none come twice, and hides none.
    ///
    /// - Parameter body: Returns false to end the page with the place it was given.
    /// - Throws: `DatabaseError` when a region cannot be read, and what `body` throws.
    package func places(
        _ query: PlaceBoxQuery, _ body: (PlaceDetails) throws -> Bool
    ) throws -> PlaceBoxEnd {
        let regions = regionFiles
        let searches = regions.map { PlaceBoxSearch(query, $0) }
        let candidates = searches.reduce(0) { $0 + $1.candidates }
        var all: [PlaceBoxSearch.Found] = []
        var total: Int?
        let wanted = query.offset + query.limit + 1
        if candidates <= PlaceBoxSearch.countLimit {
            all = Self.merged(try searches.map { try $0.first(.max, behind: nil) })
            total = all.count
            if let last = query.last { all.removeAll { $0.ref <= last } }
        } else {
            all = Self.merged(try searches.map { try $0.first(wanted, behind: query.last) })
            if query.box == nil, query.kinds.isEmpty, regions.count == 1 { total = candidates }
        }
        let rest = all.dropFirst(query.offset)
        let labels = NameChoice(query.languages)
        var (count, last): (Int, OSMRef?) = (0, nil)
        for found in rest.prefix(query.limit) {
            count += 1
            last = found.ref
            guard try body(regions[found.region].details(found.row, labels)) else { break }
        }
        return PlaceBoxEnd(count: count, last: count < rest.count ? last : nil, total: total)
    }

    /// The places of all regions in their order, each object once.
    private static func merged(
        _ lists: [[(ref: OSMRef, row: Int64)]]
    ) -> [PlaceBoxSearch.Found] {
        var all = lists.enumerated().flatMap { region, list in
            list.map { PlaceBoxSearch.Found(ref: $0.ref, region: region, row: $0.row) }
        }
        guard lists.count > 1 else { return all }
        all.sort { ($0.ref, $0.region) < ($1.ref, $1.region) }
        var merged: [PlaceBoxSearch.Found] = []
        for found in all where merged.last?.ref != found.ref { merged.append(found) }
        return merged
    }
}

extension RegionFile {
    fileprivate func details(_ id: Int64, _ labels: NameChoice) throws -> PlaceDetails {
        guard let row = layers[.place].rows.row(id) else { throw isDamaged }
        let place = row.place
        let (label, isNamed) = row.label(labels)
        let footprint = row.withBytes(PlaceColumn.footprint) { SpatialBlob.decode($0) }
        return PlaceDetails(
            place: place, label: label, isNamed: isNamed,
            footprint: footprint ?? .point(place.position))
    }
}

/// The places of a box in one region.
private struct PlaceBoxSearch {
    struct Found {
        let ref: OSMRef
        /// The region's place among those that are asked.
        let region: Int
        let row: Int64
    }

    /// So many places are looked at to count them: a microsecond each.
    static let countLimit = 5_000

    private let query: PlaceBoxQuery
    private let region: RegionFile
    private let parts: [BoundingBox]
    /// Places that the region has.
    private let size: Int
    /// Places whose own boxes meet the box: not fewer than there are.
    let candidates: Int

    init(_ query: PlaceBoxQuery, _ region: RegionFile) {
        self.query = query
        self.region = region
        size = region.summary.counts["place"] ?? 0
        parts = query.box.map { region.parts(of: $0, in: .place) } ?? []
        guard query.box != nil else {
            candidates = size
            return
        }
        var count = 0
        for part in parts {
            region.layers[.place].tree.visit(meeting: part) { _ in
                count += 1
                return true
            }
        }
        candidates = count
    }

    /// The first places in their order.
    ///
    /// Either the candidates are gone through and the first of them kept, or all places in their order until there
    /// are enough: whichever is less work. Among a million places a page of a thousand looks at 32,000 at most.
    func first(_ count: Int, behind last: OSMRef?) throws -> [(ref: OSMRef, row: Int64)] {
        guard candidates > 0 else { return [] }
        let throughIndex = Double(min(count, candidates)) * Double(size) / Double(candidates)
        return query.box != nil && Double(candidates) <= throughIndex
            ? try firstOfCandidates(count, behind: last) : try firstInOrder(count, behind: last)
    }

    private func firstOfCandidates(
        _ count: Int, behind last: OSMRef?
    ) throws -> [(ref: OSMRef, row: Int64)] {
        var found: [(ref: OSMRef, row: Int64)] = []
        var end: OSMRef?
        let capacity = count > Int.max / 2 ? Int.max : 2 * count + 1_000
        func cut() {
            found.sort { $0.ref < $1.ref }
            // A place on both sides of 180 degrees is met twice.
            var kept: [(ref: OSMRef, row: Int64)] = []
            for one in found where kept.count < count && kept.last?.ref != one.ref {
                kept.append(one)
            }
            found = kept
            if found.count == count { end = found.last?.ref }
        }
        for part in parts {
            try region.layers[.place].tree.visit(meeting: part) { id in
                guard let row = region.layers[.place].rows.row(id) else { throw region.isDamaged }
                let ref = PlaceFacts(row).key.ref
                if let last, ref <= last { return true }
                if let end, ref > end { return true }
                guard holds(row) else { return true }
                found.append((ref, id))
                if found.count >= capacity { cut() }
                return true
            }
        }
        cut()
        return found
    }

    private func firstInOrder(
        _ count: Int, behind last: OSMRef?
    ) throws -> [(ref: OSMRef, row: Int64)] {
        try region.pool.withConnection { connection in
            // The index of the identities has all that is read here. It has relations before ways, by their
            // letters: each type is asked for by itself.
            let statement = try connection.statement(
                """
                SELECT osm_type, osm_id, id FROM place WHERE osm_type = ?1 AND osm_id > ?2
                ORDER BY osm_id
                """)
            var found: [(ref: OSMRef, row: Int64)] = []
            for type in OSMType.allCases {
                let start = OSMRef(osmType: type, osmID: .min)
                let behind = max(last ?? start, start)
                guard behind.osmType == type else { continue }
                try statement.bind(.text(String(type.letter)), .integer(behind.osmID))
                while found.count < count, try statement.step() {
                    let id = statement.int64(2)
                    if query.box != nil || !query.kinds.isEmpty {
                        guard let row = region.layers[.place].rows.row(id) else {
                            throw region.isDamaged
                        }
                        guard holds(row) else { continue }
                    }
                    found.append((statement.ref(0), id))
                }
            }
            return found
        }
    }

    private func holds(_ row: MappedRow) -> Bool {
        if !query.kinds.isEmpty {
            let (category, type) = (row.text(PlaceColumn.category), row.text(PlaceColumn.type))
            guard
                query.kinds.contains(where: {
                    $0.category == category && ($0.type.map { $0 == type } ?? true)
                })
            else { return false }
        }
        return query.box == nil || parts.contains { meets(row, $0) }
    }

    private func meets(_ row: MappedRow, _ box: BoundingBox) -> Bool {
        let meeting = BoxMeeting(box)
        let facts = PlaceFacts(row)
        if facts.footprint == .point {
            return meeting.meets(longitude: facts.longitude, latitude: facts.latitude)
        }
        guard let own = row.statedBox(PlaceColumn.footprint), own.meets(box) else { return false }
        if own.west >= box.west, own.east <= box.east, own.south >= box.south,
            own.north <= box.north
        {
            return true
        }
        return row.withBytes(PlaceColumn.footprint) { meeting.meets(blob: $0) }
    }
}

extension BoxMeeting {
    /// Whether a geometry BLOB has a position in common with the box.
    fileprivate func meets(blob: UnsafeRawBufferPointer) -> Bool {
        var rings: [FlatLine] = []
        var isMet = false
        _ = SpatialBlob.visitParts(blob) { part, vertices in
            let line = FlatLine(vertices)
            switch part {
            case .point:
                isMet = isMet || meets(longitude: line.longitude(0), latitude: line.latitude(0))
            case .line: isMet = isMet || meets(line: line)
            case .outerRing:
                isMet = isMet || !rings.isEmpty && meets(polygon: rings)
                rings = [line]
            case .hole: rings.append(line)
            }
        }
        return isMet || !rings.isEmpty && meets(polygon: rings)
    }
}
