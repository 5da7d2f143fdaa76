import HTTPServer

/// Asks a route without a socket, so that `--json` prints what the service answers.
enum InProcess {
    /// The body of the answer to `GET pattern?query`, and a line end.
    static func get(
        _ pattern: String, of routes: [Route], _ query: [(String, String?)]
    ) throws -> [UInt8] {
        guard let route = routes.first(where: { $0.method == "GET" && $0.pattern == pattern })
        else { return [] }
        let items = query.compactMap { name, value in
            value.map { Request.QueryItem(name, $0) }
        }
        let response = try route.handler(Request("GET", pattern, query: items))
        guard case .bytes(let bytes) = response.body else { return [] }
        return bytes + [UInt8(ascii: "\n")]
    }
}
