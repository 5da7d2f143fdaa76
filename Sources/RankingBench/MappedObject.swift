internal import Database
internal import FoundationEssentials
package import GeoModel
internal import Geodesy
internal import Glibc

/// A place of an imported region with its whole shape, as the draw needs it.
///
/// Only what the map says: neither the importance nor anything else that the ranking computes.
package struct MappedObject: Sendable {
    package let ref: OSMRef
    package let category, type: String
    package let name: String?
    package let tags: [String: String]
    /// A point on it: the node, or a point inside the footprint.
    package let position: Coordinate
    package let shape: Geometry

    /// Reads every place of a region's file.
    ///
    /// - Throws: `DatabaseError`.
    package static func all(inRegion path: String) throws -> [MappedObject] {
        let connection = try Connection(path: path, mode: .readOnly(immutable: true))
        let row = try connection.statement(
            """
            SELECT osm_type, osm_id, category, type, name, tags, lon, lat, geom FROM place
            ORDER BY osm_type, osm_id, category, type
            """)
        var objects: [MappedObject] = []
        while try row.step() {
            let type: OSMType =
                switch row.text(0) {
                case "W": .way
                case "R": .relation
                default: .node
                }
            let tags = try JSONDecoder().decode(
                [String: String].self, from: Data(row.text(5).utf8))
            guard let shape = row.withBlob(8, { SpatialBlob.decode($0) }) else { continue }
            objects.append(
                MappedObject(
                    ref: OSMRef(osmType: type, osmID: row.int64(1)), category: row.text(2),
                    type: row.text(3), name: row.optionalText(4), tags: tags,
                    position: Coordinate(
                        clampingLatitude: row.double(7), wrappingLongitude: row.double(6)),
                    shape: shape))
        }
        return objects
    }

    package init(
        ref: OSMRef, category: String, type: String, name: String?, tags: [String: String],
        position: Coordinate, shape: Geometry
    ) {
        self.ref = ref
        self.category = category
        self.type = type
        self.name = name
        self.tags = tags
        self.position = position
        self.shape = shape
    }

    /// Tells it from all others: an object of the map may be two places.
    var key: String { "\(ref) \(category)=\(type)" }

    var isArea: Bool {
        switch shape {
        case .polygon, .multiPolygon: true
        case .point, .lineString, .multiLineString: false
        }
    }

    /// The diagonal of its box in metres; 0 of a point.
    var metersAcross: Double {
        guard let box = shape.boundingBox else { return 0 }
        let narrowing = cos(position.decimalLatitude * .pi / 180)
        return hypot(
            (box.east - box.west) * 111_320 * narrowing, (box.north - box.south) * 111_320)
    }

    /// 0 where the boxes of the two shapes meet.
    func metersBetweenBoxes(_ other: MappedObject) -> Double {
        guard let box = shape.boundingBox, let otherBox = other.shape.boundingBox else {
            return .infinity
        }
        let narrowing = cos(position.decimalLatitude * .pi / 180)
        return hypot(
            max(0, otherBox.west - box.east, box.west - otherBox.east) * 111_320 * narrowing,
            max(0, otherBox.south - box.north, box.south - otherBox.north) * 111_320)
    }

    /// Of its areas, holes left out; 0 of what is no area.
    var squareMeters: Double {
        let degrees: Double =
            switch shape {
            case .polygon(let polygon): polygon.planarArea
            case .multiPolygon(let polygons): polygons.reduce(0) { $0 + $1.planarArea }
            case .point, .lineString, .multiLineString: 0
            }
        let degree = 111_320.0
        return degrees * degree * degree * cos(position.decimalLatitude * .pi / 180)
    }

    /// Metres above the ground by its tags: `height`, or storeys of 3 m; 0 when it says neither.
    var height: Double {
        func number(_ key: String) -> Double? {
            tags[key].flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) }
        }
        return min(500, number("height") ?? number("building:levels").map { $0 * 3 } ?? 0)
    }

    /// Street and number of an office with a name; nil of anything else.
    var officeAddress: String? {
        guard category == "office", name != nil, let street = tags["addr:street"],
            let number = tags["addr:housenumber"]
        else { return nil }
        return "\(street) \(number)"
    }

    var hasArticle: Bool { tags["wikidata"] != nil || tags["wikipedia"] != nil }
}
