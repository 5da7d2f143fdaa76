/// When and where something was seen.
package struct Sighting: Hashable, Sendable {
    package let occurrenceID: UUIDv7
    package let eventDate: EventDate
    package let position: Coordinate?
    /// The address of the position, as it was computed.
    package let address: String?

    package init(
        occurrenceID: UUIDv7, eventDate: EventDate, position: Coordinate?, address: String?
    ) {
        self.occurrenceID = occurrenceID
        self.eventDate = eventDate
        self.position = position
        self.address = address
    }
}

/// The records under one name, as it was written.
package struct SightingTally: Hashable, Sendable {
    /// nil for records of living things that were given a name alone.
    package let scientificName: String?
    /// The name they were confirmed under; the scientific one where there is one.
    package let name: String
    package let count: Int
    /// By the local date and time of each.
    package let first, last: Sighting

    package init(
        scientificName: String?, name: String, count: Int, first: Sighting, last: Sighting
    ) {
        self.scientificName = scientificName
        self.name = name
        self.count = count
        self.first = first
        self.last = last
    }
}

/// The records of one taxon.
package struct SightingSummary: Hashable, Sendable {
    /// Twelve, from January, by the local date of each.
    package let countsByMonth: [Int]
    /// The latest first; not all of them.
    package let latest: [Sighting]

    package init(countsByMonth: [Int], latest: [Sighting]) {
        self.countsByMonth = countsByMonth
        self.latest = latest
    }

    package var count: Int { countsByMonth.reduce(0, +) }
}
