import FoundationEssentials
package import GeoModel
import HTTPServer

/// The body that makes or edits a saved place: a GeoJSON feature, or its `name`, `geometry` and
/// `radiusInMeters` side by side. What is absent stays as it is.
struct SavedPlaceBody {
    let name: String?
    private let geometry: GeoJSONGeometry?
    private let radiusInMeters: Double?

    private struct Properties: Decodable {
        let name: String?
        let radiusInMeters: Double?
    }

    private struct Members: Decodable {
        let type: String?
        let name: String?
        let radiusInMeters: Double?
        let geometry: GeoJSONGeometry?
        let properties: Properties?
    }

    /// - Throws: `APIError` for another type of body, and for what is no such object.
    init(_ request: Request) throws {
        let type = request.header("Content-Type")?.prefix { $0 != ";" && $0 != " " }.lowercased()
        let allowed = [
            "application/json", "application/geo+json", "application/merge-patch+json",
        ]
        guard let type, allowed.contains(type) else { throw APIError.contentTypeIsNotJSON(type) }
        guard case .bytes(let bytes) = request.body, !bytes.isEmpty else {
            throw APIError.bodyIsNotJSON(reason: "it is empty")
        }
        do {
            let members = try JSONDecoder().decode(Members.self, from: Data(bytes))
            if let type = members.type, type != "Feature" {
                throw APIError.invalid(parameter: "type", remedy: "Send a Feature.")
            }
            name = members.name ?? members.properties?.name
            radiusInMeters = members.radiusInMeters ?? members.properties?.radiusInMeters
            geometry = members.geometry
        } catch DecodingError.typeMismatch(_, let context) {
            throw APIError.invalid(
                parameter: context.codingPath.first?.stringValue ?? "body",
                remedy: "Send a GeoJSON feature with a name.")
        } catch let error as DecodingError {
            guard case .dataCorrupted(let context) = error, !context.codingPath.isEmpty else {
                throw APIError.bodyIsNotJSON(reason: "it does not parse, or is not an object")
            }
            throw APIError.invalid(
                parameter: context.codingPath.first?.stringValue ?? "body",
                remedy: context.debugDescription)
        }
    }

    /// The shape that is sent, with what is absent taken from `old`; nil when nothing of it is sent.
    func shape(over old: SavedPlaceShape?) throws(APIError) -> SavedPlaceShape? {
        guard geometry != nil || radiusInMeters != nil else { return nil }
        switch geometry?.geometry {
        case .point(let center):
            if let radiusInMeters { return .circle(center: center, radiusInMeters: radiusInMeters) }
            if case .circle(_, let radius) = old {
                return .circle(center: center, radiusInMeters: radius)
            }
            throw .invalid(
                parameter: "radiusInMeters", remedy: "Send the circle's radius, 1 to 50000 metres.")
        case let area?:
            guard radiusInMeters == nil else {
                throw .invalid(
                    parameter: "radiusInMeters", remedy: "It belongs to a Point: leave it out.")
            }
            return .area(area)
        case nil:
            guard let radiusInMeters, case .circle(let center, _) = old else {
                throw .invalid(
                    parameter: "geometry", remedy: "Send a Point, the circle's centre.")
            }
            return .circle(center: center, radiusInMeters: radiusInMeters)
        }
    }
}

/// A geometry of RFC 7946: longitude first, heights left out. Only points, polygons and several
/// polygons are taken.
package struct GeoJSONGeometry: Decodable {
    package let geometry: Geometry

    private enum CodingKeys: String, CodingKey { case type, coordinates }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func fault(_ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: .coordinates, in: container, debugDescription: reason)
        }
        func position(_ numbers: [Double]) throws -> Coordinate {
            guard numbers.count >= 2,
                let position = Coordinate(
                    decimalLatitude: numbers[1], decimalLongitude: numbers[0])
            else {
                throw fault(
                    "Send positions as [longitude, latitude], within -180...180 and -90...90.")
            }
            return position
        }
        func polygon(_ rings: [[[Double]]]) throws -> Polygon {
            let rings = try rings.map { try $0.map(position) }
            guard let outer = rings.first,
                rings.allSatisfy({ $0.count >= 4 && $0.first == $0.last })
            else {
                throw fault("Send rings of four positions at least, the last equal to the first.")
            }
            return Polygon(outer: outer, holes: Array(rings.dropFirst()))
        }
        switch try container.decode(String.self, forKey: .type) {
        case "Point":
            geometry = .point(try position(container.decode([Double].self, forKey: .coordinates)))
        case "Polygon":
            geometry = .polygon(
                try polygon(container.decode([[[Double]]].self, forKey: .coordinates)))
        case "MultiPolygon":
            geometry = .multiPolygon(
                try container.decode([[[[Double]]]].self, forKey: .coordinates).map(polygon))
        default: throw fault("Send a Point, Polygon or MultiPolygon.")
        }
    }
}

extension GeoJSONGeometry {
    private struct Feature: Decodable { let geometry: GeoJSONGeometry }

    /// Reads a geometry, or the geometry of a feature.
    ///
    /// - Returns: nil when it is neither, or not one that is taken.
    package static func read(_ bytes: [UInt8]) -> Geometry? {
        let decoder = JSONDecoder()
        let data = Data(bytes)
        let found =
            (try? decoder.decode(GeoJSONGeometry.self, from: data))
            ?? (try? decoder.decode(Feature.self, from: data))?.geometry
        return found?.geometry
    }
}
