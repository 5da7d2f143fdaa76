package import GeoModel

/// An OpenStreetMap object as the reader hands it over.
package enum OSMElement: Sendable {
    case node(OSMNode)
    case way(OSMWay)
    /// A relation of one of the asked types, with its members and without geometry.
    case relation(OSMRelation)
    /// A relation of type multipolygon or boundary, as the area it describes.
    case area(OSMArea)
}

package struct OSMNode: Sendable {
    package let ref: OSMRef
    package let tags: OSMTags
    package let position: Coordinate
}

package struct OSMWay: Sendable {
    package let ref: OSMRef
    package let tags: OSMTags
    package let nodeIDs: [Int64]
    /// One for each of `nodeIDs`; nil where the input lacks the node.
    package let positions: [Coordinate?]
    /// What the way encloses; nil when it is not closed.
    package let area: OSMAreaOutcome?

    /// The parts of the line whose nodes are all known, each of at least two positions, and the
    /// index of its first node.
    package var knownParts: [(start: Int, line: [Coordinate])] {
        var parts: [(start: Int, line: [Coordinate])] = []
        var line: [Coordinate] = []
        line.reserveCapacity(positions.count)
        for (index, position) in positions.enumerated() {
            if let position { line.append(position) }
            if position == nil || index == positions.count - 1 {
                let end = position == nil ? index : index + 1
                if line.count > 1 { parts.append((end - line.count, line)) }
                line = []
            }
        }
        return parts
    }

    package var lacksNodes: Bool { positions.contains { $0 == nil } }
}

package struct OSMRelation: Sendable {
    package struct Member: Sendable, Hashable {
        package let ref: OSMRef
        package let role: String
    }

    package let ref: OSMRef
    package let tags: OSMTags
    package let members: [Member]
}

package struct OSMArea: Sendable {
    package let ref: OSMRef
    package let tags: OSMTags
    package let outcome: OSMAreaOutcome
}

/// What libosmium's assembler made of a closed way or a multipolygon.
package enum OSMAreaOutcome: Sendable {
    /// At least one polygon; rings are closed, outer ones counter-clockwise, holes clockwise.
    case polygons([Polygon])
    case problem(OSMAreaProblem)
}

/// Why a closed way or a multipolygon is no area; the raw value is what a report says.
package enum OSMAreaProblem: String, Sendable, CaseIterable {
    case missingMembers = "member ways missing from the input"
    case missingNodes = "nodes missing from the input"
    case openRing = "ring not closed"
    case intersection = "rings cross"
    case overlap = "segments overlap"
    case degenerate = "no ring"
}
