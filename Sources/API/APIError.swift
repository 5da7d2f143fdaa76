/// What is wrong with a request, before anything else is asked.
package enum APIError: Error, Equatable {
    case missing(parameter: String, remedy: String)
    case invalid(parameter: String, remedy: String)
    case unsupportedFormat(String, offered: [String])
    case bodyIsNotJSON(reason: String)
    case contentTypeIsNotJSON(String?)
    case preconditionRequired
    case notFound(what: String)
    /// The capture was confirmed before, otherwise; said to whoever must not know the record's id.
    case captureConfirmed
}

extension APIError {
    /// The HTTP status that says it.
    package var status: Int {
        switch self {
        case .missing, .invalid, .unsupportedFormat, .bodyIsNotJSON: 400
        case .contentTypeIsNotJSON: 415
        case .preconditionRequired: 428
        case .notFound: 404
        case .captureConfirmed: 409
        }
    }

    /// The parameter at fault, when it is one.
    package var field: String? {
        switch self {
        case .missing(let parameter, _), .invalid(let parameter, _): parameter
        case .unsupportedFormat: "format"
        case .preconditionRequired: "If-Match"
        case .bodyIsNotJSON, .contentTypeIsNotJSON, .notFound, .captureConfirmed: nil
        }
    }
}

extension APIError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing(let parameter, let remedy): "'\(parameter)' is missing. \(remedy)"
        case .invalid(let parameter, let remedy): "'\(parameter)' is not valid. \(remedy)"
        case .unsupportedFormat(let format, let offered):
            "Format '\(format)' is not offered. Use \(offered.joined(separator: ", "))."
        case .bodyIsNotJSON(let reason):
            "The body is not the JSON object that was expected: \(reason)."
        case .contentTypeIsNotJSON(let type):
            "The body is \(type ?? "of no stated type"). Send JSON, with Content-Type: application/json."
        case .preconditionRequired:
            "Say which revision you edit: send the record's ETag as If-Match."
        case .notFound(let what): "There is no \(what) here."
        case .captureConfirmed:
            "The capture was confirmed before. Edit its record, with a token of the role review."
        }
    }
}
