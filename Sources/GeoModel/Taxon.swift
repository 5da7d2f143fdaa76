/// Names a taxon in `species.sqlite`. It stays the same when the taxonomy is imported again.
package struct TaxonID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func < (left: TaxonID, right: TaxonID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A taxon under its accepted name, as lists, candidates and records show it.
package struct Taxon: Hashable, Sendable, Codable {
    package let taxonID: TaxonID
    /// The accepted name, without its author.
    package let scientificName: String
    /// Darwin Core's `taxonRank`: `species`, `subspecies`, `genus`, `family` …
    package let taxonRank: String
    /// In the first of the asked languages that has one; nil when none has.
    package let vernacularName: String?

    package init(
        taxonID: TaxonID, scientificName: String, taxonRank: String, vernacularName: String?
    ) {
        self.taxonID = taxonID
        self.scientificName = scientificName
        self.taxonRank = taxonRank
        self.vernacularName = vernacularName
    }
}

/// Whether a taxon is to be expected at a place in a month.
package enum RangeStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// Within its range, in this season.
    case present
    /// Within its range, but of another season.
    case otherSeason
    /// Outside, but not far from the edge of its range.
    case edge
    /// Far from its range.
    case absent
    /// No range is known. Neither present nor absent.
    case unknown
}

/// What the range maps say of a taxon at a place on a date.
package struct RangeAnswer: Hashable, Sendable, Codable {
    package let status: RangeStatus
    /// Geodesic metres on WGS 84 to the nearest part of its range, of any season; 0 within it, nil
    /// when no range is known.
    package let distanceInMeters: Double?
    /// The months, 1…12 ascending, in which it is present at the place; nil when no range is known,
    /// or none that tells seasons apart.
    package let months: [Int]?
    /// Why a person has set the status for this taxon at this place; nil when the maps speak.
    package let overrideReason: String?

    package init(
        status: RangeStatus, distanceInMeters: Double? = nil, months: [Int]? = nil,
        overrideReason: String? = nil
    ) {
        self.status = status
        self.distanceInMeters = distanceInMeters
        self.months = months
        self.overrideReason = overrideReason
    }

    /// The same without the words of who has set the status.
    package var withoutReason: RangeAnswer {
        RangeAnswer(status: status, distanceInMeters: distanceInMeters, months: months)
    }

    /// Nothing is known.
    package static let unknown = RangeAnswer(status: .unknown)
}

/// What the species store knows of a scientific name, as a model or a person writes it.
package struct SpeciesKnowledge: Hashable, Sendable {
    /// The accepted taxon of the name, which may be a synonym; nil when the taxonomy lacks it.
    package let taxon: Taxon?
    /// The taxa it belongs to, narrowest first: genus, family, order, class.
    package let lineage: [Taxon]
    package let range: RangeAnswer

    package init(taxon: Taxon?, lineage: [Taxon], range: RangeAnswer) {
        self.taxon = taxon
        self.lineage = lineage
        self.range = range
    }

    /// The same without the words of who has set the range's status; see `RangeAnswer`.
    package var withoutReason: SpeciesKnowledge {
        SpeciesKnowledge(taxon: taxon, lineage: lineage, range: range.withoutReason)
    }
}
