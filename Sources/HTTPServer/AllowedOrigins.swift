/// The origins whose pages' scripts may read the answers and ask for changes (Fetch standard, CORS).
///
/// An origin is `https://name` or `https://name:port`, as a browser sends it: no path, no trailing slash.
package struct AllowedOrigins: Hashable, Sendable {
    private let origins: Set<String>

    package init() { origins = [] }

    /// - Returns: nil when one of them is not an origin. `*` is none: a token must not go to any page.
    package init?(_ texts: some Sequence<String>) {
        var origins: Set<String> = []
        for text in texts {
            guard let origin = Self.normal(text) else { return nil }
            origins.insert(origin)
        }
        self.origins = origins
    }

    func contains(_ origin: String) -> Bool { origins.contains(origin) }

    var isEmpty: Bool { origins.isEmpty }

    private static func normal(_ text: String) -> String? {
        let lower = text.lowercased()
        for scheme in ["https://", "http://"] where lower.hasPrefix(scheme) {
            let authority = lower.dropFirst(scheme.count)
            let isPlain = authority.utf8.allSatisfy {
                (0x61...0x7a).contains($0) || (0x30...0x39).contains($0)
                    || ".-:[]".utf8.contains($0)
            }
            return !authority.isEmpty && isPlain ? lower : nil
        }
        return nil
    }

    /// How long a browser may remember the answer to a preflight, in seconds: browsers cap it at two hours.
    private static let preflightSeconds = 7200

    /// What an answer to a request of `origin` says. `Vary` is there for every origin, so that no cache hands one
    /// page's answer to another.
    func headers(for origin: String?) -> [Response.Header] {
        if isEmpty { return [] }
        let vary = Response.Header("Vary", "Origin")
        guard let origin, contains(origin) else { return [vary] }
        return [
            vary, Response.Header("Access-Control-Allow-Origin", origin),
            Response.Header(
                "Access-Control-Expose-Headers",
                "Accept-Ranges, Content-Range, ETag, Link, Location, Repr-Digest, Retry-After, X-Request-Id"
            ),
        ]
    }

    /// What the answer to a preflight says besides.
    func preflightHeaders(allowed: [String]) -> [Response.Header] {
        [
            Response.Header("Access-Control-Allow-Methods", allowed.joined(separator: ", ")),
            Response.Header(
                "Access-Control-Allow-Headers",
                "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Accept-Language"
            ),
            Response.Header("Access-Control-Max-Age", "\(Self.preflightSeconds)"),
        ]
    }
}
