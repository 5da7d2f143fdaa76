internal import Database
internal import GeoModel
internal import Geodesy

/// A place node near the asked position, and the region that has it.
struct NearbySettlement {
    let settlement: Settlement
    let region: RegionFile
    let meters: Double

    /// The node read in full.
    func row() throws -> (ref: OSMRef, tags: [String: String]) {
        try region.pool.withConnection { connection in
            let row = try connection.statement(
                "SELECT osm_type, osm_id, tags FROM settlement WHERE id = ?1")
            try row.bind(1, settlement.id)
            guard try row.step() else { throw PlaceIndexError.notARegion(path: region.path) }
            return (row.ref(0), row.tags(2))
        }
    }
}

extension ReverseSearch {
    /// The place nodes within a reach, nearest first; cities at any distance.
    func nearbySettlements(withinMeters reach: Double) throws -> [NearbySettlement] {
        try regions.flatMap { region in
            let others = try region.pool.withConnection {
                try Settlement.near(position, withinMeters: reach, in: region, $0)
            }
            let cities = region.cities.map { city in
                (city, Geodesic.inverse(from: position, to: city.position).distanceInMeters)
            }
            return (cities + others.filter { $0.settlement.type != "city" }).map {
                NearbySettlement(settlement: $0.0, region: region, meters: $0.1)
            }
        }.sorted {
            ($0.meters, $0.settlement.id) < ($1.meters, $1.settlement.id)
        }
    }

    /// Whether a node lies in the finest administrative area that contains the asked position:
    /// the neighbour's centre, however near, does not name this side of the border.
    func isInSameArea(_ node: NearbySettlement, _ areas: [ContainingArea]) throws -> Bool {
        guard let finest = areas.first(where: { $0.kind == .administrative }) else {
            return try !node.region.areas(containing: node.settlement.position).contains {
                $0.kind == .administrative
            }
        }
        return try finest.region.area(finest.id, contains: node.settlement.position)
    }

    /// The settlement or area that answers at a zoom coarser than streets, or where none is near:
    /// the finest area with a name, or a place node in it that is finer.
    func settlement(
        _ areas: [ContainingArea], _ country: AddressCountry?
    ) throws -> ReverseObject? {
        let area = areas.first {
            (5...min(25, finest)).contains($0.rank.address) && $0.kind != .postal
                && languages.name(from: $0.tags) != nil
        }
        let limit = min(25, finest)
        let from = area?.rank.search ?? 4
        let reach = PlaceRank.answerReachInMeters(search: 18)
        let nodes = try nearbySettlements(withinMeters: reach).filter {
            let rank = $0.settlement.rank.search
            return rank > from && rank <= limit
                && $0.meters <= PlaceRank.answerReachInMeters(search: rank)
        }.sorted {
            (-$0.settlement.rank.search, $0.meters) < (-$1.settlement.rank.search, $1.meters)
        }
        if let node = try nodes.first(where: { try isInSameArea($0, areas) }) {
            let (ref, tags) = try node.row()
            let place = node.settlement
            // A village inside a town's boundary is below the town in its address.
            let isBelow = areas.contains { $0.rank.address == place.rank.address }
            let rank = PlaceRank(
                place.rank.search, place.rank.address + (isBelow ? 2 : 0))
            return ReverseObject(
                ref: ref, category: "place", type: place.type, tags: tags, rank: rank,
                key: place.type, importance: 0.1, position: place.position,
                boundingBox: BoundingBox(place.position), meters: node.meters,
                nearest: place.position)
        }
        guard let area else { return nil }
        return ReverseObject(
            ref: area.ref, category: area.kind == .place ? "place" : "boundary",
            type: area.kind == .place ? area.type ?? "yes" : "administrative", tags: area.tags,
            rank: area.rank, key: area.key(countryCode: country?.code), importance: 0.2,
            position: area.position,
            boundingBox: try area.region.boundingBox(ofArea: area.id)
                ?? BoundingBox(area.position),
            meters: 0, nearest: position, isoCode: area.isoCode,
            adminLevel: area.level)
    }
}
