internal import Glibc

/// Why the server refuses a request before, or instead of, its handler.
///
/// Each has one status (RFC 9110, 6585) and a text that says what to do next. The closure `onError` of
/// `Server` turns a refusal, like any error of a handler, into the response that is sent.
package enum Refusal: Error, Equatable, CustomStringConvertible {
    /// No route has this path. Also for a path with an encoded slash, NUL, `..` or invalid UTF-8.
    case noSuchRoute
    /// The path is known, the method is not; `allowed` is what it can be asked with.
    case methodNotAllowed(allowed: [String])
    /// The request is for another host's name than this server has.
    case otherHost
    /// The request names more than one host (RFC 9112 section 3.2).
    case hostUnclear
    /// A page of another host asks for a change.
    case otherOrigin
    /// The query has a broken escape, a NUL, or is not UTF-8.
    case queryNotUnderstood
    /// The framing headers contradict each other or name a coding other than chunked.
    case framingNotUnderstood
    /// The request's target is longer than `limit` bytes.
    case targetTooLong(limit: Int)
    /// The request's header is longer than `limit` bytes.
    case headerTooLarge(limit: Int)
    /// The body is longer than `limit` bytes.
    case bodyTooLarge(limit: Int)
    /// The text fields of a form are longer than `limit` bytes, with this one.
    case fieldsTooLarge(name: String, limit: Int)
    /// The body has more than `limit` parts.
    case tooManyParts(limit: Int)
    /// The header of one part is longer than `limit` bytes.
    case partHeaderTooLarge(limit: Int)
    /// `Content-Type: multipart/form-data` came without a usable `boundary`.
    case boundaryMissing
    /// The multipart body breaks RFC 7578; the text says where.
    case multipartNotUnderstood(String)
    /// The body's media type is not one this route reads.
    case mediaTypeNotSupported(sent: String?, accepted: [String])
    /// Nothing, or too little, arrived within the deadline.
    case tooSlow
    /// None of the bytes that were asked for exist: there are `length`.
    case rangeNotSatisfiable(length: Int)
    /// The upload would leave fewer than `reserve` bytes free on the disk.
    case diskAlmostFull(reserve: Int)
    /// The disk could not take an upload: `errno` and its text.
    case cannotStoreUpload(errno: Int32, message: String)
    /// Too many connections come from the client's address.
    case tooManyConnectionsFromAddress(limit: Int, retryAfterInSeconds: Int)
    /// As many connections are open as there may be.
    case tooManyConnections(retryAfterInSeconds: Int)
    /// All workers are busy and the queue is full, or the request waited in it past its deadline.
    case overloaded(retryAfterInSeconds: Int)
    /// The server is about to stop.
    case stopping

    private static func isForLackOfSpace(_ code: Int32) -> Bool {
        code == ENOSPC || code == EDQUOT
    }

    /// Seconds after which to try again; nil when waiting does not help.
    var retryAfterInSeconds: Int? {
        switch self {
        case .overloaded(let seconds), .tooManyConnections(let seconds),
            .tooManyConnectionsFromAddress(_, let seconds):
            seconds
        case .stopping: 5
        default: nil
        }
    }

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .noSuchRoute: 404
        case .methodNotAllowed: 405
        case .otherHost: 421
        case .otherOrigin: 403
        case .queryNotUnderstood, .boundaryMissing, .multipartNotUnderstood, .framingNotUnderstood,
            .hostUnclear:
            400
        case .targetTooLong: 414
        case .headerTooLarge: 431
        case .bodyTooLarge, .fieldsTooLarge, .tooManyParts, .partHeaderTooLarge: 413
        case .rangeNotSatisfiable: 416
        case .mediaTypeNotSupported: 415
        case .tooSlow: 408
        case .diskAlmostFull: 507
        case .cannotStoreUpload(let code, _): Self.isForLackOfSpace(code) ? 507 : 500
        case .tooManyConnectionsFromAddress: 429
        case .overloaded, .tooManyConnections, .stopping: 503
        }
    }

    package var description: String {
        switch self {
        case .noSuchRoute:
            "There is nothing at this path. See /openapi.json for what there is."
        case .methodNotAllowed(let allowed):
            "This path does not take that method. Use \(allowed.joined(separator: ", "))."
        case .otherHost:
            "This service answers on this machine only. Ask it as localhost or 127.0.0.1."
        case .hostUnclear:
            "The request names more than one host. Send one Host."
        case .otherOrigin:
            "Pages of other hosts change nothing here. Use the service's own page, or a program."
        case .queryNotUnderstood:
            "The query cannot be read. Send UTF-8, percent-encoded, without NUL."
        case .framingNotUnderstood:
            "The length of the body is unclear. Send one Content-Length, or Transfer-Encoding: chunked, not both."
        case .targetTooLong(let limit):
            "The path and query are too long. Send at most \(limit) bytes."
        case .headerTooLarge(let limit):
            "The request's header is too large. Send at most \(limit) bytes, with fewer or shorter fields."
        case .bodyTooLarge(let limit):
            "The body is too large. Send at most \(limit) bytes."
        case .fieldsTooLarge(let name, let limit):
            "The fields are too large with '\(name)'. Send at most \(limit) bytes in all fields together."
        case .tooManyParts(let limit):
            "The form has too many parts. Send at most \(limit)."
        case .partHeaderTooLarge(let limit):
            "The header of one part is too large. Send at most \(limit) bytes."
        case .boundaryMissing:
            "The boundary is missing. Send Content-Type: multipart/form-data; boundary=... with the one used in the body."
        case .multipartNotUnderstood(let reason):
            "The multipart body cannot be read: \(reason)"
        case .mediaTypeNotSupported(let sent, let accepted):
            "\(sent.map { "'\($0)'" } ?? "A body without Content-Type") is not read here. Send \(accepted.joined(separator: " or "))."
        case .tooSlow:
            "The request did not arrive in time. Try again on a faster connection, or send less."
        case .rangeNotSatisfiable(let length):
            "None of these bytes exist. There are \(length), counted from 0."
        case .diskAlmostFull(let reserve):
            "The server's disk is almost full: \(reserve) bytes stay free. Nothing was stored; free some space, then send it again."
        case .tooManyConnectionsFromAddress(let limit, _):
            "More than \(limit) connections come from your address. Close some, or wait until they end."
        case .tooManyConnections(let seconds):
            "The server has as many connections as it takes. Try again in \(seconds) s."
        case .cannotStoreUpload(let code, let message):
            "The upload cannot be stored: \(message). "
                + (Self.isForLackOfSpace(code)
                    ? "Free space on the server's disk, then send it again."
                    : "Check the server's disk, then send it again.")
        case .overloaded(let seconds):
            "The server is busy. Try again in \(seconds) s."
        case .stopping:
            "The server is about to stop. Try again in a moment."
        }
    }
}
