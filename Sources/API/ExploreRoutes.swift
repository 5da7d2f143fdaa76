import Exports
import GeoModel
package import HTTPServer
package import Records
package import Species

/// `/v1/explore`: what may be met at a place on a date.
package struct ExploreRoutes: Sendable {
    private let species: SpeciesStore
    private let records: RecordStore

    package init(_ species: SpeciesStore, records: RecordStore) {
        self.species = species
        self.records = records
    }

    package var routes: [Route] {
        [Route("GET", "/v1/explore", execution: .worker, handler: explore)]
    }

    /// Taxa in one answer.
    package static let limits = 1...500
    package static let defaultLimit = 50
    /// Own records count as near by within that, in metres: an outing's reach.
    package static let sightingRadius = 25_000.0

    @Sendable private func explore(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        let position = try parameters.requiredPosition(.short)
        let date = try parameters.eventDate("date") ?? LocalClock.today
        let circle = try RecordFilter.Circle(
            center: position, radiusInMeters: Self.sightingRadius)
        let scope = try request.recordScope(.month)
        let counts =
            switch scope {
            case .all: try records.monthlyCounts(near: circle)
            case .public: try records.publicMonthlyCounts(near: circle)
            }
        let query = ExploreQuery(
            position: position, date: date,
            languages: parameters.languages(
                ["lang", "accept-language"], header: request.acceptLanguage),
            limit: try parameters.integer("limit", in: Self.limits) ?? Self.defaultLimit,
            group: parameters.text("group", "family"),
            sightings: counts.map {
                ExploreQuery.Sighting(name: $0.name, month: $0.month, count: $0.count)
            })
        let (entries, hasMore) = try species.explore(query)
        var json = JSONWriter(reserving: 512 * (entries.count + 1))
        json.object { json in
            json.member("date", String(date.description.prefix(10)))
            json.member("decimalLatitude", position.decimalLatitude)
            json.member("decimalLongitude", position.decimalLongitude)
            json.member("edgeInMeters", SpeciesStore.edgeInMeters)
            json.member("sightingRadiusInMeters", Self.sightingRadius)
            json.member("limit", query.limit)
            json.member("more", hasMore)
            json.array("species") { json in
                for entry in entries { json.value(entry, givesReasons: scope == .all) }
            }
        }
        return try .json(json).forThisCallerOnly()
    }
}

extension JSONWriter {
    /// - Parameter givesReasons: Whether who asks may read why a person has set a status.
    fileprivate mutating func value(_ entry: ExploreEntry, givesReasons: Bool) {
        object { json in
            if let taxon = entry.taxon {
                json.member("taxonID", taxon.taxonID.rawValue)
                json.member("taxonRank", taxon.taxonRank)
            }
            json.member("scientificName", entry.scientificName)
            json.member(ifPresent: "vernacularName", entry.vernacularName)
            json.member("likelihood", entry.likelihood, decimals: 3)
            json.members(of: givesReasons ? entry.answer : entry.answer.withoutReason)
            json.array("seasons") { json in
                for season in entry.seasons { json.value(season.rawValue) }
            }
            json.member("monthlyShares", shares: entry.monthlyShares)
            json.member("seenBefore", entry.sightings.contains { $0 > 0 })
            json.array("monthlySightings") { json in
                for count in entry.sightings { json.value(count) }
            }
        }
    }

    /// The members of what the maps say.
    private mutating func members(of answer: RangeAnswer) {
        member("status", answer.status.rawValue)
        if let distance = answer.distanceInMeters {
            member("distanceInMeters", distance, decimals: 0)
        }
        if let months = answer.months {
            array("months") { json in for month in months { json.value(month) } }
        }
        member(ifPresent: "overrideReason", answer.overrideReason)
    }
}
