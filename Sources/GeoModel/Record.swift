package import FoundationEssentials

/// What a person said a record shows. A computation never writes here.
package struct Identification: Hashable, Sendable, Codable {
    package let name: String
    package let kind: CandidateKind
    package let scientificName, vernacularName: String?
    package let osmType: OSMType?
    package let osmID: Int64?
    package let category, type: String?
    /// The score of the candidate chosen; nil for a name of the person's own.
    package let confidence: Double?

    package init(
        name: String, kind: CandidateKind, scientificName: String? = nil,
        vernacularName: String? = nil, ref: OSMRef? = nil, category: String? = nil,
        type: String? = nil, confidence: Double? = nil
    ) {
        self.name = name
        self.kind = kind
        self.scientificName = scientificName
        self.vernacularName = vernacularName
        osmType = ref?.osmType
        osmID = ref?.osmID
        self.category = category
        self.type = type
        self.confidence = confidence
    }

    package enum CodingKeys: String, CodingKey {
        case name, kind, scientificName, vernacularName
        case osmType = "osm_type"
        case osmID = "osm_id"
        case category, type, confidence
    }
}

/// What was computed for a record. A person's edit never writes here, a new computation may.
package struct Computation: Hashable, Sendable, Codable {
    /// The address of the position on one line, and by parts.
    package let address: String?
    package let addressParts: [AddressPart]
    /// The candidates as they were offered, or as they were found the last time.
    package let candidates: [Candidate]
    /// How often this has changed since the capture; the record's own revision counts a person's edits only.
    package let revision: Int
    /// In which languages, the most wanted first; none means local names. nil where it was not kept.
    package let languages: [String]?

    package init(
        address: String?, addressParts: [AddressPart], candidates: [Candidate], revision: Int = 0,
        languages: [String]? = nil
    ) {
        self.address = address
        self.addressParts = addressParts
        self.candidates = candidates
        self.revision = revision
        self.languages = languages
    }
}

/// A confirmed sighting. Field names are Darwin Core's where it has one.
package struct Record: Hashable, Sendable, Codable {
    package let occurrenceID: UUIDv7
    /// The capture it was confirmed from.
    package let captureID: UUIDv7
    package let created, modified: Date
    /// 1 when made, one more with each edit by a person.
    package let revision: Int
    package let eventDate: EventDate
    /// nil of records from before it was kept.
    package let timeZoneSource: TimeZoneSource?
    package let position: CapturePosition?
    package let headingInDegrees: Double?
    package let identification: Identification
    package let occurrenceRemarks: String?
    package let recordedBy: String?
    /// What a person chose. A sensitive taxon may ask for more: see `disclosure`.
    package let geoprivacy: Geoprivacy
    package let photo: PhotoFacts?
    package let computation: Computation
    /// How much the public sees; nil where it was not read, as in lists.
    package let disclosure: Disclosure?

    package init(
        occurrenceID: UUIDv7, captureID: UUIDv7, created: Date, modified: Date, revision: Int,
        eventDate: EventDate, timeZoneSource: TimeZoneSource? = nil, position: CapturePosition?,
        headingInDegrees: Double?, identification: Identification, occurrenceRemarks: String?,
        recordedBy: String?,
        geoprivacy: Geoprivacy, photo: PhotoFacts?, computation: Computation,
        disclosure: Disclosure? = nil
    ) {
        self.occurrenceID = occurrenceID
        self.captureID = captureID
        self.created = created
        self.modified = modified
        self.revision = revision
        self.eventDate = eventDate
        self.timeZoneSource = timeZoneSource
        self.position = position
        self.headingInDegrees = headingInDegrees
        self.identification = identification
        self.occurrenceRemarks = occurrenceRemarks
        self.recordedBy = recordedBy
        self.geoprivacy = geoprivacy
        self.photo = photo
        self.computation = computation
        self.disclosure = disclosure
    }

    /// The same record with that disclosure.
    package func with(_ disclosure: Disclosure?) -> Record {
        Record(
            occurrenceID: occurrenceID, captureID: captureID, created: created, modified: modified,
            revision: revision, eventDate: eventDate, timeZoneSource: timeZoneSource,
            position: position, headingInDegrees: headingInDegrees, identification: identification,
            occurrenceRemarks: occurrenceRemarks, recordedBy: recordedBy, geoprivacy: geoprivacy,
            photo: photo, computation: computation, disclosure: disclosure)
    }
}
