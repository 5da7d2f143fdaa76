internal import Database
internal import GeoModel

/// What the maps and a person's overrides say at one place on one date.
struct RangeQuestion {
    let position: Coordinate
    let date: EventDate
    let catalogue: RangeCatalogue
    /// Ids of the ranges that hold the position.
    let covering: Set<Int64>
    /// Metres to the ranges that do not, but have their edge near; empty until all are measured.
    private var edges: [Int64: Double] = [:]
    private let lookup: RangeLookup

    init(
        at position: Coordinate, on date: EventDate, _ catalogue: RangeCatalogue,
        _ connection: Connection
    ) throws {
        self.position = position
        self.date = date
        self.catalogue = catalogue
        lookup = RangeLookup(connection, at: position)
        covering = try lookup.covering()
    }

    /// Measures all edges near the position at once, which is cheaper than one by one where all taxa are asked
    /// for.
    ///
    /// - Returns: Ids of the ranges that do not hold the position and have their edge near.
    mutating func measureEdges() throws -> Set<Int64> {
        let measured = try lookup.distances(
            within: SpeciesStore.edgeInMeters, except: covering)
        edges = measured
        return Set(measured.keys)
    }

    /// Whether a taxon is to be expected.
    ///
    /// - Parameters:
    ///   - subject: Its ranges; nil for none.
    ///   - keys: Those of its names, for overrides.
    func answer(_ subject: RangeSubject?, keys: [String], taxon: TaxonID?) throws -> RangeAnswer {
        let own = try subject.map { try answer($0) } ?? .unknown
        let override = catalogue.overrides.first { override in
            let isMeant =
                keys.contains(override.key) || override.key == subject?.key
                || taxon != nil && catalogue.taxon(of: override) == taxon
            return isMeant && override.holds(at: position, month: date.month)
        }
        guard let override else { return own }
        return RangeAnswer(
            status: override.status, distanceInMeters: own.distanceInMeters,
            months: override.status == .present ? override.months ?? Array(1...12) : own.months,
            overrideReason: override.reason)
    }

    private func answer(_ subject: RangeSubject) throws -> RangeAnswer {
        let entries = subject.entries.map { catalogue.entries[$0] }
        let expected = entries.filter(\.isExpected)
        let inside = expected.filter { covering.contains($0.id) }
        guard inside.isEmpty else {
            let calendar = SeasonCalendar(at: position, breedsIn: subject.breedsIn)
            // What has no season that is known is there in every month.
            let isPresent = inside.contains {
                calendar.isPresent(on: date, season: $0.season, days: $0.days) ?? true
            }
            return RangeAnswer(
                status: isPresent ? .present : .otherSeason, distanceInMeters: 0,
                months: Self.months(calendar, inside))
        }
        let isExtinctHere = entries.contains {
            covering.contains($0.id) && !RangePresence.counts($0.presence)
        }
        guard !expected.isEmpty else { return isExtinctHere ? .init(status: .absent) : .unknown }
        let edge = expected.compactMap { edges[$0.id] }.min()
        let distance = try edge ?? lookup.distance(to: expected.map(\.pieces))
        let isNear = distance ?? .infinity <= SpeciesStore.edgeInMeters && !isExtinctHere
        return RangeAnswer(status: isNear ? .edge : .absent, distanceInMeters: distance)
    }

    /// The months in which any of some areas is lived in; nil when one has no season that is known.
    private static func months(_ calendar: SeasonCalendar, _ inside: [RangeEntry]) -> [Int]? {
        let shares = shares(calendar, inside)
        guard !inside.contains(where: { $0.season == .unknown && $0.days == nil }) else {
            return nil
        }
        return (1...12).filter { shares[$0 - 1] ?? 0 > 0 }
    }

    /// Of each month from January, the part in which one of the areas at the place is lived in.
    func monthlyShares(_ subject: RangeSubject) -> [Double?] {
        Self.shares(
            SeasonCalendar(at: position, breedsIn: subject.breedsIn), inside(subject))
    }

    /// The areas of a taxon that hold the place, and where it is to be expected.
    func inside(_ subject: RangeSubject) -> [RangeEntry] {
        subject.entries.map { catalogue.entries[$0] }
            .filter { $0.isExpected && covering.contains($0.id) }
    }

    private static func shares(_ calendar: SeasonCalendar, _ inside: [RangeEntry]) -> [Double?] {
        (1...12).map { month in
            let shares = inside.map {
                calendar.share(of: month, season: $0.season, days: $0.days)
            }
            let known = shares.compactMap { $0 }.max() ?? 0
            return known == 0 && shares.contains(where: { $0 == nil }) ? nil : known
        }
    }

    /// How likely a taxon is met, 0…1, for the order of a list: its status, how sure the map is, and, near an
    /// edge, how near. A choice that orders well, not a measured frequency: maps have no frequencies.
    func likelihood(_ answer: RangeAnswer, _ subject: RangeSubject?) -> Double {
        let inside = subject.map { self.inside($0) } ?? []
        let certainty = inside.map { RangePresence.certainty($0.presence) }.max() ?? 1
        switch answer.status {
        case .present:
            guard answer.overrideReason == nil else { return 0.95 }
            let calendar = SeasonCalendar(
                at: position, breedsIn: subject?.breedsIn ?? [])
            let isKnown = inside.contains {
                calendar.isPresent(on: date, season: $0.season, days: $0.days) == true
            }
            return certainty * (isKnown ? 0.9 : 0.6)
        case .edge:
            let distance = answer.distanceInMeters ?? SpeciesStore.edgeInMeters
            return 0.3 * max(0, 1 - distance / SpeciesStore.edgeInMeters) + 0.05
        case .otherSeason: return certainty * 0.1
        case .unknown: return 0.05
        case .absent: return 0
        }
    }
}
