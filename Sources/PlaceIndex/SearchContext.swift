internal import Database
internal import GeoModel
internal import Geodesy

/// What a place may lie in, by one of the things that words of a question name.
enum SearchContext {
    /// An area, settlement, street or postcode.
    case entry(SearchEntry, box: BoundingBox?)
    /// ISO 3166-1, lower case.
    case country(String)

    /// Where to look for what lies in it; nil for what is too large to help.
    var cells: [SearchCell]? {
        switch self {
        case .entry(_, let box): box.flatMap { SearchCell.cover($0) }
        case .country: nil
        }
    }
}

extension SearchEntry {
    /// How far a settlement's name reaches from its node, in metres.
    fileprivate var reachInMeters: Double {
        switch type {
        case "country": 1_000_000
        case "state", "province", "region": 200_000
        case "county", "district", "island", "archipelago": 30_000
        case "city", "municipality": 15_000
        case "town", "borough": 6_000
        case "village", "suburb": 3_000
        case "hamlet", "quarter", "neighbourhood", "postcode": 2_000
        default: 1_000
        }
    }

    /// The box within which things lie in it; nil for a country or a state, of which it would be
    /// read from megabytes of border and keep nothing out.
    func contextBox() throws -> BoundingBox? {
        switch kind {
        case .road: return box.map { $0.grown(byMeters: 60) }
        case .area:
            if let adminLevel, adminLevel <= 4 { return nil }
            return try region.boundingBox(ofArea: row)
        case .settlement, .postcode:
            return reachInMeters > 50_000
                ? nil : Geodesic.box(around: position, radiusInMeters: reachInMeters)
        case .place, .address: return nil
        }
    }

    /// Whether another entry lies in this one, which is no area.
    ///
    /// A settlement holds what is within its reach, or has it in
    /// `addr:city`; a street what is within 60 m of its extent or has it in `addr:street`.
    func holds(_ other: SearchEntry, box: BoundingBox?) -> Bool {
        switch kind {
        case .settlement:
            if other.kind == .settlement || other.kind == .area {
                guard other.importance < importance else { return false }
            }
            return other.meters(from: position) <= reachInMeters
                || names(other.tags["addr:city"])
        case .road:
            guard other.kind == .place || other.kind == .address else { return false }
            return names(other.tags["addr:street"])
                || other.tags["addr:street"] == nil && box?.contains(other.position) == true
        case .postcode:
            return other.tags["addr:postcode"].map { FoldedText($0).joined == foldedName }
                ?? (other.meters(from: position) <= reachInMeters)
        case .area, .place, .address: return false
        }
    }

    private func names(_ text: String?) -> Bool {
        guard let text else { return false }
        let asked = FoldedText(text).joined
        return tags.contains { NameKeys.isName($0.key) && FoldedText($0.value).joined == asked }
    }
}

extension BoundingBox {
    func grown(byMeters meters: Double) -> BoundingBox {
        let low = Geodesic.box(
            around: Coordinate(clampingLatitude: south, wrappingLongitude: west),
            radiusInMeters: meters)
        let high = Geodesic.box(
            around: Coordinate(clampingLatitude: north, wrappingLongitude: east),
            radiusInMeters: meters)
        return BoundingBox(
            west: low.west, south: low.south, east: high.east, north: high.north) ?? self
    }
}
