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
        /// Among areas or nodes of its rank; of a node that is not measured yet, not more than that.
        var order: Double
        var degrees: Double
        /// In the list of areas or in that of nodes.
        let place: Int
        var isMeasured = true
        /// Of a node, once it was asked.
        var mayBeNamed: Bool?
        var preference = 0

        static func < (left: Candidate, right: Candidate) -> Bool {
            left.order == right.order ? left.place < right.place : left.order < right.order
        }
    }

    /// Finest first, one for each rank.
    private(set) var links: [Link] = []

    /// - Parameters:
    ///   - nodes: Those that reach the line.
    ///   - line: Of the street, or a position.
    ///   - limit: Only what is coarser than this rank.
    ///   - names: What the object's own address names.
    init(
        areas: AddressAreas, nodes: [NearbySettlement], of line: [Coordinate],
        coarserThan limit: Int, names: Set<String>
    ) throws {
        // Nothing is coarser than a country.
        let ranks = 5..<max(5, limit)
        /// Of each rank, the areas in their order and the nodes in any.
        var byRank = [(areas: [Candidate], nodes: [Candidate])](
            repeating: ([], []), count: ranks.upperBound)
        for (place, area) in areas.all.enumerated()
        where area.kind != .postal && ranks.contains(area.rank.address) {
            byRank[area.rank.address].areas.append(
                Candidate(
                    rank: area.rank.address, isNode: false, order: -area.squareMeters, degrees: 0,
                    place: place))
        }
        let villages = areas.all.filter(\.takesRankOfNodes)
        for (place, node) in nodes.enumerated() {
            let rank = try node.rank(among: villages)
            guard ranks.contains(rank) else { continue }
            byRank[rank].nodes.append(
                Candidate(
                    rank: rank, isNode: true, order: node.degrees * node.weight(rank),
                    degrees: node.degrees, place: place, isMeasured: false))
        }
        var choice = Choice(
            areas: areas.all, nodes: nodes, line: line, names: AddressNames(names))
        for rank in ranks {
            try choice.choose(byRank[rank].areas.sorted(by: <), byRank[rank].nodes)
        }
        links = choice.best.reversed().map { best in
            Link(
                source: best.isNode ? .node(nodes[best.place]) : .area(areas.all[best.place]),
                rank: best.rank)
        }
    }

    /// Chooses the best candidate of each rank, from the coarsest on.
    private struct Choice {
        let areas: [ContainingArea]
        let nodes: [NearbySettlement]
        let line: [Coordinate]
        let names: AddressNames
        private(set) var best: [Candidate] = []
        private var boundary: ContainingArea?
        private var square: BoundingBox?

        init(
            areas: [ContainingArea], nodes: [NearbySettlement], line: [Coordinate],
            names: AddressNames
        ) {
            self.areas = areas
            self.nodes = nodes
            self.line = line
            self.names = names
        }

        /// Of one rank, the areas in their order; the nodes are taken in theirs, one after the other as
        /// long as one may still win. A node is measured when it would be the next: of a hundred few are.
        mutating func choose(_ areas: [Candidate], _ nodes: [Candidate]) throws {
            for var candidate in areas {
                let area = self.areas[candidate.place]
                boundary = area
                candidate.preference = names.names.contains { area.isNamed($0) } ? 2 : 1
                keep(candidate)
            }
            var isFilled = !areas.isEmpty
            var nearest = 1.0
            var rest = nodes
            while let first = rest.indices.min(by: { rest[$0] < rest[$1] }) {
                // Once there is a line, only a named one can win.
                if isFilled, try !rest.indices.contains(where: { try mayWin(&rest[$0], nearest) }) {
                    return
                }
                guard rest[first].isMeasured else {
                    measure(&rest[first])
                    continue
                }
                var candidate = rest[first]
                rest.swapAt(first, rest.count - 1)
                rest.removeLast()
                if isFilled, candidate.degrees > 2 * nearest { continue }
                let node = self.nodes[candidate.place]
                if let boundary, try !node.lies(in: boundary) { continue }
                nearest = min(nearest, candidate.degrees)
                var isLine = !isFilled
                if isLine, let square { isLine = square.contains(node.position) }
                candidate.preference = isLine ? 0 : -1
                if isLine {
                    isFilled = true
                    square = try node.square()
                }
                if try node.isNamed(names) { candidate.preference = 2 }
                keep(candidate)
            }
        }

        private func measure(_ candidate: inout Candidate) {
            let node = nodes[candidate.place]
            candidate.degrees = node.degrees(to: line)
            candidate.order = candidate.degrees * node.weight(candidate.rank)
            candidate.isMeasured = true
        }

        private func mayWin(_ candidate: inout Candidate, _ nearest: Double) throws -> Bool {
            guard candidate.degrees <= 2 * nearest else { return false }
            if let known = candidate.mayBeNamed { return known }
            let mayBeNamed = try nodes[candidate.place].mayBeNamed(names)
            candidate.mayBeNamed = mayBeNamed
            return mayBeNamed
        }

        private mutating func keep(_ candidate: Candidate) {
            guard let last = best.last, last.rank == candidate.rank else {
                return best.append(candidate)
            }
            if candidate.preference > last.preference { best[best.count - 1] = candidate }
        }
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
    func rank(in areas: AddressAreas) throws -> Int {
        try rank(among: areas.all.filter(\.takesRankOfNodes))
    }

    /// - Parameter areas: Those that take the rank of nodes in them.
    fileprivate func rank(among areas: [ContainingArea]) throws -> Int {
        guard (16...23).contains(rank.address) else { return rank.address }
        let isTaken = try areas.contains { try $0.rank.address == rank.address && lies(in: $0) }
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
    func square() throws -> BoundingBox { try settlement().square(rank) }
}
