internal import GeoModel
internal import OSMReader

/// Streets that `associatedStreet` and `street` relations give to their houses.
///
/// <https://wiki.openstreetmap.org/wiki/Relation:associatedStreet>. About 100 bytes a member.
struct StreetMemberships {
    static let relationTypes = ["associatedStreet", "street"]

    private struct House {
        let ref: OSMRef
        /// The relation's own name; nil when its street member names it.
        let name: String?
        let streetWay: Int64?
    }

    private var houses: [House] = []
    private var namesOfWays: [Int64: String?] = [:]

    mutating func add(_ relation: OSMRelation) {
        let name = relation.tags["name"] ?? relation.tags["addr:street"]
        let streetWay = relation.members.first { $0.role == "street" && $0.ref.osmType == .way }?
            .ref.osmID
        guard name != nil || streetWay != nil else { return }
        for member in relation.members where ["house", "address"].contains(member.role) {
            houses.append(House(ref: member.ref, name: name, streetWay: streetWay))
        }
        if name == nil, let streetWay { namesOfWays[streetWay] = .some(nil) }
    }

    /// Notes a way's name when a relation waits for it.
    mutating func note(_ way: OSMWay) {
        if namesOfWays[way.ref.osmID] != nil { namesOfWays[way.ref.osmID] = way.tags["name"] }
    }

    /// Every house of which the street's name is known.
    var streets: [(house: OSMRef, name: String)] {
        houses.compactMap { house in
            let name = house.name ?? house.streetWay.flatMap { namesOfWays[$0] ?? nil }
            return name.map { (house.ref, $0) }
        }
    }
}
