internal import GeoModel
internal import OSMReader

/// The nodes that boundaries name as their centre: members with the role `label`.
///
/// About 50 bytes for each boundary with such a member.
struct BoundaryLinks {
    /// Nodes by relation, in the relation's order.
    private(set) var labels: [Int64: [Int64]] = [:]

    mutating func add(_ relation: OSMRelation) {
        let nodes = relation.members.filter { $0.role == "label" && $0.ref.osmType == .node }
        if !nodes.isEmpty { labels[relation.ref.osmID] = nodes.map(\.ref.osmID) }
    }
}
