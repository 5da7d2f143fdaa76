package import GeoModel

/// A place asked for by name, as Nominatim's `/search` has it.
package struct SearchQuery: Sendable {
    package static let limits = 1...40
    /// Words of a question that are looked at; an address has fewer, and each one costs lists.
    package static let wordLimit = 16

    package enum Text: Hashable, Sendable {
        /// As people write: name, house number, city, postcode in any order, commas or not.
        case free(String)
        case structured(StructuredAddress)
    }

    /// An address by its parts; each is text as people write it.
    package struct StructuredAddress: Hashable, Sendable {
        /// The name of a place.
        package var amenity: String?
        /// A street, with or without a house number.
        package var street: String?
        package var city, county, state, country, postalcode: String?

        package init() {}

        package var isEmpty: Bool { self == StructuredAddress() }

        var isOnlyCountry: Bool {
            var other = self
            other.country = nil
            return other.isEmpty
        }

        /// Finest first.
        var coarse: [String] { [postalcode, city, county, state, country].compactMap { $0 } }
    }

    /// Nominatim's `featureType`: only settlements of a size.
    package enum FeatureType: String, CaseIterable, Sendable {
        case country, state, city, settlement
    }

    package let text: Text
    package let limit: Int
    package let languages: LanguagePreferences
    /// Where the asker is: what is nearer comes first.
    package var near: Coordinate?
    /// What the asker looks at: what is inside comes first.
    package var viewbox: BoundingBox?
    /// Whether only what is inside the viewbox is wanted.
    package var isBounded = false
    /// ISO 3166-1 codes, lower case; empty for all countries.
    package var countryCodes: Set<String> = []
    /// nil for all.
    package var layers: Set<Layer>?
    package var featureType: FeatureType?
    package var excluded: Set<OSMRef> = []
    /// Whether results that read the same are one.
    package var removesDuplicates = true

    /// - Throws: `PlaceIndexError.limitOutOfRange` for a limit not in 1...40.
    package init(
        _ text: Text, limit: Int = 10, languages: LanguagePreferences = .local
    ) throws(PlaceIndexError) {
        guard Self.limits.contains(limit) else { throw .limitOutOfRange(Self.limits) }
        self.text = text
        self.limit = limit
        self.languages = languages
    }
}

/// Letters typed so far, for which names are offered.
package struct SuggestQuery: Sendable {
    package static let limits = 1...20

    package let text: String
    package let near: Coordinate?
    package let limit: Int
    package let languages: LanguagePreferences

    /// - Throws: `PlaceIndexError.limitOutOfRange` for a limit not in 1...20.
    package init(
        _ text: String, near: Coordinate? = nil, limit: Int = 8,
        languages: LanguagePreferences = .local
    ) throws(PlaceIndexError) {
        guard Self.limits.contains(limit) else { throw .limitOutOfRange(Self.limits) }
        self.text = text
        self.near = near
        self.limit = limit
        self.languages = languages
    }
}

/// A name offered while someone types.
package struct Suggestion: Hashable, Sendable {
    package let result: GeocoderResult
    /// The name, or street and number.
    package let label: String
    /// What tells it from others of its name: street, settlement, country, as far as they are not
    /// the label itself.
    package let context: [String]
    /// `area`, `settlement`, `place`, `street`, `postcode` or `address`.
    package let kind: String
    /// Geodesic metres from where the asker is; nil when that was not said.
    package let distanceInMeters: Double?
}
