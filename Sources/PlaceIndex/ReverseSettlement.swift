internal import Database
internal import GeoModel
internal import Geodesy

/// A place node near an object, and the region that has it.
struct NearbySettlement {
    let id: Int64
    let position: Coordinate
    /// The search keeps its regions; to count references for each of a hundred nodes is dear.
    unowned(unsafe) let region: RegionFile
    let rank: PlaceRank
    /// From the object's point, in degrees; of those that reach a line, from the line's box.
    let degrees: Double

    /// The node without its names.
    func settlement() throws -> Settlement { try Settlement.row(id, in: region) }

    /// The node read in full.
    func row() throws -> Settlement.Row {
        let row = region.settlementCache.row(id) {
            region.layers[.settlement].rows.row(id).map {
                Settlement.Row(
                    ref: $0.ref(SettlementColumn.osmType), tags: $0.tags(SettlementColumn.tags))
            }
        }
        guard let row else { throw region.isDamaged }
        return row
    }

    /// How far it is from a line, in degrees.
    func degrees(to line: [Coordinate]) -> Double {
        PlanarMeasure(from: position).nearest(on: .lineString(line)).degrees
    }

    /// Whether it lies in an area; of another region's area that is not known, and taken as so.
    func lies(in area: ContainingArea) throws -> Bool {
        try area.region !== region || settlement().areas.contains(area.id)
    }

    /// Whether it is in a country, as far as boundaries tell: beyond the border, a place of the
    /// country that the map has whole does not answer.
    func isIn(_ country: AddressCountry?) throws -> Bool {
        if let area = country?.area { return try lies(in: area) }
        let code = try settlement().countryCode
        return code == nil || code == country?.code
    }

    /// Whether it may have one of some names, as `isNamed` then finds out.
    func mayBeNamed(_ names: AddressNames) throws -> Bool {
        try settlement().mayBeNamed(names.hashes)
    }

    func isNamed(_ names: AddressNames) throws -> Bool {
        guard try mayBeNamed(names) else { return false }
        let row = try row()
        return names.names.contains { row.names.contains($0) }
    }
}

extension ReverseSearch {
    /// The place nodes of a country whose name reaches a line or a point: that it meets the square round
    /// them.
    ///
    /// - Parameters:
    ///   - line: Of a street; one position for anything else. Of a long one only what is within
    ///     5 km of the asked position counts.
    ///   - country: Whose ranks count.
    func settlements(
        reaching line: [Coordinate], in country: AddressCountry?
    ) throws -> [NearbySettlement] {
        let near = Geodesic.box(around: position, radiusInMeters: 5_000)
        let feature = line.count == 1 ? line : line.filter { near.contains($0) }
        guard let box = BoundingBox(enclosing: feature.isEmpty ? [position] : feature) else {
            return []
        }
        return try regions.flatMap { region in
            let reach = SettlementReach(region, country, line, box)
            return try Settlement.reaching(box, in: region).compactMap(reach.settlement)
        }
    }

    /// A place node that speaks for itself and takes a line of addresses.
    private func nearby(
        _ settlement: Settlement, _ region: RegionFile, _ countryCode: String?,
        degrees: (Coordinate) -> Double
    ) -> NearbySettlement? {
        guard settlement.linkedArea == nil, let rank = settlement.rank(countryCode: countryCode),
            rank.address > 0
        else { return nil }
        return NearbySettlement(
            id: settlement.id, position: settlement.position, region: region, rank: rank,
            degrees: degrees(settlement.position))
    }

    /// The place nodes that may answer for a position by their distance from it.
    private func answeringSettlements(_ countryCode: String?) throws -> [NearbySettlement] {
        let box = Geodesic.box(
            around: position, radiusInMeters: PlaceRank.answerReachInMeters(search: 18))
        let measure = measure
        return try regions.flatMap { region in
            let others = try Settlement.within(box, in: region)
            return (region.largeSettlements + others).compactMap { settlement in
                nearby(settlement, region, countryCode) {
                    measure.squaredDegrees(to: $0).squareRoot()
                }
            }
        }
    }

    /// The nearest city, town, village or hamlet, up to 9 km off, a city up to 18 km.
    func nearestSettlement(_ country: AddressCountry?) throws -> NearbySettlement? {
        try answeringSettlements(country?.code).filter {
            try $0.degrees < PlaceRank.answerReachInDegrees(search: 17)
                && ["city", "town", "village", "hamlet"].contains($0.settlement().type)
                && $0.isIn(country)
        }.min { $0.degrees < $1.degrees }
    }

    /// The settlement or area that answers at a zoom coarser than streets, or where none is near:
    /// the finest area with a name, or a place node in it that is finer.
    func settlement(_ areas: AddressAreas, _ country: AddressCountry?) throws -> ReverseObject? {
        let limit = min(25, finest)
        let area = areas.all.filter {
            (5...limit).contains($0.rank.search) && $0.rank.address > 5 && $0.rank.address != 11
                && $0.kind != .postal && languages.name(from: $0.tags) != nil
        }.max { ($0.rank.search, -$0.squareMeters) < ($1.rank.search, -$1.squareMeters) }
        if let node = try settlementNode(areas, area, country, limit) { return node }
        guard let area else { return nil }
        let category: String =
            switch area.kind {
            case .place: "place"
            case .landuse: "landuse"
            case .administrative, .postal, .timezone: "boundary"
            }
        var object = ReverseObject(
            ref: area.ref, category: category,
            type: area.kind == .administrative ? "administrative" : area.type ?? "yes",
            tags: area.tags, rank: area.rank, key: area.key(countryCode: country?.code),
            importance: 0.2, position: area.position,
            boundingBox: try area.region.boundingBox(ofArea: area.id)
                ?? BoundingBox(area.position),
            meters: 0, nearest: position, isoCode: area.isoCode, adminLevel: area.level)
        object.isArea = true
        return object
    }

    /// The nearest settlement of a name, within 0.04 degrees.
    func settlement(named name: String, near position: Coordinate) throws -> NearbySettlement? {
        let measure = measure(from: position)
        guard let box = position.box(withinDegrees: 0.04) else { return nil }
        return try regions.flatMap { region in
            try Settlement.named(name, within: box, in: region).map { settlement in
                NearbySettlement(
                    id: settlement.id, position: settlement.position, region: region,
                    rank: settlement.rank(countryCode: nil) ?? PlaceRank(22, 0),
                    degrees: measure.squaredDegrees(to: settlement.position).squareRoot())
            }
        }.filter { $0.degrees < 0.04 && (16...25).contains($0.rank.address) }
            .min { $0.degrees < $1.degrees }
    }

    /// The finest place node in an area that is finer than it, the nearest of them.
    private func settlementNode(
        _ areas: AddressAreas, _ area: ContainingArea?, _ country: AddressCountry?, _ limit: Int
    ) throws -> ReverseObject? {
        let from = area?.rank.search ?? 4
        guard from < limit else { return nil }
        let nodes = try answeringSettlements(country?.code).filter { node in
            try node.rank.search > from && node.rank.search <= limit
                && node.degrees < PlaceRank.answerReachInDegrees(search: node.rank.search)
                && area.map { try node.lies(in: $0) } ?? true
                && node.isIn(country)
        }
        let best = nodes.min {
            (-$0.rank.search, $0.degrees, $0.id)
                < (-$1.rank.search, $1.degrees, $1.id)
        }
        guard let node = best else { return nil }
        let row = try node.row()
        let place = try node.settlement()
        return ReverseObject(
            ref: row.ref, category: "place", type: place.type, tags: row.tags,
            rank: PlaceRank(node.rank.search, try node.rank(in: areas)), key: place.type,
            importance: 0.1, position: place.position, boundingBox: BoundingBox(place.position),
            meters: Geodesic.inverse(from: position, to: place.position).distanceInMeters,
            nearest: place.position)
    }
}
