/// What tells browsers to be careful with an answer, whatever page it is opened from.
///
/// A handler that sets one of these headers itself has its own way; the start page does.
enum SecurityHeaders {
    /// Of an answer that is no page: it loads nothing, runs nothing and is framed by no one, should a browser show it.
    private static let plain: [Response.Header] = [
        // It is of the type it says, and no other.
        .init("X-Content-Type-Options", "nosniff"),
        .init(
            "Content-Security-Policy",
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
        // What browsers without `frame-ancestors` know.
        .init("X-Frame-Options", "DENY"),
        // Paths and queries hold positions.
        .init("Referrer-Policy", "no-referrer"),
        // Pages of other origins may not even load it as a picture or a script. It does not concern those which the
        // server allows to ask: they ask by CORS.
        .init("Cross-Origin-Resource-Policy", "same-origin"),
        // Most answers hold positions, and none is expensive.
        .init("Cache-Control", "no-store"),
    ]

    /// A month: a host whose certificate is given up answers plain HTTP again in a bearable time.
    private static let strictTransport = Response.Header(
        "Strict-Transport-Security", "max-age=2592000")

    /// Those that the response does not set itself.
    static func of(_ response: Response, isTLS: Bool) -> [Response.Header] {
        guard isTLS || !response.headers.isEmpty else { return plain }
        let missing = plain.filter { header in
            !response.headers.contains { ASCII.equalIgnoringCase($0.name, header.name) }
        }
        return isTLS ? missing + [strictTransport] : missing
    }
}
