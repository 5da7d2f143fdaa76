internal import Database
internal import GeoModel
internal import Geodesy

/// A row of `area`, decoded once: whoever asks shares it.
final class AreaRow: Sendable {
    enum Kind: String { case administrative, postal, place, landuse, timezone }

    /// It keeps its areas, and whoever asks keeps it.
    unowned let region: RegionFile
    let id: Int64
    let ref: OSMRef
    let kind: Kind
    let level: Int?
    /// The value of `place` or `landuse`; nil for a boundary that does not say.
    let type: String?
    /// The kind of the place node that is its centre.
    let linkedType: String?
    /// Its own, and of the names of its centre those that it has not.
    let tags: [String: String]
    let squareMeters: Double
    /// A point on it; of a boundary with a centre, that.
    let position: Coordinate
    /// ISO 3166-1, lower case, of a country's boundary that says it.
    let countryCode: String?

    fileprivate init?(_ row: Statement, id: Int64, region: RegionFile) {
        guard let kind = Kind(rawValue: row.text(2)) else { return nil }
        self.region = region
        self.id = id
        ref = row.ref(0)
        self.kind = kind
        level = row.optionalInt64(3).map { Int($0) }
        type = row.optionalText(4)
        linkedType = row.optionalText(9)
        squareMeters = row.double(8)
        let own = row.tags(5)
        if linkedType == nil {
            tags = own
            position = row.position(6)
        } else {
            let names = row.tags(10).filter { Self.isName($0.key) }
            tags = own.merging(names) { own, _ in own }
            position = row.position(11)
        }
        countryCode =
            kind == .administrative && level == 2 ? RegionFile.countryCode(tags) : nil
    }

    private static func isName(_ key: String) -> Bool {
        key == "name" || key.hasPrefix("name:") || key.contains("_name")
    }
}

/// An area that contains a position.
struct ContainingArea {
    typealias Kind = AreaRow.Kind

    let row: AreaRow
    /// Set by `AddressAreas.rank`, which knows the areas round it.
    var rank = PlaceRank(0, 0)
    /// Whether it holds the object only, not the asked position.
    var isElsewhere = false

    init(_ row: AreaRow) { self.row = row }

    var region: RegionFile { row.region }
    var id: Int64 { row.id }
    var ref: OSMRef { row.ref }
    var kind: Kind { row.kind }
    var level: Int? { row.level }
    var type: String? { row.type }
    var linkedType: String? { row.linkedType }
    var tags: [String: String] { row.tags }
    var squareMeters: Double { row.squareMeters }
    var position: Coordinate { row.position }

    /// `ISO3166-2-lvl4` and the code, as Nominatim puts it after the area's line.
    var isoCode: AddressPart? {
        guard let level, let code = tags["ISO3166-2"] else { return nil }
        return AddressPart(key: "ISO3166-2-lvl\(level)", value: code)
    }

    /// Nominatim's key of the area in an address.
    func key(countryCode: String?) -> String {
        if let type = linkedType ?? type { return type.replacing(" ", with: "_") }
        return PlaceRank.administrativeKey(rank: rank.address, countryCode: countryCode)
    }
}

/// The areas that contain a position, ranked among themselves.
struct AddressAreas {
    /// Coarsest first.
    private(set) var all: [ContainingArea]

    /// - Parameters:
    ///   - elsewhere: Areas that hold the object only; they take the ranks that are free.
    ///   - countryCode: The country's levels decide what an area is.
    init(
        _ areas: [ContainingArea], elsewhere: [ContainingArea] = [], countryCode: String?
    ) {
        let known = Set(areas.map(\.ref))
        var others = elsewhere.filter { !known.contains($0.ref) }
        for index in others.indices { others[index].isElsewhere = true }
        // Coasts as ways bear the level of what they bound only in part.
        all = (areas + others).filter {
            $0.kind != .administrative || $0.ref.osmType != .way || ($0.level ?? 0) > 4
        }.sorted {
            ($0.level ?? 99, -$0.squareMeters, $0.ref) < ($1.level ?? 99, -$1.squareMeters, $1.ref)
        }
        rank(countryCode)
        let taken = Set(all.lazy.filter { !$0.isElsewhere }.map(\.rank.address))
        all.removeAll { $0.isElsewhere && taken.contains($0.rank.address) }
        all.sort {
            ($0.rank.address, -$0.squareMeters, $0.ref) < (
                $1.rank.address, -$1.squareMeters, $1.ref
            )
        }
    }

    /// The finest that is not a postal one.
    var finest: ContainingArea? { all.last { $0.kind != .postal && $0.rank.address > 0 } }

    var administrative: [ContainingArea] { all.filter { $0.kind == .administrative } }

    var postal: ContainingArea? { all.first { $0.kind == .postal } }

    /// Gives each area its rank: by level and country, but finer than the area round it, as what
    /// is called a suburb on paper may be a town with suburbs of its own; the kind of its centre,
    /// or the kind it says, comes before the level when that is finer than the area round it.
    private mutating func rank(_ countryCode: String?) {
        for index in all.indices {
            let area = all[index]
            switch area.kind {
            case .postal: all[index].rank = PlaceRank(21, 5)
            case .timezone: all[index].rank = PlaceRank(0, 0)
            case .landuse:
                all[index].rank = area.type.flatMap(PlaceRank.landuse) ?? PlaceRank(24, 0)
            case .administrative: all[index].rank = administrativeRank(index, countryCode)
            case .place:
                guard
                    let own = area.type.flatMap({
                        PlaceRank.settlement($0, countryCode: countryCode)
                    })
                else { continue }
                all[index].rank = PlaceRank(own.search, placeRank(index, own.address, countryCode))
            }
        }
    }

    private func administrativeRank(_ index: Int, _ countryCode: String?) -> PlaceRank {
        let area = all[index]
        let own = PlaceRank.administrative(level: area.level ?? 15, countryCode: countryCode)
        guard own.address > 0, area.ref.osmType == .relation else { return own }
        var address = own.address
        var parent = 3
        let round = all[..<index].last {
            $0.kind == .administrative && $0.ref.osmType == .relation && $0.level != area.level
                && ($0.level ?? 0) > 3 && $0.rank.address > 0
        }
        if let round {
            parent = round.rank.address
            if parent >= address { address = parent >= 24 ? 25 : parent + 2 }
        }
        let kind = area.linkedType ?? area.type
        if let kind, let settlement = PlaceRank.settlement(kind, countryCode: countryCode)?.address,
            settlement > parent
        {
            address = settlement
        }
        return PlaceRank(own.search, address)
    }

    /// A suburb inside a suburb is one step finer.
    private func placeRank(_ index: Int, _ own: Int, _ countryCode: String?) -> Int {
        guard (16...23).contains(own) else { return own }
        let round = all[..<index].filter {
            $0.kind == .place && $0.squareMeters > all[index].squareMeters
                || $0.kind == .administrative
        }
        let coarser = round.filter { $0.rank.address >= own && $0.rank.address < 24 }
        return coarser.map(\.rank.address).max().map { $0 + 2 } ?? own
    }
}

extension RegionFile {
    /// The areas that contain a position, each by its own pieces: an edge counts as inside.
    func areas(containing position: Coordinate) throws -> [ContainingArea] {
        try areaIDs(containing: position).compactMap { id in
            try areaCache.row(id) {
                try pool.withConnection { connection in
                    let row = try connection.statement(Self.areaStatement)
                    try row.bind(1, id)
                    return try row.step() ? AreaRow(row, id: id, region: self) : nil
                }
            }.map(ContainingArea.init)
        }
    }

    private static let areaStatement = """
        SELECT a.osm_type, a.osm_id, a.kind, a.admin_level, a.type, a.tags, a.lon, a.lat,
            a.square_meters, s.type, s.tags, s.lon, s.lat
        FROM area AS a LEFT JOIN settlement AS s ON s.linked_area = a.id
        WHERE a.id = ?1
        """

    /// Whether the pieces of an area contain a position.
    func area(_ id: Int64, contains position: Coordinate) throws -> Bool {
        try areaIDs(containing: position).contains(id)
    }

    /// As `areaIDs(containing:)`, of a file that is being written.
    static func areaIDs(
        containing position: Coordinate, _ connection: Connection
    ) throws -> [Int64] {
        let row = try connection.statement(SpatialTable.areaPiece.select("t.area_id, t.geom"))
        try row.bind(BoundingBox(position))
        var ids: [Int64] = []
        while try row.step() {
            let id = row.int64(0)
            guard !ids.contains(id), let piece = row.withBlob(1, { SpatialBlob.decode($0) }),
                Containment.covers(piece, position)
            else { continue }
            ids.append(id)
        }
        return ids
    }

    /// The box of an area, from its whole geometry, which may be megabytes: read once.
    func boundingBox(ofArea id: Int64) throws -> BoundingBox? {
        try areaBoxes.row(id) {
            try pool.withConnection { connection in
                let row = try connection.statement("SELECT geom FROM area WHERE id = ?1")
                try row.bind(1, id)
                return try row.step() ? PlaceRow.footprintBox(row, 0) : nil
            }
        }
    }
}
