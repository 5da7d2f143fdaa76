internal import Database
package import GeoModel

/// A taxon that may be met at a place on a date.
package struct ExploreEntry: Hashable, Sendable {
    /// nil when the taxonomy lacks it.
    package let taxon: Taxon?
    package let scientificName: String
    /// In the asked language as the taxonomy has it, else as a range file has it.
    package let vernacularName: String?
    package let answer: RangeAnswer
    /// The seasons of the areas that hold the place, each once.
    package let seasons: [RangeSeason]
    /// Of each month from January, the part in which it lives here; nil where that is not known.
    package let monthlyShares: [Double?]
    /// 0…1, for the order: see `likelihood` of RangeQuestion, and sightings near by on top.
    package let likelihood: Double
    /// Own records near the place: of each month from January.
    package let sightings: [Int]
}

/// What is asked of `explore`.
package struct ExploreQuery: Sendable {
    package let position: Coordinate
    package let date: EventDate
    package var languages: LanguagePreferences
    /// Taxa to return at most.
    package var limit: Int
    /// Only taxa that belong to this one, by scientific name: a family, an order; nil for all.
    package var group: String?
    /// Own records near the place, by name and month 1…12, in any order.
    package var sightings: [Sighting]

    /// Records of one name in one month.
    package struct Sighting: Hashable, Sendable {
        package let name: String
        package let month: Int
        package let count: Int

        package init(name: String, month: Int, count: Int) {
            (self.name, self.month, self.count) = (name, month, count)
        }
    }

    package init(
        position: Coordinate, date: EventDate, languages: LanguagePreferences, limit: Int = 50,
        group: String? = nil, sightings: [Sighting] = []
    ) {
        self.position = position
        self.date = date
        self.languages = languages
        self.limit = limit
        self.group = group
        self.sightings = sightings
    }
}

extension SpeciesStore {
    /// The taxa that may be met at a place on a date, the likeliest first: those whose range holds it or has
    /// its edge near, those seen near by before, and what overrides let in.
    ///
    /// Equal likelihoods keep the order of scientific names.
    ///
    /// - Returns: At most the asked number, and whether there are more.
    /// - Throws: `DatabaseError`.
    package func explore(
        _ query: ExploreQuery
    ) throws -> (entries: [ExploreEntry], hasMore: Bool) {
        try reading { connection in
            let catalogue = try rangeCache.current(connection)
            let question = try RangeQuestion(
                at: query.position, on: query.date, catalogue, connection)
            var list = ExploreList(question, query, connection)
            try list.addRanges()
            try list.addSightings()
            try list.addOverrides()
            return try list.entries()
        }
    }
}

/// Gathers what `explore` answers.
private struct ExploreList {
    private struct Item {
        let subject: RangeSubject?
        let taxonID: TaxonID?
        let name: String
        let answer: RangeAnswer
        var likelihood: Double
        var sightings: [Int]
    }

    private var question: RangeQuestion
    private let query: ExploreQuery
    private let connection: Connection
    private let group: TaxonID?
    /// By the species, or the name's key without a taxonomy.
    private var items: [String: Item] = [:]

    init(_ question: RangeQuestion, _ query: ExploreQuery, _ connection: Connection) {
        self.question = question
        self.query = query
        self.connection = connection
        group = query.group.flatMap { ScientificName($0) }.flatMap {
            try? SpeciesStore.taxonID(of: $0, connection)
        }
    }

    private static func key(_ taxon: TaxonID?, _ name: String) -> String {
        taxon.map { "\($0.rawValue)" } ?? name
    }

    mutating func addRanges() throws {
        let catalogue = question.catalogue
        let ids = try question.covering.union(question.measureEdges())
        let subjects = Set(
            ids.compactMap { catalogue.index(of: $0) }.map(catalogue.subjectIndex(ofEntry:)))
        for index in subjects {
            let subject = catalogue.subjects[index]
            let answer = try question.answer(
                subject, keys: [subject.key], taxon: subject.taxonID)
            guard answer.status != .absent, answer.status != .unknown else { continue }
            add(subject, subject.taxonID, subject.scientificName, subject.key, answer)
        }
    }

    mutating func addSightings() throws {
        for sighting in query.sightings where (1...12).contains(sighting.month) {
            guard let name = ScientificName(sighting.name) else { continue }
            let key = try add(name)
            items[key]?.sightings[sighting.month - 1] += sighting.count
        }
        for key in items.keys {
            guard let item = items[key] else { continue }
            // Records of this month and those beside it count: a day earlier was another month.
            let month = query.date.month - 1
            let near = [month, (month + 1) % 12, (month + 11) % 12]
                .reduce(0) { $0 + item.sightings[$1] }
            let seen = Double(near) / (Double(near) + 2)
            items[key]?.likelihood = 1 - (1 - item.likelihood) * (1 - seen)
        }
    }

    mutating func addOverrides() throws {
        for override in question.catalogue.overrides
        where override.holds(at: question.position, month: question.date.month) {
            guard let name = ScientificName(override.scientificName) else { continue }
            _ = try add(name)
        }
    }

    /// Adds what a name means, if it is not there.
    private mutating func add(_ name: ScientificName) throws -> String {
        let (subject, species) = try SpeciesStore.ranges(
            of: name, question.catalogue, connection)
        let key = Self.key(subject?.taxonID ?? species, subject?.key ?? name.key)
        guard items[key] == nil else { return key }
        let answer = try SpeciesStore.range(of: name, question, connection)
        add(
            subject, subject?.taxonID ?? species, subject?.scientificName ?? name.text,
            subject?.key ?? name.key, answer)
        return key
    }

    private mutating func add(
        _ subject: RangeSubject?, _ taxon: TaxonID?, _ name: String, _ key: String,
        _ answer: RangeAnswer
    ) {
        items[Self.key(taxon, key)] = Item(
            subject: subject, taxonID: taxon, name: name, answer: answer,
            likelihood: question.likelihood(answer, subject),
            sightings: [Int](repeating: 0, count: 12))
    }

    func entries() throws -> (entries: [ExploreEntry], hasMore: Bool) {
        let taxa = TaxonReader(connection, languages: query.languages)
        var sorted = items.values.filter { $0.likelihood > 0 }
        if query.group != nil {
            sorted = try sorted.filter { item in
                guard let group, let taxon = item.taxonID else { return false }
                return try taxa.lineage(of: taxon).contains { $0.taxonID == group }
            }
        }
        sorted.sort {
            ($1.likelihood, $0.name) < ($0.likelihood, $1.name)
        }
        let entries = try sorted.prefix(query.limit).map { item in
            let taxon = try item.taxonID.flatMap { try taxa.taxon($0) }
            let inside = item.subject.map { question.inside($0) } ?? []
            return ExploreEntry(
                taxon: taxon, scientificName: taxon?.scientificName ?? item.name,
                vernacularName: taxon?.vernacularName ?? commonName(item.subject),
                answer: item.answer,
                seasons: RangeSeason.allCases.filter { season in
                    inside.contains { $0.season == season }
                },
                monthlyShares: item.subject.map { question.monthlyShares($0) }
                    ?? [Double?](repeating: nil, count: 12),
                likelihood: item.likelihood, sightings: item.sightings)
        }
        return (entries, sorted.count > query.limit)
    }

    private func commonName(_ subject: RangeSubject?) -> String? {
        subject?.entries.lazy.compactMap { question.catalogue.entries[$0].commonName }.first
    }
}
