package import Captures
import Exports
import GeoModel
import Imaging
package import HTTPServer
package import Records

/// The capture flow: post a photo or a position, see the candidates, confirm or cancel.
package struct CaptureRoutes: Sendable {
    private let flow: CaptureFlow
    private let records: RecordStore
    private let dates: PublicDates
    private let metrics: ServiceMetrics

    /// - Parameters:
    ///   - dates: How exactly the public learns when a concealed record was made.
    ///   - metrics: Told what the sources said of each new capture.
    package init(
        _ flow: CaptureFlow, records: RecordStore, dates: PublicDates = .month,
        metrics: ServiceMetrics = ServiceMetrics()
    ) {
        self.flow = flow
        self.records = records
        self.dates = dates
        self.metrics = metrics
    }

    /// The largest phone pictures of 200 megapixels take about 50 MB.
    private static let uploadLimit = 64 << 20
    private static let bodyLimit = 64 << 10

    package var routes: [Route] {
        [
            Route(
                "POST", "/v1/captures",
                body: .upload(folder: records.directory.staging, limit: Self.uploadLimit),
                execution: .worker, handler: create),
            Route("GET", "/v1/captures/{id}", handler: show),
            Route("DELETE", "/v1/captures/{id}", execution: .worker, handler: cancel),
            Route(
                "POST", "/v1/captures/{id}/confirmation", body: .memory(limit: Self.bodyLimit),
                execution: .worker, handler: confirm),
        ]
    }

    @Sendable private func create(_ request: Request) throws -> Response {
        var pairs = request.query.map { (name: $0.name, value: $0.value) }
        if let name = pairs.map(\.name).firstRepeated() { throw APIError.sentTwice(name) }
        var photo: UploadedPart?
        var upload: Upload?
        if case .upload(let received) = request.body {
            upload = received
            if received.isMultipart {
                // A form's own fields come before those of the query.
                photo = try Self.photo(in: received)
                let fields = try Self.fields(in: received)
                if let name = fields.map(\.name).firstRepeated() { throw APIError.sentTwice(name) }
                pairs = fields + pairs
            } else {
                photo = received.parts.first
            }
        }
        // A picture that is declared and empty got lost on its way; it is not the wish for none.
        if photo == nil, request.header("Content-Type")?.lowercased().hasPrefix("image/") == true {
            throw CaptureError.photoRefused(.empty)
        }
        if let unknown = pairs.first(where: { !Self.fieldNames.contains($0.name) }) {
            throw APIError.invalid(
                parameter: unknown.name,
                remedy: "The fields are photo, \(Self.fieldNames.joined(separator: ", ")).")
        }
        var question = try Self.question(Parameters(pairs), request)
        question.photoPath = photo.flatMap { upload?.take($0) }
        let (capture, isNew) = try flow.create(question)
        if isNew { metrics.note(capture.sources) }
        return try Self.answer(capture, to: request, status: isNew ? 201 : 200)
            .adding("Location", "/v1/captures/\(capture.id)")
    }

    /// The fields of a capture, from a form or a query.
    private static func question(
        _ parameters: Parameters, _ request: Request
    ) throws -> CaptureRequest {
        var question = CaptureRequest()
        if let position = try parameters.position(.darwinCore) {
            question.decimalLatitude = position.decimalLatitude
            question.decimalLongitude = position.decimalLongitude
        }
        let anyNumber = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        question.coordinateUncertaintyInMeters = try parameters.number(
            "coordinateUncertaintyInMeters", in: anyNumber, remedy: "Send metres, above 0.")
        question.headingInDegrees = try parameters.number(
            "headingInDegrees", in: anyNumber, remedy: "Send degrees from 0 to 360.")
        question.eventDate = try parameters.eventDate("eventDate")
        question.languages = parameters.languages(
            ["lang"], header: request.acceptLanguage)
        question.key = try request.idempotencyKey
        question.mayReview = request.mayReview
        return question
    }

    /// A field of another name is refused: a position sent as `lat` would silently not count.
    private static let fieldNames = [
        "decimalLatitude", "decimalLongitude", "coordinateUncertaintyInMeters", "headingInDegrees",
        "eventDate", "lang",
    ]

    /// The fields of a form as text.
    ///
    /// - Throws: `APIError` for one that is a file or not UTF-8, whose value would be lost.
    private static func fields(
        in upload: Upload
    ) throws(APIError) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for part in upload.parts where part.name != "photo" {
            guard let text = part.text else {
                throw .invalid(
                    parameter: part.name, remedy: "Send it as a plain field, in UTF-8.")
            }
            fields.append((name: part.name, value: text))
        }
        return fields
    }

    /// The part `photo`, which must be a file, and the only one; nil when there is none.
    private static func photo(in upload: Upload) throws(APIError) -> UploadedPart? {
        guard upload.parts.count(where: { $0.name == "photo" }) <= 1 else {
            throw .invalid(
                parameter: "photo", remedy: "A capture has one photo. Send each on its own.")
        }
        guard let part = upload.first(named: "photo") else {
            if let stray = upload.parts.first(where: { $0.path != nil }) {
                throw .invalid(
                    parameter: stray.name, remedy: "Name the part with the JPEG 'photo'.")
            }
            return nil
        }
        guard part.path != nil else {
            throw .invalid(
                parameter: "photo", remedy: "Send it as a file, with a filename in its part.")
        }
        return part
    }

    @Sendable private func show(_ request: Request) throws -> Response {
        let id = try Self.id(request)
        guard let capture = try flow.capture(id) else { throw RecordError.captureNotFound(id) }
        switch capture.state {
        case .pending, .confirmed: break
        case .cancelled: throw RecordError.captureCancelled(id)
        case .expired: throw RecordError.captureExpired(id)
        }
        return try Self.answer(capture, to: request, status: 200)
    }

    /// A capture that waits is shown to whoever has its id, which chance guards: nobody else can confirm it.
    /// A confirmed one has become a record, whose own rules say who sees its place.
    private static func answer(
        _ capture: Capture, to request: Request, status: Int
    ) throws -> Response {
        var json = JSONWriter(reserving: 8192)
        if capture.state != .confirmed || request.mayReview {
            json.value(capture)
        } else {
            json.object { json in
                json.member("id", capture.id.description)
                json.member("state", capture.state.rawValue)
                for list in ["sources", "candidates", "notices"] { json.array(list) { _ in } }
            }
        }
        return try .json(json, status: status)
            .adding("Cache-Control", "private, no-store").adding("Vary", "Authorization")
    }

    @Sendable private func cancel(_ request: Request) throws -> Response {
        do {
            try flow.cancel(Self.id(request))
        } catch RecordError.captureConfirmed where !request.mayReview {
            throw APIError.captureConfirmed
        }
        return Response(status: 204)
    }

    @Sendable private func confirm(_ request: Request) throws -> Response {
        let id = try Self.id(request)
        let members = try TextMembers(
            request,
            allowed: [
                "candidateId", "name", "kind", "occurrenceRemarks", "recordedBy", "geoprivacy",
            ])
        var confirmation = Confirmation()
        confirmation.candidateID = members["candidateId"]
        confirmation.name = members["name"]
        if let kind = members["kind"] {
            guard members["candidateId"] == nil else {
                throw APIError.invalid(
                    parameter: "kind",
                    remedy:
                        "A candidate has its own. Leave it out, or send a name in place of candidateId."
                )
            }
            guard let known = CandidateKind(rawValue: kind) else {
                let kinds = CandidateKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError.invalid(parameter: "kind", remedy: "Use one of \(kinds).")
            }
            confirmation.kind = known
        }
        confirmation.occurrenceRemarks = members["occurrenceRemarks"]
        confirmation.recordedBy = members["recordedBy"]
        confirmation.geoprivacy = try members.geoprivacy() ?? .open
        confirmation.key = try request.idempotencyKey
        let (record, isNew) = try confirmed(id, confirmation, request)
        let status = isNew ? 201 : 200
        switch try request.recordScope(dates) {
        case .all:
            return try .record(record, status: status)
                .adding("Location", "/v1/records/\(record.occurrenceID)")
        case .public(let dates):
            guard let shown = try records.publicRecord(of: record.occurrenceID, dates: dates)
            else { throw APIError.notFound(what: "record of this capture any more") }
            return try .record(shown, status: status)
                .adding("Location", "/v1/records/\(shown.id)")
        }
    }

    private func confirmed(
        _ id: UUIDv7, _ confirmation: Confirmation, _ request: Request
    ) throws -> (record: Record, isNew: Bool) {
        do {
            return try flow.confirm(id, confirmation)
        } catch RecordError.captureConfirmed where !request.mayReview {
            // Its text names the record by its own id.
            throw APIError.captureConfirmed
        }
    }

    private static func id(_ request: Request) throws(APIError) -> UUIDv7 {
        guard let id = UUIDv7(request.parameter("id") ?? "") else {
            throw .notFound(what: "capture of this id")
        }
        return id
    }
}
