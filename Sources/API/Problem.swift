import Captures
import Database
import Exports
import GeoModel
import Imaging
package import HTTPServer
import PlaceIndex
import Records
import Species

/// An error as RFC 9457 has it: what is wrong, and what to do next.
struct Problem {
    let status: Int
    let detail: String
    /// The parameter or header at fault.
    var field: String?
    /// What the record is at now, when another revision was expected.
    var currentTag: EntityTag?
    var headers: [Response.Header] = []
    /// How what was asked for ended, for programs: name and text of each member.
    var state: [(name: String, text: String)] = []

    var response: Response {
        var json = JSONWriter()
        json.object { json in
            json.member("type", "about:blank")
            json.member("title", Self.titles[status] ?? "Error")
            json.member("status", status)
            json.member("detail", detail)
            json.member(ifPresent: "field", field)
            for member in state { json.member(member.name, member.text) }
        }
        let response = Response(
            status: status, contentType: "application/problem+json", headers: headers,
            body: .bytes(json.bytes))
        return currentTag.map { response.adding("ETag", "\($0)") } ?? response
    }

    /// The names of RFC 9110, section 15, as `about:blank` asks.
    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed",
        408: "Request Timeout",
        409: "Conflict", 410: "Gone", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        421: "Misdirected Request",
        422: "Unprocessable Content",
        428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        500: "Internal Server Error", 503: "Service Unavailable", 507: "Insufficient Storage",
    ]
}

extension Response {
    /// The one mapping from an error to a status. An error of another kind is a fault of ours: its
    /// text may hold paths, so the client hears only that the log has it.
    package static func answer(to error: any Error) -> Response {
        let problem: Problem =
            switch error {
            case let error as APIError: Problem(error)
            case let error as CaptureError: Problem(error)
            case let error as RecordError: Problem(error)
            case let error as PlaceIndexError: Problem(error)
            case let error as DatabaseError: Problem(error)
            case let error as SpeciesError: Problem(error)
            case let error as AccessRefusal:
                Problem(status: error.status, detail: "\(error)", headers: error.headers)
            case let error as Refusal: Problem(status: error.status, detail: "\(error)")
            default: .fault
            }
        return problem.response
    }
}

extension Problem {
    static let fault = Problem(
        status: 500,
        detail: "The service failed to answer. Its log names the cause for this request.")
    static let diskFull = Problem(
        status: 507,
        detail: "The disk is full. Nothing was stored; free some space and send it again.")

    init(_ error: APIError) {
        self.init(status: error.status, detail: "\(error)", field: error.field)
    }

    init(_ error: CaptureError) {
        switch error {
        case .nothingSent: self.init(status: 400, detail: "\(error)", field: "photo")
        case .invalidField(let name, _): self.init(status: 400, detail: "\(error)", field: name)
        case .photoRefused(let reason): self.init(reason)
        case .candidateNotOffered:
            self.init(status: 409, detail: "\(error)", field: "candidateId")
        case .nothingChosen, .twoChosen: self.init(status: 400, detail: "\(error)")
        }
    }

    init(_ error: ImagingError) {
        let status =
            switch error {
            case .empty: 400
            case .tooManyBytes: 413
            case .notJPEG: 415
            case .malformed, .noDimensions, .tooManyPixels, .unsupported, .truncated, .undecodable:
                422
            case .unreadable, .notEncoded: 500
            }
        self = status == 500 ? .fault : Problem(status: status, detail: "\(error)", field: "photo")
    }

    init(_ error: PlaceIndexError) {
        switch error {
        case .radiusOutOfRange: self.init(status: 400, detail: "\(error)", field: "radius")
        case .limitOutOfRange: self.init(status: 400, detail: "\(error)", field: "limit")
        case .zoomOutOfRange: self.init(status: 400, detail: "\(error)", field: "zoom")
        case .noLayers: self.init(status: 400, detail: "\(error)", field: "layer")
        case .notARegion, .otherVersion, .notCountries: self = .fault
        }
    }

    init(_ error: SpeciesError) {
        switch error {
        case .limitOutOfRange: self.init(status: 400, detail: "\(error)", field: "limit")
        case .unknownFamily: self.init(status: 400, detail: "\(error)", field: "family")
        case .invalidCursor: self.init(status: 400, detail: "\(error)", field: "cursor")
        case .goalOutOfRange: self.init(status: 400, detail: "\(error)")
        case .newerSchema, .foreignDatabase, .schemaNotMade: self = .fault
        }
    }

    init(_ error: DatabaseError) {
        switch error {
        case .full: self = .diskFull
        case .busy:
            self.init(
                status: 503,
                detail: "Another program holds the database. Nothing was stored; try again.")
        case .cannotOpen, .notADatabase, .corrupt, .failed: self = .fault
        }
    }

    init(_ error: RecordError) {
        switch error {
        case .recordNotFound, .captureNotFound, .savedPlaceNotFound, .noPhoto, .photoMissing:
            self.init(status: 404, detail: "\(error)")
        case .recordGone(let id, let deleted, let end):
            self.init(status: 410, detail: "\(error)")
            state = [("state", "deleted"), ("deleted", EventDate(utc: deleted).description)]
            if let end {
                state += [
                    ("restorableUntil", EventDate(utc: end).description),
                    ("restoration", "/v1/records/\(id)/restoration"),
                ]
            }
        case .captureCancelled:
            self.init(status: 410, detail: "\(error)", state: [("state", "cancelled")])
        case .captureExpired:
            self.init(status: 410, detail: "\(error)", state: [("state", "expired")])
        case .revisionMismatch(_, let current), .savedPlaceChanged(_, let current):
            self.init(
                status: 412, detail: "\(error)", field: "If-Match",
                currentTag: EntityTag(String(current)))
        case .captureConfirmed, .stagedPhotoMissing: self.init(status: 409, detail: "\(error)")
        case .keyReused: self.init(status: 409, detail: "\(error)", field: "Idempotency-Key")
        case .invalidField(let name, _): self.init(status: 400, detail: "\(error)", field: name)
        case .invalidCursor: self.init(status: 400, detail: "\(error)", field: "cursor")
        case .photoUnreadable: self.init(status: 422, detail: "\(error)")
        case .diskFull: self = .diskFull
        case .noDataDirectory, .notADirectory, .notReadable, .notWritable, .separateFileSystems,
            .newerSchema,
            .foreignDatabase,
            .schemaNotMade, .fileFailure, .restoreUnfinished, .databaseMoved:
            self = .fault
        }
    }
}
