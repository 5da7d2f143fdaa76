internal import Database
package import GeoModel

/// What was seen, each species once.
package struct LifeList: Hashable, Sendable {
    package enum Category: String, Hashable, Sendable, Codable, CaseIterable {
        case species
        /// A cross of two species.
        case hybrid
        /// One of several species.
        case slash
        /// Of a genus or a higher taxon, not told further.
        case spuh
    }

    package struct Entry: Hashable, Sendable {
        package let category: Category
        /// nil where the taxonomy lacks it; it then counts under the name it was recorded by.
        package let taxon: Taxon?
        /// The scientific name, accepted where it is known; else the name as it was recorded.
        package let name: String
        /// The names it was recorded by, in the order of the alphabet.
        package let recordedNames: [String]
        package let count: Int
        package let first, last: Sighting
        /// Its place in lists; those without one come last.
        let position: Int64
        /// Tells entries of one first date apart.
        let key: String
    }

    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// The latest first sighting first.
        case date
        /// As in the taxonomy; what it lacks comes last, by name.
        case taxonomy
    }

    /// In the order that was asked for.
    package let entries: [Entry]

    /// How many species; hybrids, slashes and spuhs are none.
    package var species: Int { entries.count { $0.category == .species } }
}

extension LifeList {
    /// Entries of a page.
    package struct Page: Hashable, Sendable {
        package let entries: [Entry]
        /// Asks for the page after this one; nil on the last.
        package let nextCursor: String?
    }

    /// The entries behind a cursor, at most `limit`.
    ///
    /// A cursor names the entry it stands behind: records that come or go meanwhile move nothing else.
    ///
    /// - Throws: `SpeciesError.invalidCursor` for text that names no place in this order.
    package func page(limit: Int, after cursor: String?, _ order: Order) throws(SpeciesError)
        -> Page
    {
        var rest = entries[...]
        if let cursor {
            guard let split = cursor.firstIndex(of: "~") else { throw .invalidCursor }
            let place = (String(cursor[..<split]), String(cursor[cursor.index(after: split)...]))
            guard place.0.utf8.count == Self.placeLength(order) else { throw .invalidCursor }
            rest = entries.drop { !Self.isAfter(Self.place($0, order), place, order) }
        }
        let page = rest.prefix(limit)
        let isLast = page.endIndex == entries.endIndex
        return Page(
            entries: Array(page),
            nextCursor: isLast
                ? nil : page.last.map { Self.place($0, order) }.map { "\($0.0)~\($0.1)" })
    }

    /// What entries are sorted by, as text.
    static func place(_ entry: Entry, _ order: Order) -> (String, String) {
        switch order {
        case .date: (String(entry.first.eventDate.description.prefix(19)), entry.key)
        case .taxonomy:
            (
                String(
                    String(1_000_000_000_000 + min(entry.position, 999_999_999_999)).dropFirst()),
                entry.key
            )
        }
    }

    private static func placeLength(_ order: Order) -> Int { order == .date ? 19 : 12 }

    static func isAfter(
        _ left: (String, String), _ right: (String, String), _ order: Order
    ) -> Bool {
        if left.0 != right.0 { return order == .date ? left.0 < right.0 : left.0 > right.0 }
        return left.1 > right.1
    }
}

extension SpeciesStore {
    /// The life list of records: every species once, whatever synonym it was recorded by; a subspecies
    /// counts as its species, and hybrids, slashes and spuhs are entries of their own that count as none.
    ///
    /// A scientific name that the taxonomy lacks counts under itself; one below species under its
    /// species. A name that is not scientific counts as the one species that has it as a vernacular
    /// name, else under itself.
    ///
    /// - Throws: `DatabaseError`.
    package func lifeList(
        of tallies: [SightingTally], languages: LanguagePreferences, order: LifeList.Order = .date
    ) throws -> LifeList {
        try reading { connection in
            let resolver = SightingResolver(connection)
            var groups: [String: [(tally: SightingTally, meaning: SightingResolver.Meaning)]] = [:]
            for tally in tallies {
                let meaning = try resolver.meaning(of: tally)
                groups[meaning.key, default: []].append((tally, meaning))
            }
            let reader = TaxonReader(
                connection, languages: languages,
                known: taxonCache.contents(languages, generation: try Self.generation(connection)))
            let place = try connection.statement(
                "SELECT position FROM taxon_order WHERE taxonID = ?1")
            let entries = try groups.compactMap { key, members -> LifeList.Entry? in
                guard let meaning = members.first?.meaning,
                    let first = members.map(\.tally.first).min(by: Self.isEarlier),
                    let last = members.map(\.tally.last).max(by: Self.isEarlier)
                else { return nil }
                var position = Int64.max
                if let id = meaning.taxonID {
                    try place.bind([.integer(id.rawValue)])
                    if try place.step() { position = place.int64(0) }
                }
                let taxon = try meaning.taxonID.flatMap { try reader.taxon($0) }
                return LifeList.Entry(
                    category: meaning.category, taxon: taxon,
                    name: taxon?.scientificName ?? meaning.name,
                    recordedNames: members.map(\.tally.name).sorted(),
                    count: members.reduce(0) { $0 + $1.tally.count }, first: first, last: last,
                    position: position, key: key)
            }
            if let additions = reader.additions { taxonCache.keep(additions, languages) }
            return LifeList(
                entries: entries.sorted {
                    LifeList.isAfter(LifeList.place($1, order), LifeList.place($0, order), order)
                })
        }
    }

    /// By local date and time, as they are written.
    private static func isEarlier(_ left: Sighting, _ right: Sighting) -> Bool {
        (left.eventDate.description, left.occurrenceID.description)
            < (right.eventDate.description, right.occurrenceID.description)
    }

    // MARK: The year's goal

    /// Species that a goal may be.
    package static let goals = 1...100_000

    /// How many species a person wants to see in a year; nil when no goal is set.
    package func goal(year: Int) throws -> Int? {
        try reading { connection in
            let statement = try connection.statement(
                "SELECT species FROM year_goal WHERE year = ?1")
            try statement.bind(1, Int64(year))
            return try statement.step() ? Int(statement.int64(0)) : nil
        }
    }

    /// Sets the goal of a year, or with nil takes it back.
    ///
    /// - Throws: `SpeciesError.goalOutOfRange`; `DatabaseError`.
    package func setGoal(_ species: Int?, year: Int) throws {
        guard species.map(Self.goals.contains) ?? true, (1...9999).contains(year) else {
            throw SpeciesError.goalOutOfRange
        }
        try writing { connection in
            try connection.run("DELETE FROM year_goal WHERE year = ?1", .integer(Int64(year)))
            if let species {
                try connection.run(
                    "INSERT INTO year_goal (year, species) VALUES (?1, ?2)", .integer(Int64(year)),
                    .integer(Int64(species)))
            }
        }
    }
}
