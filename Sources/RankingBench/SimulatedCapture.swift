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
}

/// A photo that was never taken: what it shows, and what a telephone would send of it.
package struct SimulatedCapture: Sendable {
    package let subject: Subject
    package let camera: Coordinate
    package let position: CapturePosition
    package let headingInDegrees: Double?
    package let labels: [LabelledProbability]
}
