/// From where the offset of an `EventDate` is known.
package enum TimeZoneSource: String, Hashable, Sendable, Codable, CaseIterable {
    /// The time was sent with its offset.
    case request
    /// The photo states it.
    case exif
    /// A local time without offset was read in the zone that the map has at the position.
    case position
    /// A local time without offset was read by the longitude, 15 degrees an hour.
    case longitude
    /// The time is that of arrival, by the server's clock.
    case server
    /// A local time of which no offset is known.
    case unknown

    /// For a person.
    package var text: String {
        switch self {
        case .request: "sent with the time"
        case .exif: "stated by the photo"
        case .position: "the zone of the position"
        case .longitude: "by the longitude"
        case .server: "the time of arrival"
        case .unknown: "unknown"
        }
    }
}
