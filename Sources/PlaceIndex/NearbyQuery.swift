package import GeoModel

/// What to look for round a position.
package struct NearbyQuery: Sendable {
    /// The largest radius, in metres.
    package static let radiusLimitInMeters = 50_000.0
    package static let limits = 1...100

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
    package let limit: Int
    package let languages: LanguagePreferences
    /// Kinds to keep; empty for all.
    package let kinds: [Kind]
    /// Words to find in any of the names, letter case aside; nil for all, nameless ones too.
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
}
