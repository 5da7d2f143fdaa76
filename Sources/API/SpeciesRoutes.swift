import Exports
import GeoModel
package import HTTPServer
package import Records
package import Species

/// The routes of the taxonomy, and of what was seen of it: lists, one taxon, life list, statistics.
package struct SpeciesRoutes: Sendable {
    private let species: SpeciesStore
    private let records: RecordStore
    private let dates: PublicDates

    /// - Parameter dates: How exactly the public learns when a concealed record was made.
    package init(
        _ species: SpeciesStore, records: RecordStore, dates: PublicDates = .month
    ) {
        self.species = species
        self.records = records
        self.dates = dates
    }

    package var routes: [Route] {
        [
            Route("GET", "/v1/species", execution: .worker, handler: list),
            Route("GET", "/v1/species/{id}", execution: .worker, handler: show),
            Route("GET", "/v1/lifelist", execution: .worker, handler: lifeList),
            Route("GET", "/v1/stats", execution: .worker, handler: statistics),
        ]
    }

    /// Own records that a taxon's page shows; `/v1/records` has all.
    private static let shownSightings = 20
    /// Degrees that a drawn range may be off: 0.05 is 5 km, less than range maps know.
    private static let standardTolerance = 0.05
    private static let tolerances = 5.0

    @Sendable private func list(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        var query = SpeciesQuery()
        query.q = try parameters.soughtName("q")
        query.family = parameters.text("family")
        query.limit =
            try parameters.integer("limit", in: SpeciesQuery.limits) ?? SpeciesQuery.defaultLimit
        query.cursor = parameters.text("cursor")
        query.languages = Self.languages(request, parameters)
        let page = try species.taxa(query)
        let next = page.nextCursor.map { request.link(toCursor: $0) }
        var json = JSONWriter(reserving: 256 * (page.entries.count + 1))
        json.object { json in
            json.array("species") { json in
                for entry in page.entries { json.value(entry) }
            }
            json.member("numberMatched", page.total)
            json.member(ifPresent: "next", next)
        }
        return try .json(json).linking(next)
    }

    @Sendable private func show(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        let languages = Self.languages(request, parameters)
        guard let id = Int64(request.parameter("id") ?? ""),
            let details = try species.details(of: TaxonID(rawValue: id), languages: languages)
        else { throw APIError.notFound(what: "taxon of this id") }
        let names = try species.recordedNames(of: details.taxon.taxonID)
        func isOne(_ text: String) -> Bool {
            ScientificName(text).map { names.contains($0.key) } ?? false
        }
        let own =
            switch try request.recordScope(dates) {
            case .all: try records.summary(latest: Self.shownSightings, where: isOne)
            case .public(let dates):
                try records.publicSummary(
                    latest: Self.shownSightings, dates: dates, where: isOne)
            }
        let name = details.taxon.scientificName
        let tolerance =
            try parameters.number(
                "tolerance", in: 0...Self.tolerances,
                remedy: "Send degrees from 0 to \(Self.tolerances).") ?? Self.standardTolerance
        let ranges =
            try parameters.flag("range", default: true)
            ? try species.rangeAreas(of: name, toleranceInDegrees: tolerance) : []
        let shares = try parameters.position(.short).flatMap {
            try species.monthlyShares(of: name, at: $0)
        }
        var json = JSONWriter(reserving: 4096)
        json.value(details, records: own, ranges: ranges, monthlyShares: shares)
        return try .json(json).forThisCallerOnly()
    }

    @Sendable private func lifeList(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        let order = try parameters.lifeListOrder()
        let limit =
            try parameters.integer("limit", in: SpeciesQuery.limits) ?? SpeciesQuery.defaultLimit
        let list = try species.lifeList(
            of: try records.tallies(year: try parameters.year("year")),
            languages: Self.languages(request, parameters), order: order)
        let page = try list.page(limit: limit, after: parameters.text("cursor"), order)
        let next = page.nextCursor.map { request.link(toCursor: $0) }
        var json = JSONWriter(reserving: 512 * (page.entries.count + 1))
        json.object { json in
            json.member("species", list.species)
            json.member("numberMatched", list.entries.count)
            json.array("entries") { json in
                for entry in page.entries { json.value(entry) }
            }
            json.member(ifPresent: "next", next)
        }
        return try .json(json).linking(next)
    }

    @Sendable private func statistics(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        let today = try parameters.eventDate("date") ?? LocalClock.today
        var json = JSONWriter()
        json.value(try Statistics(species, records, today: today))
        return try .json(json)
    }

    private static func languages(
        _ request: Request, _ parameters: Parameters
    ) -> LanguagePreferences {
        parameters.languages(
            ["lang", "accept-language"], header: request.acceptLanguage)
    }
}

extension Parameters {
    /// `sort`: `date` or `taxonomy`.
    fileprivate func lifeListOrder() throws(APIError) -> LifeList.Order {
        guard let text = text("sort") else { return .date }
        guard let order = LifeList.Order(rawValue: text) else {
            let words = LifeList.Order.allCases.map(\.rawValue).joined(separator: " or ")
            throw .invalid(parameter: "sort", remedy: "Use \(words).")
        }
        return order
    }

    fileprivate func year(_ name: String) throws(APIError) -> Int? {
        try integer(name, in: 1...9999, remedy: "Send a year, such as 2026.")
    }
}
