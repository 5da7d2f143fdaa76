package import Access
import Exports
package import HTTPServer
internal import Synchronization

/// Who asks.
package enum Caller: Sendable {
    /// Anyone on this machine, as long as there never was a token.
    case local
    case bearer(AccessToken)
    /// Nobody in particular, where everybody may ask.
    case anyone
}

/// Why a request is not let in (RFC 6750).
package enum AccessRefusal: Error, Equatable {
    /// No token was sent to a route that needs one.
    case tokenMissing
    /// The token is not one in use.
    case tokenWrong
    /// So many wrong tokens came from this address.
    case tooManyWrongTokens(retryAfterInSeconds: Int)
    case roleTooLow(needed: AccessRole)
}

/// Lets requests in by their bearer token.
///
/// As long as there never was a token, everything is open, and only the loopback is served. From the first
/// one on, every route but the page, its description and `/healthz` needs one: also on the loopback, where a
/// reverse proxy brings everybody's requests.
package struct AccessGate: Sendable {
    private let tokens: TokenStore
    private let failures: FailedAttempts
    /// Whether to let everybody in before there is a token.
    private let isOpenWithoutTokens: Bool
    /// Whether everybody may read what the public sees of records, without a token.
    private let isPublic: Bool

    /// - Parameters:
    ///   - isOpenWithoutTokens: Only where nobody but this machine can ask.
    ///   - wrongTokensPerMinute: Of one address, before it hears that it sends too many.
    package init(
        tokens: TokenStore, isOpenWithoutTokens: Bool, isPublic: Bool = false,
        wrongTokensPerMinute: Int = FailedAttempts.standardLimit
    ) {
        self.tokens = tokens
        self.isOpenWithoutTokens = isOpenWithoutTokens
        self.isPublic = isPublic
        failures = FailedAttempts(limit: wrongTokensPerMinute)
    }

    /// The server's `admit`.
    @Sendable package func admit(_ route: Route, _ request: Request) throws -> (any Sendable)? {
        guard try tokens.isUsed() || !isOpenWithoutTokens else { return Caller.local }
        // A route that was forgotten below is an administrator's, not everybody's.
        let needed = Self.needs["\(route.method) \(route.pattern)", default: .admin]
        guard let needed else { return Caller.anyone }
        // A token that is sent is looked at: a wrong one is told so.
        if isPublic, Self.publicRoutes.contains("\(route.method) \(route.pattern)"),
            request.header("Authorization") == nil
        {
            return Caller.anyone
        }
        guard let secret = Self.bearer(in: request.header("Authorization")) else {
            throw AccessRefusal.tokenMissing
        }
        guard let token = try tokens.token(of: secret) else {
            let seconds = Double(MonotonicClock.now()) / 1e9
            if let wait = failures.note(from: request.client.description, at: seconds) {
                throw AccessRefusal.tooManyWrongTokens(retryAfterInSeconds: Int(wait))
            }
            throw AccessRefusal.tokenWrong
        }
        guard token.role >= needed else { throw AccessRefusal.roleTooLow(needed: needed) }
        return Caller.bearer(token)
    }

    /// The token of `Authorization: Bearer TOKEN`; the scheme in any case (RFC 9110, section 11.1).
    private static func bearer(in header: String?) -> String? {
        guard let words = header?.split(separator: " ", omittingEmptySubsequences: true),
            words.count == 2, words[0].lowercased() == "bearer"
        else { return nil }
        return String(words[1])
    }

    /// What everybody may read where the service is public: records as `PublicRecord` shows them.
    static let publicRoutes = Set(
        [
            "GET /v1/records", "GET /v1/records/{id}", "GET /v1/records/{id}/photo",
            "GET /ogc/collections", "GET /ogc/collections/records",
            "GET /ogc/collections/records/schema",
            "GET /ogc/collections/records/items", "GET /ogc/collections/records/items/{featureId}",
        ] + ExportFormat.allCases.map { "GET \($0.path)" })

    /// The role that each route needs, by method and pattern; nil for everybody. A test holds
    /// this to the routes there are.
    static let needs: [String: AccessRole?] = {
        var needs: [String: AccessRole?] = [:]
        func set(_ role: AccessRole?, _ routes: String...) {
            for route in routes { needs[route] = .some(role) }
        }
        set(
            nil, "GET /", "GET /app.css", "GET /app.js", "GET /icon.svg", "GET /openapi.json",
            "GET /healthz", "GET /status", "GET /ogc", "GET /ogc/conformance", "GET /ogc/api")
        set(
            .capture, "GET /v1/places/nearby", "GET /v1/places/suggest",
            "GET /v1/places/{osm_type}/{osm_id}", "GET /reverse", "GET /search", "GET /lookup",
            "POST /v1/captures", "GET /v1/captures/{id}", "DELETE /v1/captures/{id}",
            "POST /v1/captures/{id}/confirmation", "GET /v1/species", "GET /v1/species/{id}",
            "GET /v1/explore", "GET /metrics", "GET /ogc/collections/places",
            "GET /ogc/collections/places/schema", "GET /ogc/collections/places/items",
            "GET /ogc/collections/places/items/{featureId}", "GET /ogc/collections/ranges",
            "GET /ogc/collections/ranges/schema", "GET /ogc/collections/ranges/items",
            "GET /ogc/collections/ranges/items/{featureId}")
        // With less than the role review, what the public sees.
        for route in publicRoutes { set(.capture, route) }
        set(
            .review, "PATCH /v1/records/{id}", "DELETE /v1/records/{id}",
            "POST /v1/records/{id}/restoration", "GET /v1/deleted-records",
            "GET /v1/saved-places", "POST /v1/saved-places",
            "GET /v1/saved-places/{id}", "PATCH /v1/saved-places/{id}",
            "DELETE /v1/saved-places/{id}",
            "GET /v1/range-overrides", "POST /v1/range-overrides",
            "GET /v1/range-overrides/{id}", "DELETE /v1/range-overrides/{id}",
            "GET /v1/lifelist", "GET /v1/stats")
        return needs
    }()
}

extension AccessRefusal: CustomStringConvertible {
    package var status: Int {
        switch self {
        case .tokenMissing, .tokenWrong: 401
        case .tooManyWrongTokens: 429
        case .roleTooLow: 403
        }
    }

    package var description: String {
        switch self {
        case .tokenMissing:
            "This service wants a token. Send Authorization: Bearer TOKEN; its administrator makes one with turnstone token create."
        case .tokenWrong: "The token is not in use here. Ask the administrator for a new one."
        case .tooManyWrongTokens(let seconds):
            "Too many wrong tokens came from your address. Try again in \(seconds) s, with the right one."
        case .roleTooLow(let needed):
            "The token's role is too low. This needs one of the role \(needed.rawValue)."
        }
    }

    /// `WWW-Authenticate` as RFC 6750, section 3 has it, and `Retry-After`.
    var headers: [Response.Header] {
        switch self {
        case .tokenMissing: [.init("WWW-Authenticate", #"Bearer realm="turnstone""#)]
        case .tokenWrong:
            [.init("WWW-Authenticate", #"Bearer realm="turnstone", error="invalid_token""#)]
        case .tooManyWrongTokens(let seconds): [.init("Retry-After", "\(seconds)")]
        case .roleTooLow:
            [.init("WWW-Authenticate", #"Bearer realm="turnstone", error="insufficient_scope""#)]
        }
    }
}
