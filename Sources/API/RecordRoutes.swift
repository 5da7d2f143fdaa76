import Exports
import GeoModel
package import HTTPServer
package import Records

/// The routes that review records: list, show, photo, edit, delete, export.
package struct RecordRoutes: Sendable {
    private let records: RecordStore
    private let taxa: RecordedTaxa
    private let dates: PublicDates

    /// - Parameters:
    ///   - taxa: Tells which records are of a taxon; nil goes by their names as they are.
    ///   - dates: How exactly the public learns when a concealed record was made.
    package init(
        _ records: RecordStore, taxa: RecordedTaxa? = nil, dates: PublicDates = .month
    ) {
        self.records = records
        self.taxa = taxa ?? RecordedTaxa(records, nil)
        self.dates = dates
    }

    /// Whether the server speaks TLS, which addresses of photos have to say.
    var isTLS = false

    /// An edit holds a name of 500 characters and notes of 10,000: 64 KiB in any script.
    private static let bodyLimit = 64 << 10

    package var routes: [Route] {
        [
            Route("GET", "/v1/records", execution: .worker, handler: list),
            Route("GET", "/v1/records/{id}", handler: show),
            Route(
                "PATCH", "/v1/records/{id}", body: .memory(limit: Self.bodyLimit),
                execution: .worker, handler: edit),
            Route("DELETE", "/v1/records/{id}", execution: .worker, handler: delete),
            Route(
                "POST", "/v1/records/{id}/restoration", body: .memory(limit: Self.bodyLimit),
                execution: .worker, handler: restore),
            Route("GET", "/v1/deleted-records", execution: .worker, handler: listDeleted),
            Route("GET", "/v1/records/{id}/photo", execution: .worker, handler: photo),
        ]
            + ExportFormat.allCases.map { format in
                Route("GET", format.path, execution: .worker) { try export($0, as: format) }
            }
    }

    private func recordFilter(_ parameters: Parameters) throws -> RecordFilter {
        var filter = try parameters.recordFilter()
        filter.taxon = try parameters.taxon(of: taxa)
        return filter
    }

    @Sendable private func list(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        var filter = try recordFilter(parameters)
        filter.limit =
            try parameters.integer("limit", in: 1...RecordFilter.maximumLimit)
            ?? RecordFilter.defaultLimit
        filter.cursor = parameters.text("cursor")
        switch try request.recordScope(dates) {
        case .all:
            return try Self.page(request, filter.limit) { json in
                try records.list(filter) { json.value($0) }
            }
        case .public(let dates):
            return try Self.page(request, filter.limit) { json in
                let page = try records.publicList(filter, dates: dates)
                for record in page.records { json.value(record) }
                return ListEnd(nextCursor: page.nextCursor, total: page.total)
            }
        }
    }

    /// - Parameter write: Writes the records of the page.
    private static func page(
        _ request: Request, _ limit: Int, _ write: (inout JSONWriter) throws -> ListEnd
    ) throws -> Response {
        var json = JSONWriter(reserving: 1024 * (limit + 1))
        json.beginObject()
        json.key("records")
        json.beginArray()
        let end = try write(&json)
        json.endArray()
        let next = end.nextCursor.map { request.link(toCursor: $0) }
        json.member(ifPresent: "numberMatched", end.total.map(Int64.init))
        json.member(ifPresent: "next", next)
        json.endObject()
        return try Response.json(json).linking(next).forThisCallerOnly()
    }

    /// The record that the path means: by its own id, or by the one it has in public.
    private func id(_ request: Request) throws -> UUIDv7 {
        let text = request.parameter("id") ?? ""
        guard let id = try UUIDv7(text) ?? records.occurrenceID(publicID: text) else {
            throw APIError.notFound(what: "record of this id")
        }
        return id
    }

    @Sendable private func show(_ request: Request) throws -> Response {
        switch try request.recordScope(dates) {
        case .all:
            let id = try id(request)
            guard let record = try records.record(id) else { throw RecordError.recordNotFound(id) }
            let tag = record.tag
            return request.isCurrent(tag)
                ? .notModified(tag).forThisCallerOnly() : try .record(record)
        case .public(let dates):
            let response = try Response.record(try publicRecord(request, dates))
            guard let tag = response.entityTag, request.isCurrent(tag) else { return response }
            return .notModified(tag).forThisCallerOnly()
        }
    }

    /// - Throws: `APIError.notFound` alike for what never was, was deleted, or goes by another id.
    private func publicRecord(_ request: Request, _ dates: PublicDates) throws -> PublicRecord {
        guard
            let record = try records.publicRecord(request.parameter("id") ?? "", dates: dates)
        else { throw APIError.notFound(what: "record of this id") }
        return record
    }

    @Sendable private func photo(_ request: Request) throws -> Response {
        let size = try size(Parameters(query: request.query))
        if case .public(let dates) = try request.recordScope(dates) {
            return try publicPhoto(request, size, dates)
        }
        let id = try id(request)
        guard let record = try records.record(id) else { throw RecordError.recordNotFound(id) }
        guard let facts = record.photo else { throw RecordError.noPhoto(id) }
        let tag = EntityTag(size.map { "\(facts.sha256)-\($0)" } ?? facts.sha256)
        if request.isCurrent(tag) { return .notModified(tag).forThisCallerOnly() }
        let photo = try openPhoto(of: id) {
            try size.map { try records.thumbnailPath(id, longestSide: $0) }
                ?? records.photoPath(id)
        }.adding("ETag", "\(tag)").forThisCallerOnly()
        return size == nil ? photo.stating(sha256: facts.sha256) : photo
    }

    /// The copy without metadata, or a thumbnail. Its tag says no more than that a photo of this id never
    /// changes: a hash would tell whether it is one that is known from elsewhere.
    private func publicPhoto(
        _ request: Request, _ size: Int?, _ dates: PublicDates
    ) throws -> Response {
        let record = try publicRecord(request, dates)
        guard record.photo != nil, let id = try records.occurrenceID(publicID: record.id) else {
            throw APIError.notFound(what: "photo of this record")
        }
        let tag = EntityTag("public-\(size.map(String.init) ?? "full")")
        if request.isCurrent(tag) { return .notModified(tag).forThisCallerOnly() }
        do {
            return try openPhoto(of: id) {
                try records.publicPhotoPath(id, longestSide: size, dates: dates)
            }.adding("ETag", "\(tag)").forThisCallerOnly()
        } catch is RecordError {
            // Their texts name the record by its own id.
            throw APIError.notFound(what: "photo of this record")
        }
    }

    /// The photo or a copy, open. A record that is deleted between the look and the opening is
    /// told as deleted, not as one whose file is missing.
    private func openPhoto(of id: UUIDv7, path: () throws -> String) throws -> Response {
        do {
            return try .file(path(), contentType: "image/jpeg")
        } catch {
            guard try records.record(id) != nil else { throw RecordError.recordNotFound(id) }
            throw error
        }
    }

    private func size(_ parameters: Parameters) throws(APIError) -> Int? {
        guard parameters.isSent("size") else { return nil }
        let sizes = PhotoStore.thumbnailSizes
        guard let size = parameters.text("size").flatMap({ Int($0) }), sizes.contains(size) else {
            let offered = sizes.map(String.init).joined(separator: ", ")
            throw .invalid(
                parameter: "size", remedy: "Use \(offered), or leave it out for the original.")
        }
        return size
    }

    @Sendable private func edit(_ request: Request) throws -> Response {
        let id = try id(request)
        // First, so that a client with edits of a deleted record hears that, whatever they are.
        let revision = try revision(request.ifMatch, of: id)
        let members = try TextMembers(
            request,
            allowed: ["name", "scientificName", "occurrenceRemarks", "recordedBy", "geoprivacy"])
        if members.isNull("name") {
            throw APIError.invalid(parameter: "name", remedy: "A record keeps a name: send text.")
        }
        var patch = RecordPatch()
        patch.name = members["name"]
        patch.scientificName = members.change(of: "scientificName")
        patch.occurrenceRemarks = members.change(of: "occurrenceRemarks")
        patch.recordedBy = members.change(of: "recordedBy")
        patch.geoprivacy = try members.geoprivacy()
        guard request.ifMatch != .absent else { throw APIError.preconditionRequired }
        return try .record(try records.update(id, patch, ifRevision: revision))
    }

    /// The revision that the client says it edits; nil for any.
    ///
    /// A tag of an older computation of the same revision will do: the edit is guarded against another person's,
    /// and a computation touches nothing that a person can edit.
    ///
    /// - Throws: `RecordError.recordNotFound`, `.recordGone`; `.revisionMismatch` when no tag that was sent is of
    ///   the revision.
    private func revision(_ condition: Request.IfMatch, of id: UUIDv7) throws -> Int? {
        guard let record = try records.record(id) else { throw RecordError.recordNotFound(id) }
        guard case .only(let tags) = condition else { return nil }
        guard tags.contains(where: { $0.isOf(revision: record.revision) }) else {
            throw RecordError.revisionMismatch(id, current: record.revision)
        }
        return record.revision
    }

    @Sendable private func delete(_ request: Request) throws -> Response {
        let id = try id(request)
        _ = try records.delete(id, ifRevision: try revision(request.ifMatch, of: id))
        return Response(status: 204)
    }

    @Sendable private func restore(_ request: Request) throws -> Response {
        try .record(try records.restore(id(request)).record)
    }

    @Sendable private func listDeleted(_ request: Request) throws -> Response {
        let parameters = Parameters(query: request.query)
        let page = try records.deletedRecords(
            limit: parameters.integer("limit", in: 1...RecordFilter.maximumLimit)
                ?? RecordFilter.defaultLimit, cursor: parameters.text("cursor"))
        let next = page.nextCursor.map { request.link(toCursor: $0) }
        var json = JSONWriter(reserving: 1024 * (page.records.count + 1))
        json.object { json in
            json.member(deletedRecords: page.records)
            json.member(ifPresent: "next", next)
        }
        return try Response.json(json).linking(next)
    }

    private func export(_ request: Request, as format: ExportFormat) throws -> Response {
        let filter = try recordFilter(Parameters(query: request.query))
        let scope = try request.recordScope(dates)
        let stream = ExportStream(
            records, filter, as: format, scope: scope,
            service: ServiceAddress(request, isTLS: isTLS).address(of: ""))
        // What will not do is said now, while there is a status to say it with.
        try stream.begin()
        let name = DownloadName(format, filter, scope)
        return Response(
            contentType: format.contentType,
            headers: [.init("Content-Disposition", name.disposition)],
            body: .stream { try stream.next() }
        ).forThisCallerOnly()
    }
}

extension ExportFormat {
    var path: String { "/v1/export/\(rawValue)" }
}

extension Record {
    /// The revision, and behind a point how often its computed part has changed, if it has: what is shown is another
    /// then, and what a person may edit is not.
    var tag: EntityTag {
        let computed = computation.revision
        return EntityTag(computed == 0 ? "\(revision)" : "\(revision).\(computed)")
    }
}

extension EntityTag {
    /// Whether it is a tag of this revision, whatever was computed.
    fileprivate func isOf(revision: Int) -> Bool {
        let text = description.dropFirst().dropLast()
        return text.prefix { $0 != "." } == "\(revision)"
    }
}

extension Response {
    /// A record with its tag.
    static func record(_ record: Record, status: Int = 200) throws -> Response {
        var json = JSONWriter(reserving: 4096)
        json.value(record)
        return try .json(json, status: status)
            .adding("ETag", "\(record.tag)").forThisCallerOnly()
    }
}
