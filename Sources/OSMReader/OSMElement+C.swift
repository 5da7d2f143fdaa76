internal import COsmium
internal import GeoModel

extension OSMElement {
    /// Copies an object out of the C side; nil for a kind this side does not know.
    init?(_ object: tsn_osm_object) {
        let tags = OSMTags(
            packed: UnsafeRawBufferPointer(start: object.tags, count: object.tags_length))
        switch UInt32(bitPattern: object.kind) {
        case TSN_OSM_NODE.rawValue:
            guard let position = object.positionList.first ?? nil else { return nil }
            self = .node(
                OSMNode(ref: object.ref(.node), tags: tags, position: position))
        case TSN_OSM_WAY.rawValue:
            self = .way(
                OSMWay(
                    ref: object.ref(.way), tags: tags,
                    nodeIDs: Array(
                        UnsafeBufferPointer(start: object.ids, count: object.position_count)),
                    positions: object.positionList, area: object.outcome))
        case TSN_OSM_RELATION.rawValue:
            self = .relation(
                OSMRelation(ref: object.ref(.relation), tags: tags, members: object.memberList))
        case TSN_OSM_AREA.rawValue:
            self = .area(
                OSMArea(
                    ref: object.ref(.relation), tags: tags,
                    outcome: object.outcome ?? .problem(.degenerate)))
        default: return nil
        }
    }
}

extension tsn_osm_object {
    fileprivate func ref(_ type: OSMType) -> OSMRef { OSMRef(osmType: type, osmID: id) }

    fileprivate var positionList: [Coordinate?] {
        let values = UnsafeBufferPointer(start: positions, count: 2 * position_count)
        return (0..<position_count).map { index in
            values[2 * index] == TSN_OSM_UNDEFINED
                ? nil : Coordinate(units: values[2 * index], values[2 * index + 1])
        }
    }

    fileprivate var memberList: [OSMRelation.Member] {
        let ids = UnsafeBufferPointer(start: ids, count: member_count)
        let types = UnsafeBufferPointer(start: member_types, count: member_count)
        var roles = UnsafeRawBufferPointer(start: member_roles, count: member_roles_length)[...]
        return zip(ids, types).compactMap { id, type in
            let role = roles.popText() ?? ""
            let letter = Character(UnicodeScalar(UInt8(bitPattern: type)))
            return OSMType(letterOrWord: String(letter)).map {
                OSMRelation.Member(ref: OSMRef(osmType: $0, osmID: id), role: role)
            }
        }
    }

    fileprivate var outcome: OSMAreaOutcome? {
        switch UInt32(bitPattern: problem) {
        case TSN_OSM_NO_PROBLEM.rawValue:
            ring_count == 0 ? nil : .polygons(polygons)
        case TSN_OSM_MISSING_MEMBERS.rawValue: .problem(.missingMembers)
        case TSN_OSM_MISSING_NODES.rawValue: .problem(.missingNodes)
        case TSN_OSM_OPEN_RING.rawValue: .problem(.openRing)
        case TSN_OSM_INTERSECTION.rawValue: .problem(.intersection)
        case TSN_OSM_OVERLAP.rawValue: .problem(.overlap)
        default: .problem(.degenerate)
        }
    }

    private var polygons: [Polygon] {
        let lengths = UnsafeBufferPointer(start: ring_lengths, count: ring_count)
        var polygons: [Polygon] = []
        var outer: [Coordinate] = []
        var holes: [[Coordinate]] = []
        var offset = 0
        for length in lengths {
            let count = Int(length.magnitude)
            let ring = (offset..<offset + count).map {
                Coordinate(units: ring_positions[2 * $0], ring_positions[2 * $0 + 1])
            }
            offset += count
            if length < 0 {
                holes.append(ring.running(counterClockwise: false))
            } else {
                if !outer.isEmpty { polygons.append(Polygon(outer: outer, holes: holes)) }
                outer = ring.running(counterClockwise: true)
                holes = []
            }
        }
        if !outer.isEmpty { polygons.append(Polygon(outer: outer, holes: holes)) }
        return polygons
    }
}

extension Coordinate {
    /// From libosmium's units of 1e-7 degree, which it has checked to be on the globe.
    fileprivate init(units longitude: Int32, _ latitude: Int32) {
        self.init(
            clampingLatitude: Double(latitude) / 1e7, wrappingLongitude: Double(longitude) / 1e7)
    }
}

extension [Coordinate] {
    /// The closed ring, turned round when it runs the other way.
    fileprivate func running(counterClockwise: Bool) -> [Coordinate] {
        guard let origin = first else { return self }
        var doubleArea = 0.0
        for (start, end) in zip(self, dropFirst()) {
            doubleArea +=
                (start.decimalLongitude - origin.decimalLongitude)
                * (end.decimalLatitude - origin.decimalLatitude)
                - (end.decimalLongitude - origin.decimalLongitude)
                * (start.decimalLatitude - origin.decimalLatitude)
        }
        return (doubleArea > 0) == counterClockwise ? self : reversed()
    }
}
