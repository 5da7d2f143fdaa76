/// What a candidate is.
package enum CandidateKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A mapped place.
    case place
    /// The address of the position.
    case address
    /// A living thing, by its scientific name.
    case species
    /// Anything else that the picture shows.
    case thing
    /// A time stamp, when nothing better is known.
    case time
}

/// One reason for a candidate's score.
package struct Evidence: Hashable, Sendable, Codable {
    /// What spoke: `prior`, `distance`, `heading`, `image`, `importance`, `position` …
    package let kind: String
    /// Contribution in log-odds (natural logarithm); positive speaks for the candidate.
    package let weight: Double
    /// The reason in a sentence for a person.
    package let text: String

    package init(kind: String, weight: Double, text: String) {
        self.kind = kind
        self.weight = weight
        self.text = text
    }
}

/// Something that a capture may show, with its reasons.
package struct Candidate: Hashable, Sendable, Codable {
    /// Names the candidate within its capture: `1` for the best.
    package let id: String
    package let kind: CandidateKind
    package let name: String
    /// Probability-like, 0…1.
    package let score: Double
    /// Geodesic metres from the capture to the footprint; places and addresses only.
    package let distanceInMeters: Double?
    package let osmType: OSMType?
    package let osmID: Int64?
    /// Nominatim's category and type; places only.
    package let category, type: String?
    package let scientificName, taxonRank: String?
    /// The taxon of `scientificName`, when the taxonomy has it.
    package let taxonID: TaxonID?
    /// Whether the taxon is to be expected here and now; species only, nil when no range was asked for.
    package let rangeStatus: RangeStatus?
    /// The person's own place, by its id; places only.
    package let savedPlaceID: UUIDv7?
    /// What tells same-named ones apart: the street and settlement it lies in.
    package let context: String?
    /// Other objects of the map that it stands for: the same place once more, or things of its kind beside it that
    /// have no name either, sorted; or without a `ref` of its own, all that it may be, likeliest first, each with a
    /// name. nil when there are none. Places only.
    package let joined: [JoinedPlace]?
    package let evidence: [Evidence]

    package init(
        id: String, kind: CandidateKind, name: String, score: Double,
        distanceInMeters: Double? = nil, ref: OSMRef? = nil, category: String? = nil,
        type: String? = nil, scientificName: String? = nil, taxonRank: String? = nil,
        taxonID: TaxonID? = nil, rangeStatus: RangeStatus? = nil, savedPlaceID: UUIDv7? = nil,
        context: String? = nil, joined: [JoinedPlace]? = nil, evidence: [Evidence]
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.score = score
        self.distanceInMeters = distanceInMeters
        osmType = ref?.osmType
        osmID = ref?.osmID
        self.category = category
        self.type = type
        self.scientificName = scientificName
        self.taxonRank = taxonRank
        self.taxonID = taxonID
        self.rangeStatus = rangeStatus
        self.savedPlaceID = savedPlaceID
        self.context = context
        self.joined = joined
        self.evidence = evidence
    }

    /// The map object, for a place.
    package var ref: OSMRef? {
        guard let osmType, let osmID else { return nil }
        return OSMRef(osmType: osmType, osmID: osmID)
    }

    package enum CodingKeys: String, CodingKey {
        case id, kind, name, score, distanceInMeters
        case osmType = "osm_type"
        case osmID = "osm_id"
        case category, type, scientificName, taxonRank, taxonID, rangeStatus
        case savedPlaceID, context, joined, evidence
    }
}
