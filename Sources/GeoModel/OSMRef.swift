/// The three kinds of OpenStreetMap objects; the raw value is Nominatim's `osm_type`.
package enum OSMType: String, Codable, Hashable, Sendable, CaseIterable {
    case node, way, relation

    /// N, W or R, as OSM tools write it.
    package var letter: Character {
        switch self {
        case .node: "N"
        case .way: "W"
        case .relation: "R"
        }
    }

    /// Reads N, W, R (either case), or the full word.
    package init?(letterOrWord text: some StringProtocol) {
        switch text.lowercased() {
        case "n", "node": self = .node
        case "w", "way": self = .way
        case "r", "relation": self = .relation
        default: return nil
        }
    }
}

/// An OpenStreetMap object's identity: type and id together, as an id alone names three objects.
package struct OSMRef: Hashable, Sendable, Codable {
    package let osmType: OSMType
    package let osmID: Int64

    package init(osmType: OSMType, osmID: Int64) {
        self.osmType = osmType
        self.osmID = osmID
    }

    package enum CodingKeys: String, CodingKey {
        case osmType = "osm_type"
        case osmID = "osm_id"
    }
}

extension OSMRef: Comparable {
    /// Nodes before ways before relations, then by id: the order of an OSM file.
    package static func < (left: OSMRef, right: OSMRef) -> Bool {
        left.osmType == right.osmType
            ? left.osmID < right.osmID : left.osmType.fileOrder < right.osmType.fileOrder
    }
}

extension OSMRef: CustomStringConvertible {
    package var description: String { "\(osmType.rawValue)/\(osmID)" }
}

extension OSMType {
    fileprivate var fileOrder: Int {
        switch self {
        case .node: 0
        case .way: 1
        case .relation: 2
        }
    }
}
