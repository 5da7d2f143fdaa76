package import Exports
package import GeoModel
package import HTTPServer
package import Records

/// The routes of the person's own places: list, add, show, edit, delete.
///
/// Each is a GeoJSON feature (RFC 7946). A circle is a Point with the property `radiusInMeters`.
package struct SavedPlaceRoutes: Sendable {
    private let records: RecordStore

    package init(_ records: RecordStore) { self.records = records }

    /// 10,000 positions of 40 bytes, and their brackets: 1 MiB.
    private static let bodyLimit = 1 << 20
    private static let path = "/v1/saved-places"

    package var routes: [Route] {
        [
            Route("GET", Self.path, execution: .worker, handler: list),
            Route(
                "POST", Self.path, body: .memory(limit: Self.bodyLimit), execution: .worker,
                handler: add),
            Route("GET", "\(Self.path)/{id}", handler: show),
            Route(
                "PATCH", "\(Self.path)/{id}", body: .memory(limit: Self.bodyLimit),
                execution: .worker, handler: edit),
            Route("DELETE", "\(Self.path)/{id}", execution: .worker, handler: delete),
        ]
    }

    @Sendable private func list(_ request: Request) throws -> Response {
        try .json(
            Self.featureCollection(try records.savedPlaces()), contentType: "application/geo+json")
    }

    /// The places as GeoJSON, a feature each.
    package static func featureCollection(_ places: [SavedPlace]) -> JSONWriter {
        var json = JSONWriter(reserving: 4096)
        json.object { json in
            json.member("type", "FeatureCollection")
            json.array("features") { json in
                for place in places { json.object { $0.members(of: place) } }
            }
        }
        return json
    }

    /// One place as a GeoJSON feature.
    package static func feature(_ place: SavedPlace) -> JSONWriter {
        var json = JSONWriter(reserving: 1024)
        json.object { $0.members(of: place) }
        return json
    }

    @Sendable private func add(_ request: Request) throws -> Response {
        let body = try SavedPlaceBody(request)
        guard let name = body.name else {
            throw APIError.invalid(parameter: "name", remedy: "Send a name as text.")
        }
        guard let shape = try body.shape(over: nil) else {
            throw APIError.invalid(
                parameter: "geometry",
                remedy: "Send a Polygon or MultiPolygon, or a Point with radiusInMeters.")
        }
        let place = try records.addSavedPlace(name: name, shape: shape)
        return try Self.answer(place, status: 201).adding("Location", "\(Self.path)/\(place.id)")
    }

    @Sendable private func show(_ request: Request) throws -> Response {
        let place = try records.savedPlace(try Self.id(request))
        let tag = EntityTag(String(place.revision))
        return request.isCurrent(tag) ? .notModified(tag) : try Self.answer(place)
    }

    @Sendable private func edit(_ request: Request) throws -> Response {
        let id = try Self.id(request)
        let body = try SavedPlaceBody(request)
        guard request.ifMatch != .absent else { throw APIError.preconditionRequired }
        let old = try records.savedPlace(id)
        let patch = SavedPlacePatch(name: body.name, shape: try body.shape(over: old.shape))
        return try Self.answer(
            try records.updateSavedPlace(id, patch, ifRevision: try revision(request, of: old)))
    }

    @Sendable private func delete(_ request: Request) throws -> Response {
        let id = try Self.id(request)
        let old = try records.savedPlace(id)
        try records.deleteSavedPlace(id, ifRevision: try revision(request, of: old))
        return Response(status: 204)
    }

    private static func id(_ request: Request) throws(APIError) -> UUIDv7 {
        guard let id = UUIDv7(request.parameter("id") ?? "") else {
            throw .notFound(what: "saved place of this id")
        }
        return id
    }

    /// The revision that the client says it edits; nil for any.
    private func revision(_ request: Request, of place: SavedPlace) throws -> Int? {
        guard case .only(let tags) = request.ifMatch else { return nil }
        guard tags.contains(EntityTag(String(place.revision))) else {
            throw RecordError.savedPlaceChanged(place.id, current: place.revision)
        }
        return place.revision
    }

    private static func answer(_ place: SavedPlace, status: Int = 200) throws -> Response {
        try .json(feature(place), status: status, contentType: "application/geo+json")
            .adding("ETag", "\(EntityTag(String(place.revision)))")
    }
}

extension JSONWriter {
    fileprivate mutating func members(of place: SavedPlace) {
        member("type", "Feature")
        member("id", place.id.description)
        object("geometry") { json in
            switch place.shape {
            case .circle(let center, _): Geometry.point(center).writeMembers(to: &json)
            case .area(let geometry): geometry.writeMembers(to: &json)
            }
        }
        object("properties") { json in
            json.member("name", place.name)
            if case .circle(_, let radius) = place.shape {
                json.member("radiusInMeters", radius, decimals: 2)
            }
            json.member("created", "\(EventDate(utc: place.created))")
            json.member("modified", "\(EventDate(utc: place.modified))")
            json.member("revision", Int64(place.revision))
        }
    }
}
