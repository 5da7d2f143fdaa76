package import FoundationEssentials

/// Where a capture's position came from.
package enum PositionSource: String, Hashable, Sendable, Codable {
    case request, exif
}

/// A position with what is known of its error.
package struct CapturePosition: Hashable, Sendable {
    package let coordinate: Coordinate
    /// Radius in metres within which the true position lies (Darwin Core); nil when unknown.
    package let coordinateUncertaintyInMeters: Double?
    package let source: PositionSource

    package init(
        coordinate: Coordinate, coordinateUncertaintyInMeters: Double?, source: PositionSource
    ) {
        self.coordinate = coordinate
        self.coordinateUncertaintyInMeters = coordinateUncertaintyInMeters
        self.source = source
    }
}

/// What is known of a stored photo.
package struct PhotoFacts: Hashable, Sendable, Codable {
    /// Pixels as stored, before EXIF orientation is applied.
    package let width, height: Int
    package let bytes: Int
    /// Lowercase hexadecimal of the file as sent.
    package let sha256: String

    package init(width: Int, height: Int, bytes: Int, sha256: String) {
        self.width = width
        self.height = height
        self.bytes = bytes
        self.sha256 = sha256
    }
}

/// How a source of candidates fared.
package struct SourceReport: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable {
        /// It has something to say.
        case answered
        /// It worked, and found nothing.
        case nothing
        /// It broke; `message` says how.
        case failed
        /// It was not asked, or is not set up; `message` says why.
        case off
    }

    /// `image`, `places` or `address`.
    package let name: String
    package let state: State
    package let milliseconds: Double
    /// Without paths: clients read it.
    package let message: String?

    package init(name: String, state: State, milliseconds: Double, message: String? = nil) {
        self.name = name
        self.state = state
        self.milliseconds = milliseconds
        self.message = message.map(PathlessText.of)
    }
}

/// A photo or position waiting for a person's answer. It is not a record yet.
package struct Capture: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable {
        case pending, confirmed, cancelled, expired
    }

    package let id: UUIDv7
    package let state: State
    package let created, expires: Date
    package let eventDate: EventDate
    /// nil of captures from before it was kept.
    package let timeZoneSource: TimeZoneSource?
    package let position: CapturePosition?
    /// Where the camera looked, 0…360 clockwise from true north.
    package let headingInDegrees: Double?
    package let photo: PhotoFacts?
    package let sources: [SourceReport]
    package let candidates: [Candidate]
    /// What the person should know: a zeroed GPS position, a time without an offset.
    package let notices: [String]

    package init(
        id: UUIDv7, state: State, created: Date, expires: Date, eventDate: EventDate,
        timeZoneSource: TimeZoneSource? = nil, position: CapturePosition?,
        headingInDegrees: Double?, photo: PhotoFacts?,
        sources: [SourceReport], candidates: [Candidate], notices: [String]
    ) {
        self.id = id
        self.state = state
        self.created = created
        self.expires = expires
        self.eventDate = eventDate
        self.timeZoneSource = timeZoneSource
        self.position = position
        self.headingInDegrees = headingInDegrees
        self.photo = photo
        self.sources = sources
        self.candidates = candidates
        self.notices = notices
    }
}

extension CapturePosition: Codable {
    private enum CodingKeys: String, CodingKey {
        case decimalLatitude, decimalLongitude, coordinateUncertaintyInMeters, source
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .decimalLatitude)
        let longitude = try container.decode(Double.self, forKey: .decimalLongitude)
        guard let coordinate = Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .decimalLatitude, in: container, debugDescription: "out of range")
        }
        self.init(
            coordinate: coordinate,
            coordinateUncertaintyInMeters: try container.decodeIfPresent(
                Double.self, forKey: .coordinateUncertaintyInMeters),
            source: try container.decode(PositionSource.self, forKey: .source))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate.decimalLatitude, forKey: .decimalLatitude)
        try container.encode(coordinate.decimalLongitude, forKey: .decimalLongitude)
        try container.encodeIfPresent(
            coordinateUncertaintyInMeters, forKey: .coordinateUncertaintyInMeters)
        try container.encode(source, forKey: .source)
    }
}
