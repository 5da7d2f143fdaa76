internal import Database
package import GeoModel
internal import Geodesy
internal import Glibc

extension PlaceIndex {
    /// The most landmarks that a question answers.
    package static let landmarkLimit = 50

    /// Returns places beyond a radius that are known or tall enough to be recognised from there.
    ///
    /// A place is one when its footprint is no farther away than `Place.sightInMeters` and
    /// `uncertaintyInMeters` together. Every place within 3 km and the uncertainty is looked at, which
    /// costs one comparison each; shapes are measured only of those that may be kept.
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
        var search = LandmarkSearch(
            position: position, radius: radius, margin: margin, languages: languages)
        for region in regionFiles { try search.visit(region) }
        return search.landmarks
    }
}

/// One search for landmarks.
private struct LandmarkSearch {
    private struct Found {
        let place: NearbyPlace
        /// Its distance as part of the distance from which it is recognised.
        let part: Double
    }

    private let position: Coordinate
    private let radius, margin: Double
    private let languages: LanguagePreferences
    private var nearest: NearestPointSearch
    private var found: [OSMRef: Found] = [:]

    init(
        position: Coordinate, radius: Double, margin: Double, languages: LanguagePreferences
    ) {
        self.position = position
        self.radius = radius
        self.margin = margin
        self.languages = languages
        nearest = NearestPointSearch(from: position)
    }

    mutating func visit(_ region: RegionFile) throws {
        let reach = Place.farthestSightInMeters + margin
        let box = Geodesic.box(around: position, radiusInMeters: reach)
        try region.visit(.place, in: box) { _, row in
            let importance = row.double(PlaceColumn.importance)
            let isKnown = importance * importance * Place.farthestSightInMeters > radius / 2
            guard isKnown || row.mayBeTall || row.isNatural else { return }
            consider(row)
        }
    }

    private mutating func consider(_ row: MappedRow) {
        let place = row.place
        let sight = place.sightInMeters
        guard sight + margin > radius else { return }
        nearest.restart()
        nearest.visit(column: PlaceColumn.footprint, of: row)
        guard let hit = nearest.result, hit.chordInMeters <= sight + margin,
            hit.chordInMeters > 0
        else { return }
        let (meters, bearing) = nearest.frame.measure(hit)
        guard meters > radius, meters <= sight + margin else { return }
        let part = meters / (sight + margin)
        if let known = found[place.ref], known.part <= part { return }
        let (label, isNamed) = row.label(in: languages)
        found[place.ref] = Found(
            place: NearbyPlace(
                place: place, label: label, isNamed: isNamed, distanceInMeters: meters,
                bearingInDegrees: bearing),
            part: part)
    }

    var landmarks: [NearbyPlace] {
        found.values.sorted { ($0.part, $0.place.place.ref) < ($1.part, $1.place.place.ref) }
            .prefix(PlaceIndex.landmarkLimit).map(\.place)
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
