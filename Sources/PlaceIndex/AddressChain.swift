internal import GeoModel
internal import Geodesy

/// What an address is made of besides house and road: the areas that contain the position, and
/// place nodes for what has no border.
///
/// The rules are Nominatim's: from the coarsest rank to the finest, areas before nodes and near
/// nodes before far ones, the first of a rank is its line. A node counts within a reach by its kind,
/// when it lies in the finest area so far, and, for a line, in the square round the node before it;
/// nodes more than twice as far as the nearest of their rank are left out. Where the object's own
/// address names one of a rank, that one is its line.
struct AddressChain {
    struct Link {
        enum Source {
            case area(ContainingArea)
            case node(NearbySettlement)
        }

        let source: Source
        let rank: Int
    }

    /// What a link is chosen by; its place tells which it is.
    private struct Candidate {
        let rank: Int
        let isNode: Bool
        /// Among areas or nodes of its rank.
        let order: Double
        let degrees: Double
        /// In the list of areas or in that of nodes.
        let place: Int
        var preference = 0

        static func < (left: Candidate, right: Candidate) -> Bool {
            if left.rank != right.rank { return left.rank < right.rank }
            if left.isNode != right.isNode { return right.isNode }
            return (left.order, left.place) < (right.order, right.place)
        }
    }

    /// Finest first, one for each rank.
    private(set) var links: [Link] = []

    /// - Parameters:
    ///   - limit: Only what is coarser than this rank.
    ///   - names: What the object's own address names.
    init(
        areas: AddressAreas, nodes: [NearbySettlement], coarserThan limit: Int, names: Set<String>
    ) {
        // Nothing is coarser than a country.
        let ranks = 5..<max(5, limit)
        var candidates: [Candidate] = []
        candidates.reserveCapacity(areas.all.count + nodes.count)
        for (place, area) in areas.all.enumerated()
        where area.kind != .postal && ranks.contains(area.rank.address) {
            candidates.append(
                Candidate(
                    rank: area.rank.address, isNode: false, order: -area.squareMeters, degrees: 0,
                    place: place))
        }
        let villages = areas.all.filter(\.takesRankOfNodes)
        for (place, node) in nodes.enumerated() {
            let rank = node.rank(among: villages)
            guard ranks.contains(rank) else { continue }
            candidates.append(
                Candidate(
                    rank: rank, isNode: true, order: node.degrees * node.weight(rank),
                    degrees: node.degrees, place: place))
        }
        candidates.sort(by: <)
        links = Self.choose(candidates, areas.all, nodes, AddressNames(names)).map { best in
            Link(
                source: best.isNode ? .node(nodes[best.place]) : .area(areas.all[best.place]),
                rank: best.rank)
        }
    }

    /// The best candidate of each rank, the finest rank first.
    private static func choose(
        _ candidates: [Candidate], _ areas: [ContainingArea], _ nodes: [NearbySettlement],
        _ names: AddressNames
    ) -> [Candidate] {
        var boundary: ContainingArea?
        var square: BoundingBox?
        var best: [Candidate] = []
        /// Of the rank at hand: whether it has its line, and how near its nearest node is.
        var (rank, isFilled, nearest) = (0, false, 1.0)
        for var candidate in candidates {
            if candidate.rank != rank { (rank, isFilled, nearest) = (candidate.rank, false, 1) }
            if !candidate.isNode {
                let area = areas[candidate.place]
                isFilled = true
                boundary = area
                candidate.preference = names.names.contains { area.isNamed($0) } ? 2 : 1
            } else {
                // Only a named one can still win.
                if isFilled, candidate.degrees > 2 * nearest { continue }
                let node = nodes[candidate.place]
                if let boundary, !node.lies(in: boundary) { continue }
                nearest = min(nearest, candidate.degrees)
                var isLine = !isFilled
                if isLine, let square { isLine = square.contains(node.settlement.position) }
                candidate.preference = isLine ? 0 : -1
                if isLine {
                    isFilled = true
                    square = node.square
                }
                if node.isNamed(names) { candidate.preference = 2 }
            }
            if let last = best.last, last.rank == rank {
                if candidate.preference > last.preference { best[best.count - 1] = candidate }
            } else {
                best.append(candidate)
            }
        }
        return best.reversed()
    }
}

/// What the address of an object names.
struct AddressNames {
    let names: Set<String>
    let hashes: [Int]

    init(_ names: Set<String>) {
        self.names = names
        hashes = names.map(\.hashValue)
    }
}

extension ContainingArea {
    fileprivate func isNamed(_ name: String) -> Bool {
        tags.contains {
            $0.value == name && ($0.key.hasPrefix("name") || $0.key.hasSuffix("_name"))
        }
    }

    /// Whether a place node in it cannot have its rank as well.
    fileprivate var takesRankOfNodes: Bool {
        ref.osmType == .relation && (kind == .administrative || kind == .place)
            && (16...23).contains(rank.address)
    }
}

extension NearbySettlement {
    /// Its rank in addresses: a village inside a town's boundary is one step below the town.
    func rank(in areas: AddressAreas) -> Int { rank(among: areas.all.filter(\.takesRankOfNodes)) }

    /// - Parameter areas: Those that take the rank of nodes in them.
    fileprivate func rank(among areas: [ContainingArea]) -> Int {
        guard (16...23).contains(rank.address) else { return rank.address }
        let isTaken = areas.contains { $0.rank.address == rank.address && lies(in: $0) }
        return isTaken ? rank.address + 2 : rank.address
    }

    /// The names of cities and towns reach farther than a village's between them.
    fileprivate func weight(_ addressRank: Int) -> Double {
        guard addressRank == 16 else { return 1 }
        return switch rank.search {
        case 15: 0.2
        case 16: 0.25
        case 18: 0.5
        default: 1
        }
    }

    /// The square in which its name is used.
    var square: BoundingBox { settlement.square(rank) }
}
