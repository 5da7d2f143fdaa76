internal import Database
package import GeoModel
internal import Geodesy
internal import Glibc

extension PlaceIndex {
    /// The most landmarks that a question answers.
    package static let landmarkLimit = 50
    /// What is seen from so far, in metres, is found by the box of its reach; what is seen from less far, by
    /// where it is.
    static let landmarkSightInMeters = 100.0

    /// Returns places beyond a radius that are known or tall enough to be recognised from there.
    ///
    /// A place is one when its footprint is no farther away than `Place.sightInMeters` and
    /// `uncertaintyInMeters` together, and it is known or tall: however uncertain the position, nobody
    /// takes a bench for what they see from afar. Those whose reach holds the position are measured, a
    /// few dozen in the middle of a city.
    ///
    /// - Parameters:
    ///   - radius: What is nearer is left out, as `nearby` answers it.
    ///   - uncertaintyInMeters: Of the position; at most 2,000 m of it count.
    /// - Returns: At most `landmarkLimit` places, those nearest in proportion to their sight first;
    ///   equal ones by OSM reference.
    /// - Throws: `DatabaseError` when a region cannot be read.
    package func landmarks(
        near position: Coordinate, beyondMeters radius: Double, uncertaintyInMeters: Double,
        languages: LanguagePreferences
    ) throws -> [NearbyPlace] {
        let margin = min(max(uncertaintyInMeters, 0), 2_000)
        var search = LandmarkSearch(position: position, radius: radius, margin: margin)
        for region in regionFiles { try search.visit(region) }
        return search.landmarks(NameChoice(languages))
    }
}

/// One search for landmarks.
private struct LandmarkSearch {
    private struct Found {
        /// One that the search keeps.
        unowned(unsafe) let region: RegionFile
        let id: Int64
        let row: MappedRow
        let ref: OSMRef
        let meters: Double
        let bearing: Double?
        /// Its distance as part of the distance from which it is recognised.
        let part: Double
    }

    private let position: Coordinate
    private let radius, margin: Double
    private var nearest: NearestPointSearch
    private var found: [OSMRef: Found] = [:]
    /// Keeps the rows in memory.
    private var regions: [RegionFile] = []

    init(position: Coordinate, radius: Double, margin: Double) {
        self.position = position
        self.radius = radius
        self.margin = margin
        nearest = NearestPointSearch(from: position)
    }

    mutating func visit(_ region: RegionFile) throws {
        regions.append(region)
        let places = region.layers[.place].rows
        let seenFromAfar = PlaceIndex.landmarkSightInMeters
        let box = Geodesic.box(around: position, radiusInMeters: margin)
        let reaches = region.layers[.landmarkReach].tree
        for part in region.parts(of: box, in: .landmarkReach) {
            try reaches.visit(meeting: part) { id in
                guard let row = places.row(id) else { throw region.isDamaged }
                consider(region, id, row, Sight(row))
                return true
            }
        }
        guard seenFromAfar + margin > radius else { return }
        let around = Geodesic.box(around: position, radiusInMeters: seenFromAfar + margin)
        try region.visit(.place, in: around) { id, row in
            let sight = Sight(row)
            if sight.meters < seenFromAfar { consider(region, id, row, sight) }
        }
    }

    /// From how far a row's place is recognised, and which it is.
    private struct Sight {
        let meters, importance: Double
        let key: NearbyEntry.Key

        init(_ row: MappedRow) {
            if let answer = PlaceAnswer(row) {
                meters = answer.sightInMeters
                importance = answer.importance
                key = NearbyEntry.Key(type: answer.osmType, id: answer.osmID)
            } else {
                let place = row.place
                meters = place.sightInMeters
                importance = place.importance
                key = PlaceFacts(row).key
            }
        }
    }

    private mutating func consider(
        _ region: RegionFile, _ id: Int64, _ row: MappedRow, _ sight: Sight
    ) {
        let reach = sight.meters + margin
        guard reach > radius else { return }
        let isKnown =
            sight.importance * sight.importance * Place.farthestSightInMeters > radius / 2
        guard isKnown || row.mayBeTall || row.isNatural else { return }
        nearest.restart()
        nearest.visit(column: PlaceColumn.footprint, of: row)
        guard let hit = nearest.result, hit.chordInMeters <= reach, hit.chordInMeters > 0 else {
            return
        }
        let (meters, bearing) = nearest.frame.measure(hit)
        guard meters > radius, meters <= reach else { return }
        let (ref, part) = (sight.key.ref, meters / reach)
        if let known = found[ref], known.part <= part { return }
        found[ref] = Found(
            region: region, id: id, row: row, ref: ref, meters: meters, bearing: bearing, part: part
        )
    }

    func landmarks(_ labels: NameChoice) -> [NearbyPlace] {
        found.values.sorted { ($0.part, $0.ref) < ($1.part, $1.ref) }
            .prefix(PlaceIndex.landmarkLimit).map { found in
                let (label, isNamed) = found.row.label(labels)
                let place = found.region.landmarkCache.row(found.id) { found.row.place }
                return NearbyPlace(
                    place: place ?? found.row.place, label: label, isNamed: isNamed,
                    distanceInMeters: found.meters, bearingInDegrees: found.bearing)
            }
    }
}

extension MappedRow {
    /// Whether it may be a mountain.
    fileprivate var isNatural: Bool {
        withBytes(PlaceColumn.category) { $0.elementsEqual("natural".utf8) }
    }

    /// Whether its tags may have a key that says how tall it is: `"height"` or `"building:levels"` is
    /// looked for in the text, where a value might be that too.
    fileprivate var mayBeTall: Bool {
        withBytes(PlaceColumn.tags) { tags in
            guard let base = tags.baseAddress else { return false }
            var start = 0
            while start < tags.count,
                let quote = memchr(base + start, Int32(UInt8(ascii: "\"")), tags.count - start)
            {
                let rest = tags.count - (UnsafeRawPointer(quote) - base)
                let isTall = Self.tallKeys.contains { key in
                    key.count <= rest && memcmp(quote, key, key.count) == 0
                }
                if isTall { return true }
                start = tags.count - rest + 1
            }
            return false
        }
    }

    private static let tallKeys = [Array("\"height\"".utf8), Array("\"building:levels\"".utf8)]
}
