internal import GeoModel
internal import OSMReader

/// A way along which house numbers run, kept until the numbers of its nodes are known.
///
/// <https://wiki.openstreetmap.org/wiki/Key:addr:interpolation>. Few, so they wait in memory.
struct InterpolationDraft {
    let ref: OSMRef
    let kind: String
    let street: String?
    let nodeIDs: [Int64]
    let line: [Coordinate]

    /// nil for a way that is none, or of which less than two nodes in a row, on different spots, are
    /// known.
    init?(_ way: OSMWay) {
        guard let kind = way.tags["addr:interpolation"],
            let part = way.knownParts.filter(\.line.hasLength)
                .max(by: { $0.line.count < $1.line.count })
        else { return nil }
        ref = way.ref
        self.kind = kind
        street = AddressTags.street(way.tags)
        nodeIDs = Array(way.nodeIDs[part.start..<part.start + part.line.count])
        line = part.line
    }

    /// The numbers as the region file keeps them, and the street that the way or its nodes name;
    /// nil when less than two nodes have a number, as there is nothing to run between then.
    func numbers(
        of address: (Int64) throws -> (houseNumber: String, street: String?)?
    ) rethrows -> (json: String, street: String?)? {
        var entries: [String] = []
        var street = street
        for (index, node) in nodeIDs.enumerated() {
            guard let found = try address(node) else { continue }
            var quoted: [UInt8] = []
            quoted.append(jsonString: found.houseNumber)
            entries.append("[\(index),\(String(decoding: quoted, as: UTF8.self))]")
            street = street ?? found.street
        }
        return entries.count < 2 ? nil : ("[\(entries.joined(separator: ","))]", street)
    }
}
