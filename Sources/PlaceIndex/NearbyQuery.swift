package import GeoModel

/// What to look for round a position.
package struct NearbyQuery: Sendable {
    /// The largest radius, in metres: a list of at most a hundred ends long before in any town, and
    /// within it a geodesic is longer than its chord by less than 3 parts in a million.
    package static let radiusLimitInMeters = 50_000.0
    package static let limits = 1...100
    /// The most kinds a question may name: each place is compared with all.
    package static let kindLimit = 50
    /// The keys that a kind may have.
    package static let categories = PlaceKind.rules.map(\.key)

    /// A category, `amenity`, or one type of it, `amenity` and `cafe`.
    package struct Kind: Hashable, Sendable {
        package let category: String
        package let type: String?

        package init(category: String, type: String? = nil) {
            self.category = category
            self.type = type
        }
    }

    package let position: Coordinate
    package let radiusInMeters: Double
    package private(set) var limit: Int
    package let languages: LanguagePreferences
    /// Kinds to keep; empty for all.
    package let kinds: [Kind]
    /// Text to find in any of the names, letter case and accents aside; nil for all, nameless ones too.
    package let name: String?

    /// - Throws: `PlaceIndexError` for a radius not in 0<..50,000 m, NaN included, or a limit not in
    ///   1...100.
    package init(
        position: Coordinate, radiusInMeters: Double, limit: Int = 20,
        languages: LanguagePreferences = .local, kinds: [Kind] = [], name: String? = nil
    ) throws(PlaceIndexError) {
        guard radiusInMeters > 0, radiusInMeters <= Self.radiusLimitInMeters else {
            throw .radiusOutOfRange(limit: Self.radiusLimitInMeters)
        }
        guard Self.limits.contains(limit) else { throw .limitOutOfRange(Self.limits) }
        self.position = position
        self.radiusInMeters = radiusInMeters
        self.limit = limit
        self.languages = languages
        self.kinds = kinds
        self.name = name
    }

    /// The same question for one place more than the limit: when that comes too, the limit left some out.
    package var withOneMore: NearbyQuery {
        var query = self
        query.limit += 1
        return query
    }
}
