internal import FoundationEssentials
package import GeoModel

/// What a capture shows in truth.
package enum Subject: Sendable {
    /// An object of the map.
    case place(MappedObject)
    /// A living thing, by the class that shows it.
    case living(ImageLabel)
    /// Something else, by the class that shows it.
    case thing(ImageLabel)
    /// Nothing in particular: the place where one stands.
    case spot
    /// A place of the person's own.
    case own(OwnPlace)
}

/// A photo that was never taken: what it shows, and what a telephone would send of it.
package struct SimulatedCapture: Sendable {
    package let subject: Subject
    package let camera: Coordinate
    package let position: CapturePosition
    package let headingInDegrees: Double?
    package let labels: [LabelledProbability]
    /// All classes of the model that maps know, for what it did not answer.
    package var mappedClasses: [ImageLabel] = []
    /// A place that the person has saved near.
    package var ownPlace: OwnPlace?
    /// What range maps say of the living things that the picture may show, by scientific name.
    package var ranges: [String: RangeStatus] = [:]
}

/// A place of the person's own, a circle.
package struct OwnPlace: Sendable, Hashable {
    let center: Coordinate
    let radiusInMeters: Double
    /// Tells it from others: there is one at most in a capture.
    static let id = UUIDv7(now: Date(timeIntervalSince1970: 0))
}
