internal import FoundationEssentials
package import GeoModel

/// What a client sends to learn what a photo and a position may show. All of it is optional, but a
/// photo or a position there must be.
package struct CaptureRequest: Sendable {
    /// A file with the whole photo.
    package var photoPath: String?
    /// WGS 84; both or neither. They are checked here, so that every way in refuses the same.
    package var decimalLatitude, decimalLongitude: Double?
    package var coordinateUncertaintyInMeters: Double?
    /// Where the camera looked, 0…360 clockwise from true north.
    package var headingInDegrees: Double?
    package var eventDate: EventDate?
    /// In which names and addresses are answered.
    package var languages = LanguagePreferences.local
    /// The client's own name for this capture: sent again, it answers the same capture.
    package var key: String?
    /// Whether who asks may see what the person keeps: saved places are offered, and evidence gives the reasons of
    /// range overrides, only then. Both are in a person's own words and tell where they live or what they watch.
    package var mayReview = true

    package init() {}

    /// What the clock is taken to say where nothing is stored, so that a day to come can be asked for: what may be seen
    /// here in May?
    func presumedNow(_ now: Date) -> Date { eventDate.map { max($0.instant, now) } ?? now }
}

/// What a person answers to a capture: one of its candidates, or a name of their own.
package struct Confirmation: Hashable, Sendable {
    package var candidateID: String?
    package var name: String?
    /// Of the own name; nil is a thing.
    package var kind: CandidateKind?
    package var occurrenceRemarks: String?
    package var recordedBy: String?
    package var geoprivacy = Geoprivacy.open
    /// The client's own name for this confirmation: sent again, it answers the same record.
    package var key: String?

    package init() {}
}
