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
        fileprivate let order: (Int, Double)
        fileprivate let degrees: Double
        fileprivate var preference = 0
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
        var candidates: [Link] = areas.all.filter {
            $0.kind != .postal && ranks.contains($0.rank.address)
        }.map {
            Link(source: .area($0), rank: $0.rank.address, order: (0, -$0.squareMeters), degrees: 0)
        }
        candidates += nodes.compactMap { node in
            let rank = node.rank(in: areas)
            guard ranks.contains(rank) else { return nil }
            return Link(
                source: .node(node), rank: rank, order: (1, node.degrees * node.weight(rank)),
                degrees: node.degrees)
        }
        candidates.sort {
            ($0.rank, $0.order.0, $0.order.1) < ($1.rank, $1.order.0, $1.order.1)
        }
        links = Self.choose(candidates, names)
    }

    private static func choose(_ candidates: [Link], _ names: Set<String>) -> [Link] {
        var boundary: ContainingArea?
        var square: BoundingBox?
        var filled: Set<Int> = []
        var nearest: [Int: Double] = [:]
        var kept: [Link] = []
        for var link in candidates {
            var isLine = !filled.contains(link.rank)
            switch link.source {
            case .area(let area):
                filled.insert(link.rank)
                boundary = area
                link.preference = 1
                if names.contains(where: { area.isNamed($0) }) { link.preference = 2 }
            case .node(let node):
                if let boundary, !node.lies(in: boundary) { continue }
                let least = nearest[link.rank] ?? 1
                if !isLine, link.degrees > 2 * least { continue }
                nearest[link.rank] = min(least, link.degrees)
                if isLine, let square { isLine = square.contains(node.settlement.position) }
                link.preference = isLine ? 0 : -1
                if isLine {
                    filled.insert(link.rank)
                    square = node.square
                }
                if node.isNamed(names) { link.preference = 2 }
            }
            kept.append(link)
        }
        var best: [Int: Link] = [:]
        for link in kept {
            guard let other = best[link.rank] else {
                best[link.rank] = link
                continue
            }
            if link.preference > other.preference { best[link.rank] = link }
        }
        return best.values.sorted { $0.rank > $1.rank }
    }
}

extension ContainingArea {
    fileprivate func isNamed(_ name: String) -> Bool {
        tags.contains {
            $0.value == name && ($0.key.hasPrefix("name") || $0.key.hasSuffix("_name"))
        }
    }
}

extension NearbySettlement {
    /// Its rank in addresses: a village inside a town's boundary is one step below the town.
    func rank(in areas: AddressAreas) -> Int {
        guard (16...23).contains(rank.address) else { return rank.address }
        let isTaken = areas.all.contains {
            $0.ref.osmType == .relation && $0.rank.address == rank.address && lies(in: $0)
                && ($0.kind == .administrative || $0.kind == .place)
        }
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
    var square: BoundingBox {
        Geodesic.box(
            around: settlement.position,
            radiusInMeters: PlaceRank.reachInMeters(search: rank.search))
    }
}
