import Exports
import GeoModel

extension Geometry {
    /// `type` and `coordinates` of RFC 7946, section 3.1: longitude first.
    func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .point(let position):
            json.member("type", "Point")
            json.key("coordinates")
            json.value(position)
        case .lineString(let line):
            json.member("type", "LineString")
            json.array("coordinates") { $0.values(line) }
        case .multiLineString(let lines):
            json.member("type", "MultiLineString")
            json.array("coordinates") { json in
                for line in lines { json.array { $0.values(line) } }
            }
        case .polygon(let polygon):
            json.member("type", "Polygon")
            json.array("coordinates") { $0.values(polygon) }
        case .multiPolygon(let polygons):
            json.member("type", "MultiPolygon")
            json.array("coordinates") { json in
                for polygon in polygons { json.array { $0.values(polygon) } }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ position: Coordinate) {
        array { json in
            json.value(degree: position.decimalLongitude)
            json.value(degree: position.decimalLatitude)
        }
    }

    fileprivate mutating func values(_ line: [Coordinate]) {
        for position in line { value(position) }
    }

    fileprivate mutating func values(_ polygon: Polygon) {
        for ring in [polygon.outer] + polygon.holes { array { $0.values(ring) } }
    }
}
