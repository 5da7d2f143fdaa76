internal import GeoModel

/// What of a place node tells whether its name reaches a position, and from how far: numbers alone, side by side
/// in memory, as of a hundred nodes that reach a position few are asked for more.
struct SettlementFacts: Sendable {
    let id: Int64
    let position: Coordinate
    /// Nil for one that is no part of addresses, or whose area speaks for it.
    fileprivate let commonRank: PlaceRank?
    /// The square in which its name is used, at that rank.
    fileprivate let commonSquare: BoundingBox
    fileprivate let isRankedByCountry: Bool
    fileprivate let countryCode: CountryCode?
    /// The first of its areas that is a country's.
    fileprivate let countryArea: Int64?

    init(_ settlement: Settlement, countries: [Int64: String]) {
        id = settlement.id
        position = settlement.position
        let speaks = settlement.linkedArea == nil
        commonRank = speaks ? settlement.rank(countryCode: nil) : nil
        isRankedByCountry = speaks && settlement.isRankedByCountry
        commonSquare = commonRank.map(settlement.square) ?? BoundingBox(settlement.position)
        countryCode = settlement.countryCode.map(CountryCode.init)
        countryArea = settlement.areas.first { countries[$0] != nil }
    }
}

/// The letters of a country's code as a number.
private struct CountryCode: Equatable {
    private let letters: UInt64

    init(_ code: String) { letters = code.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Which place nodes of a region name what is in a country near a line.
struct SettlementReach {
    private let region: RegionFile
    private let country: AddressCountry?
    private let code: CountryCode?
    private let line: [Coordinate]
    private let lineBox: BoundingBox

    init(_ region: RegionFile, _ country: AddressCountry?, _ line: [Coordinate], _ box: BoundingBox)
    {
        self.region = region
        self.country = country
        self.line = line
        code = country.map { CountryCode($0.code) }
        lineBox = BoundingBox(enclosing: line) ?? box
    }

    /// The node, when it speaks for itself, is in the country, takes a line of addresses, and its name reaches the
    /// line.
    func settlement(_ facts: SettlementFacts) throws -> NearbySettlement? {
        let rank: PlaceRank
        let square: BoundingBox
        if facts.isRankedByCountry {
            let settlement = try Settlement.row(facts.id, in: region)
            guard let own = settlement.rank(countryCode: country?.code) else { return nil }
            (rank, square) = (own, settlement.square(own))
        } else {
            guard let common = facts.commonRank else { return nil }
            (rank, square) = (common, facts.commonSquare)
        }
        guard rank.address > 0, try isInCountry(facts), square.meets(line: line) else { return nil }
        return NearbySettlement(
            id: facts.id, position: facts.position, region: region, rank: rank,
            degrees: PlanarMeasure(from: facts.position).degrees(toBox: lineBox))
    }

    private func isInCountry(_ facts: SettlementFacts) throws -> Bool {
        if let area = country?.area {
            return facts.countryArea == area.id || area.region !== region
                ? true : try Settlement.row(facts.id, in: region).areas.contains(area.id)
        }
        return facts.countryCode == nil || facts.countryCode == code
    }
}
