package import GeoModel

/// What the sources and the ranking make of a photo and a position.
package struct CaptureAnalysis: Sendable {
    package let eventDate: EventDate
    package let timeZoneSource: TimeZoneSource
    package let position: CapturePosition?
    /// Where the camera looked, 0..<360 clockwise from true north.
    package let headingInDegrees: Double?
    package let photo: PhotoFacts?
    /// `image`, `places`, `address`, `species`, `saved`, in this order.
    package let sources: [SourceReport]
    /// Best first; at least one.
    package let candidates: [Candidate]
    package let address: GeocoderResult?
    /// What the person should know.
    package let notices: [String]
}
