package import GeoModel

/// All that the sources know about one capture.
package struct RankingInput: Sendable {
    /// nil when neither the request nor the photo gave one.
    package let position: CapturePosition?
    /// Where the camera looked, degrees clockwise from true north.
    package let headingInDegrees: Double?
    /// What the radius search found, in any order.
    package let places: [NearbyPlace]
    package let address: GeocoderResult?
    /// What the picture models answered; empty without a photo or a model.
    package let labels: [LabelledProbability]
    package let eventDate: EventDate
    /// The most candidates to offer; at least 1.
    package let limit: Int

    package init(
        position: CapturePosition?, headingInDegrees: Double?, places: [NearbyPlace],
        address: GeocoderResult?, labels: [LabelledProbability], eventDate: EventDate,
        limit: Int = 10
    ) {
        self.position = position
        self.headingInDegrees = headingInDegrees
        self.places = places
        self.address = address
        self.labels = labels
        self.eventDate = eventDate
        self.limit = limit
    }
}
