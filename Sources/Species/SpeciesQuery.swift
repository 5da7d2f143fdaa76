package import GeoModel

/// Which taxa are asked for.
package struct SpeciesQuery: Hashable, Sendable {
    /// A name of any kind or the beginnings of its words, in any language and script: scientific,
    /// synonym, vernacular, code. nil lists all species.
    package var q: String?
    /// Only of this family, by any name it has.
    package var family: String?
    package var limit = defaultLimit
    /// `nextCursor` of the page before.
    package var cursor: String?
    /// Of vernacular names.
    package var languages = LanguagePreferences.local

    package static let defaultLimit = 50
    package static let limits = 1...200

    package init() {}
}

/// Taxa of a list, best first.
package struct TaxonPage: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let taxon: Taxon
        package let family: Taxon?
        /// IUCN's letters, or what the list says.
        package let conservationStatus: String?
        /// `accepted`, or `vanished` for a taxon that no list has any more.
        package let taxonomicStatus: String
        /// The name that was found, when it is neither of those shown.
        package let matchedName: String?
    }

    package let entries: [Entry]
    /// Asks for the page after this one; nil on the last.
    package let nextCursor: String?
    /// Taxa on all pages.
    package let total: Int
}

/// A place in a list of taxa: behind one taxon, as the taxonomy was then.
struct TaxonCursor: Equatable {
    let generation: Int64
    /// How well the name fits: 0 best.
    let tier: Int
    let position: Int64

    init(generation: Int64, tier: Int, position: Int64) {
        (self.generation, self.tier, self.position) = (generation, tier, position)
    }

    /// - Throws: `SpeciesError.invalidCursor` for text that `description` did not make.
    init(_ text: String) throws(SpeciesError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let generation = Int64(parts[0]), let tier = Int(parts[1]),
            let position = Int64(parts[2])
        else { throw .invalidCursor }
        self.init(generation: generation, tier: tier, position: position)
    }

    var description: String { "\(generation).\(tier).\(position)" }
}
