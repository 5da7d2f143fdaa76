package import GeoModel

/// All that the sources know about one capture.
package struct RankingInput: Sendable {
    /// nil when neither the request nor the photo gave one.
    package let position: CapturePosition?
    /// Where the camera looked, degrees clockwise from true north.
    package let headingInDegrees: Double?
    /// By how much more than a compass the heading may be off, in degrees; 0 for one from true north.
    package let headingUncertaintyInDegrees: Double
    /// What the radius search found, in any order.
    package let places: [NearbyPlace]
    /// The person's own places near, in any order.
    package let savedPlaces: [NearbySavedPlace]
    /// Where places lie, of those whose name alone does not tell.
    package let contexts: [OSMRef: String]
    package let address: GeocoderResult?
    /// What the picture models answered; empty without a photo or a model.
    package let labels: [LabelledProbability]
    /// What the species store knows of the labels' scientific names; empty when it was not asked.
    package let species: [String: SpeciesKnowledge]
    package let eventDate: EventDate
    /// The most candidates to offer; at least 1.
    package let limit: Int

    package init(
        position: CapturePosition?, headingInDegrees: Double?,
        headingUncertaintyInDegrees: Double = 0, places: [NearbyPlace],
        savedPlaces: [NearbySavedPlace] = [], contexts: [OSMRef: String] = [:],
        address: GeocoderResult?, labels: [LabelledProbability],
        species: [String: SpeciesKnowledge] = [:], eventDate: EventDate,
        limit: Int = 10
    ) {
        self.position = position
        self.headingInDegrees = headingInDegrees
        self.headingUncertaintyInDegrees = headingUncertaintyInDegrees
        self.places = places
        self.savedPlaces = savedPlaces
        self.contexts = contexts
        self.address = address
        self.labels = labels
        self.species = species
        self.eventDate = eventDate
        self.limit = limit
    }
}
