import Exports
import GeoModel

extension Geometry {
    /// `type` and `coordinates` of RFC 7946, section 3.1: longitude first, unless a reference system was asked for
    /// that has latitude first.
    func writeMembers(to json: inout JSONWriter, axes: AxisOrder = .longitudeFirst) {
        switch self {
        case .point(let position):
            json.member("type", "Point")
            json.key("coordinates")
            json.value(position, axes)
        case .lineString(let line):
            json.member("type", "LineString")
            json.array("coordinates") { $0.values(line, axes) }
        case .multiLineString(let lines):
            json.member("type", "MultiLineString")
            json.array("coordinates") { json in
                for line in lines { json.array { $0.values(line, axes) } }
            }
        case .polygon(let polygon):
            json.member("type", "Polygon")
            json.array("coordinates") { $0.values(polygon, axes) }
        case .multiPolygon(let polygons):
            json.member("type", "MultiPolygon")
            json.array("coordinates") { json in
                for polygon in polygons { json.array { $0.values(polygon, axes) } }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func values(_ line: [Coordinate], _ axes: AxisOrder) {
        for position in line { value(position, axes) }
    }

    fileprivate mutating func values(_ polygon: Polygon, _ axes: AxisOrder) {
        for ring in [polygon.outer] + polygon.holes { array { $0.values(ring, axes) } }
    }
}
