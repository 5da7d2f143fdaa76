import HTTPServer

/// Under which address whoever asks reaches the service, for links.
///
/// GDAL and older desktop map tools follow absolute links only, so all are absolute. What a reverse proxy says of
/// itself goes before what it asks for: `X-Forwarded-Proto`, `X-Forwarded-Host`, and `X-Forwarded-Prefix` for
/// the part of the path that it takes away. A header that is no such thing is not looked at. Whoever sends a false one
/// misleads nobody else: no cache keeps the answer.
struct ServiceAddress {
    /// `https://map.example/turnstone`, without a slash at the end; nothing but the prefix when no host is known.
    private let base: String

    /// - Parameter isTLS: Whether this service itself speaks TLS.
    init(_ request: Request, isTLS: Bool) {
        let prefix = Self.first(request, "X-Forwarded-Prefix").flatMap(Self.prefix) ?? ""
        let hosts = [Self.first(request, "X-Forwarded-Host"), request.header("Host")]
        guard let host = hosts.lazy.compactMap({ $0.flatMap(Self.host) }).first else {
            base = prefix
            return
        }
        let said = Self.first(request, "X-Forwarded-Proto")?.lowercased()
        let scheme = said == "https" || said == "http" ? said : nil
        base = "\(scheme ?? (isTLS ? "https" : "http"))://\(host)\(prefix)"
    }

    /// The whole address of a path, with its query.
    func address(of target: String) -> String { base + target }

    /// What the first of several proxies said.
    private static func first(_ request: Request, _ name: String) -> String? {
        request.header(name)?.split(separator: ",").first.map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " })
        }
    }

    /// A name or an address, with a port or without.
    private static func host(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { isLetterOrDigit($0) || ".-_:[]".utf8.contains($0) }
        return isPlain && !text.isEmpty && text.utf8.count <= 255 ? text : nil
    }

    /// A path without its last slashes.
    private static func prefix(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { isLetterOrDigit($0) || "/.-_~".utf8.contains($0) }
        guard isPlain, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 255 else {
            return nil
        }
        var path = Substring(text)
        while path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }
}
