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

/// A sighting as a page shows it: to the public less than there is.
package struct ShownSighting: Hashable, Sendable {
    package let id: String
    /// ISO 8601, perhaps only to the month.
    package let eventDate: String
    package let position: Coordinate?
    package let address: String?

    package init(id: String, eventDate: String, position: Coordinate?, address: String?) {
        self.id = id
        self.eventDate = eventDate
        self.position = position
        self.address = address
    }

    /// All of it.
    package init(_ sighting: Sighting) {
        self.init(
            id: sighting.occurrenceID.description, eventDate: sighting.eventDate.description,
            position: sighting.position, address: sighting.address)
    }
}

/// The records of one taxon.
package struct SightingSummary: Hashable, Sendable {
    /// Twelve, from January, by the local date of each.
    package let countsByMonth: [Int]
    /// The latest first; not all of them.
    package let latest: [ShownSighting]

    package init(countsByMonth: [Int], latest: [ShownSighting]) {
        self.countsByMonth = countsByMonth
        self.latest = latest
    }

    package var count: Int { countsByMonth.reduce(0, +) }
}
