import Exports
import FoundationEssentials
import GeoModel
package import HTTPServer
package import Species

/// What a person knows better than the range maps, at one place: list, add, show, delete.
package struct RangeOverrideRoutes: Sendable {
    private let species: SpeciesStore

    package init(_ species: SpeciesStore) { self.species = species }

    /// The reason is a sentence or two.
    private static let bodyLimit = 16 << 10
    private static let path = "/v1/range-overrides"

    package var routes: [Route] {
        [
            Route("GET", Self.path, execution: .worker, handler: list),
            Route(
                "POST", Self.path, body: .memory(limit: Self.bodyLimit), execution: .worker,
                handler: add),
            Route("GET", "\(Self.path)/{id}", execution: .worker, handler: show),
            Route("DELETE", "\(Self.path)/{id}", execution: .worker, handler: delete),
        ]
    }

    @Sendable private func list(_ request: Request) throws -> Response {
        let overrides = try species.overrides()
        var json = JSONWriter(reserving: 256 * (overrides.count + 1))
        json.object { json in
            json.array("overrides") { json in
                for override in overrides { json.object { $0.members(of: override) } }
            }
        }
        return try .json(json)
    }

    @Sendable private func add(_ request: Request) throws -> Response {
        let wanted = try RangeOverrideBody(request)
        let id = try species.addOverride(
            of: wanted.scientificName, at: wanted.position,
            radiusInMeters: wanted.radiusInMeters, status: wanted.status, months: wanted.months,
            reason: wanted.reason)
        return try answer(try override(id), status: 201)
            .adding("Location", "\(Self.path)/\(id)")
    }

    @Sendable private func show(_ request: Request) throws -> Response {
        try answer(try override(try Self.id(request)))
    }

    @Sendable private func delete(_ request: Request) throws -> Response {
        let id = try override(try Self.id(request)).id
        try species.removeOverride(id)
        return Response(status: 204)
    }

    private static func id(_ request: Request) throws(APIError) -> Int64 {
        guard let id = Int64(request.parameter("id") ?? "") else {
            throw .notFound(what: "override of this id")
        }
        return id
    }

    /// - Throws: `APIError.notFound`; `DatabaseError`.
    private func override(_ id: Int64) throws -> RangeOverride {
        guard let found = try species.overrides().first(where: { $0.id == id }) else {
            throw APIError.notFound(what: "override of this id")
        }
        return found
    }

    private func answer(_ override: RangeOverride, status: Int = 200) throws -> Response {
        var json = JSONWriter(reserving: 512)
        json.object { $0.members(of: override) }
        return try .json(json, status: status)
    }
}

/// The body that makes an override.
private struct RangeOverrideBody {
    let scientificName: String
    let position: Coordinate
    let radiusInMeters: Double
    let status: RangeStatus
    /// Ascending, each once; nil for all the year.
    let months: [Int]?
    let reason: String

    private struct Members: Decodable {
        let scientificName: String?
        let decimalLatitude, decimalLongitude: Double?
        let radiusInMeters: Double?
        let status: String?
        let months: [Int]?
        let reason: String?
    }

    /// 10 km: as far as a bird of a park or a pond is met.
    private static let usualRadius = 10_000.0
    private static let textLimit = 1_000

    /// - Throws: `APIError` for another type of body, and for what is missing or wrong.
    init(_ request: Request) throws {
        let members = try Self.members(request)
        scientificName = try Self.text(members.scientificName, "scientificName")
        guard ScientificName(scientificName) != nil else {
            throw APIError.invalid(
                parameter: "scientificName", remedy: "Send the scientific name of a taxon.")
        }
        reason = try Self.text(members.reason, "reason")
        guard let latitude = members.decimalLatitude, let longitude = members.decimalLongitude
        else {
            throw APIError.missing(
                parameter: members.decimalLatitude == nil ? "decimalLatitude" : "decimalLongitude",
                remedy: "Send the middle of the circle in which it holds, in degrees.")
        }
        guard
            let position = Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)
        else {
            throw APIError.invalid(
                parameter: (-90...90).contains(latitude) ? "decimalLongitude" : "decimalLatitude",
                remedy: "Send degrees, -90 to 90 and -180 to 180.")
        }
        self.position = position
        radiusInMeters = members.radiusInMeters ?? Self.usualRadius
        guard radiusInMeters > 0, radiusInMeters <= SpeciesStore.greatestOverrideRadius else {
            throw APIError.invalid(
                parameter: "radiusInMeters",
                remedy: "Send metres, more than 0 and at most "
                    + "\(Int(SpeciesStore.greatestOverrideRadius)).")
        }
        guard let status = RangeStatus(rawValue: members.status ?? "present") else {
            let known = RangeStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw APIError.invalid(parameter: "status", remedy: "Send one of \(known).")
        }
        self.status = status
        let months = members.months.map { Set($0).sorted() }
        guard months?.allSatisfy({ (1...12).contains($0) }) ?? true else {
            throw APIError.invalid(
                parameter: "months", remedy: "Send numbers from 1 to 12, or leave it out.")
        }
        self.months = months?.isEmpty == true ? nil : months
    }

    private static func members(_ request: Request) throws -> Members {
        let type = request.header("Content-Type")?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/json" else { throw APIError.contentTypeIsNotJSON(type) }
        guard case .bytes(let bytes) = request.body, !bytes.isEmpty else {
            throw APIError.bodyIsNotJSON(reason: "it is empty")
        }
        do {
            return try JSONDecoder().decode(Members.self, from: Data(bytes))
        } catch DecodingError.typeMismatch(_, let context) {
            guard let key = context.codingPath.first?.stringValue else {
                throw APIError.bodyIsNotJSON(reason: "it is not an object")
            }
            throw APIError.invalid(
                parameter: key, remedy: "Numbers are numbers, texts are in quotes.")
        } catch {
            throw APIError.bodyIsNotJSON(reason: "it does not parse, or is not an object")
        }
    }

    private static func text(_ text: String?, _ name: String) throws(APIError) -> String {
        guard let text, !text.isEmpty else {
            throw .missing(parameter: name, remedy: "Send it as text.")
        }
        guard text.utf8.count <= textLimit else {
            throw .invalid(parameter: name, remedy: "Send at most \(textLimit) bytes.")
        }
        return text
    }
}

extension JSONWriter {
    fileprivate mutating func members(of override: RangeOverride) {
        member("id", override.id)
        member("scientificName", override.scientificName)
        member("decimalLatitude", override.decimalLatitude, decimals: 7)
        member("decimalLongitude", override.decimalLongitude, decimals: 7)
        member("radiusInMeters", override.radiusInMeters, decimals: 1)
        member("status", override.status.rawValue)
        if let months = override.months {
            array("months") { json in for month in months { json.value(month) } }
        }
        member("reason", override.reason)
        member("created", "\(override.created)")
    }
}
