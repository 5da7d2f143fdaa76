internal import Database
internal import GeoModel
internal import Geodesy

/// A place node: where people say they live, without a border. Decoded once: whoever asks shares it.
final class Settlement: Sendable {
    let id: Int64
    let type: String
    let position: Coordinate
    /// Rows of `area` in its region that it lies in.
    let areas: [Int64]
    /// ISO 3166-1, lower case, of the first of them that is a country or a part of one.
    let countryCode: String?
    /// The area whose centre it is, which speaks for it.
    let linkedArea: Int64?
    /// Of a country: one rank above other towns.
    let isCapital: Bool
    /// Where no country has rules of its own for the type; nil for one that is no part of addresses.
    private let commonRank: PlaceRank?
    let isRankedByCountry: Bool
    private let commonSquare: BoundingBox
    /// What of its tags whose keys begin with `name` is their value, hashed, sorted.
    private let nameHashes: [Int]

    /// What is read when it is named.
    struct Row: Sendable {
        let ref: OSMRef
        let tags: [String: String]
        /// What of the tags whose keys begin with `name` is their value.
        let names: Set<String>

        init(ref: OSMRef, tags: [String: String]) {
            (self.ref, self.tags) = (ref, tags)
            names = Set(tags.lazy.filter { $0.key.hasPrefix("name") }.map(\.value))
        }
    }

    /// Kinds whose name reaches farther than a town's: few, and kept in memory.
    private static let largeTypes: Set = ["city", "municipality", "county", "district", "province"]

    /// The rows of the large settlements of a region.
    static func largeRows(_ connection: Connection) throws -> [Int64] {
        let types = largeTypes.sorted().map { "'\($0)'" }.joined(separator: ", ")
        let row = try connection.statement(
            "SELECT id FROM settlement WHERE type IN (\(types)) ORDER BY id")
        var ids: [Int64] = []
        while try row.step() { ids.append(row.int64(0)) }
        return ids
    }

    init(_ id: Int64, _ row: MappedRow, _ countryOfArea: [Int64: String]) {
        self.id = id
        type = row.text(SettlementColumn.type)
        position = row.position(SettlementColumn.longitude)
        let areas = row.text(SettlementColumn.areas).split(separator: " ").compactMap { Int64($0) }
        self.areas = areas
        countryCode = areas.lazy.compactMap { countryOfArea[$0] }.first
        linkedArea =
            row.isNull(SettlementColumn.linkedArea)
            ? nil : row.int64(SettlementColumn.linkedArea)
        isCapital = row.int64(SettlementColumn.isCapital) == 1
        commonRank = Self.rank(type, isCapital, countryCode: nil)
        isRankedByCountry = PlaceRank.isRankedByCountry(type)
        commonSquare = Self.square(position, commonRank)
        nameHashes = row.tags(SettlementColumn.tags).lazy.filter { $0.key.hasPrefix("name") }
            .map(\.value.hashValue).sorted()
    }

    private static func rank(
        _ type: String, _ isCapital: Bool, countryCode: String?
    ) -> PlaceRank? {
        PlaceRank.settlement(type, countryCode: countryCode).map {
            isCapital ? PlaceRank($0.search - 1, $0.address) : $0
        }
    }

    private static func square(_ position: Coordinate, _ rank: PlaceRank?) -> BoundingBox {
        guard let rank else { return BoundingBox(position) }
        return Geodesic.box(
            around: position, radiusInMeters: PlaceRank.reachInMeters(search: rank.search))
    }

    /// Its rank where the country is known; nil for a type that is no part of addresses.
    func rank(countryCode: String?) -> PlaceRank? {
        isRankedByCountry ? Self.rank(type, isCapital, countryCode: countryCode) : commonRank
    }

    /// The square in which its name is used, at a rank.
    func square(_ rank: PlaceRank) -> BoundingBox {
        rank == commonRank ? commonSquare : Self.square(position, rank)
    }

    /// Whether it may have one of some names, as `NearbySettlement.isNamed` then finds out.
    func mayBeNamed(_ hashes: [Int]) -> Bool {
        hashes.contains { hash in
            var (low, high) = (0, nameHashes.count)
            while low < high {
                let middle = (low + high) / 2
                if nameHashes[middle] < hash { low = middle + 1 } else { high = middle }
            }
            return low < nameHashes.count && nameHashes[low] == hash
        }
    }

    /// A row of a region, decoded once: those of a city are asked for at every question.
    static func row(_ id: Int64, in region: RegionFile) throws -> Settlement {
        let settlement = region.settlements.row(id) {
            region.layers[.settlement].rows.row(id).map {
                Settlement(id, $0, region.countryOfArea)
            }
        }
        guard let settlement else { throw region.isDamaged }
        return settlement
    }

    /// The settlements whose name reaches into a box.
    static func reaching(
        _ box: BoundingBox, in region: RegionFile
    ) throws -> [SettlementFacts] {
        var ids: [Int64] = []
        let layer = region.layers[.settlementReach]
        for part in region.parts(of: box, in: .settlementReach) {
            layer.tree.visit(meeting: part) { id in
                ids.append(id)
                return true
            }
        }
        return try region.settlementFacts.rows(ids) { id in
            SettlementFacts(try row(id, in: region), countries: region.countryOfArea)
        }
    }

    /// The settlements of a name in a box.
    static func named(
        _ name: String, within box: BoundingBox, in region: RegionFile
    ) throws -> [Settlement] {
        var found: [Settlement] = []
        try region.visit(.settlement, in: box) { id, row in
            if row.text(SettlementColumn.name) == name {
                found.append(try Self.row(id, in: region))
            }
        }
        return found
    }

    /// The settlements other than large ones in a box.
    static func within(_ box: BoundingBox, in region: RegionFile) throws -> [Settlement] {
        var found: [Settlement] = []
        try region.visit(.settlement, in: box) { id, row in
            if !largeTypes.contains(row.text(SettlementColumn.type)) {
                found.append(try Self.row(id, in: region))
            }
        }
        return found
    }
}

/// The columns of `settlement` by their place in a record.
enum SettlementColumn {
    static let osmType = 1, osmID = 2, type = 3, name = 4, tags = 5, longitude = 7, latitude = 8
    static let areas = 9, linkedArea = 10, isCapital = 11
}
