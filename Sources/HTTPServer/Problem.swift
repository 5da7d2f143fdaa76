extension Response {
    /// What `Server` answers to an error unless it is given another mapping: problem+json (RFC 9457).
    ///
    /// A `Refusal` has its own status and text. Any other error is a 500 without its text, which may hold what must
    /// not leave the machine.
    package static func problem(for error: any Error) -> Response {
        let refusal = error as? Refusal
        let status = refusal?.status ?? 500
        let detail =
            refusal?.description ?? "The server failed to answer. See its log for this request."
        return Response(
            status: status, contentType: "application/problem+json",
            text: #"{"type":"about:blank","status":\#(status),"detail":"\#(escaped(detail))"}"#)
    }

    /// A string as JSON writes it (RFC 8259 section 7), without the quotes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..."\u{1f}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
