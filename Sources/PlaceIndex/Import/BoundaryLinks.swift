internal import GeoModel
internal import OSMReader

/// The place nodes that stand for boundaries: members with the role `label`, or `admin_centre` when
/// it bears the boundary's name, as a municipality's town does.
///
/// About 100 bytes for each boundary with such a member.
struct BoundaryLinks {
    private struct Centre {
        let type, name: String
    }

    /// Relation to its nodes, the more telling first.
    private var members: [Int64: [(node: Int64, isLabel: Bool)]] = [:]
    private var centres: [Int64: Centre?] = [:]

    mutating func add(_ relation: OSMRelation) {
        let nodes = relation.members.filter { $0.ref.osmType == .node }
        let labels = nodes.filter { $0.role == "label" }.map { ($0.ref.osmID, true) }
        let seats = nodes.filter { ["admin_centre", "admin_center"].contains($0.role) }
            .map { ($0.ref.osmID, false) }
        guard !(labels + seats).isEmpty else { return }
        members[relation.ref.osmID] = labels + seats
        for (node, _) in labels + seats { centres[node] = .some(nil) }
    }

    /// Notes a place node when a boundary has it as a member.
    mutating func note(_ node: OSMNode) {
        guard centres[node.ref.osmID] != nil, let type = node.tags["place"],
            let name = node.tags["name"]
        else { return }
        centres[node.ref.osmID] = Centre(type: type, name: name)
    }

    /// The `place` value of the node that stands for a boundary.
    func placeType(of relation: OSMRef, named name: String) -> String? {
        guard relation.osmType == .relation, let members = members[relation.osmID] else {
            return nil
        }
        return members.lazy.compactMap { member in
            guard let centre = centres[member.node] ?? nil else { return nil }
            return member.isLabel || centre.name == name ? centre.type : nil
        }.first
    }
}
