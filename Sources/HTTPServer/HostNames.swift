/// The names a server answers to.
///
/// A service on the loopback is open to every web page in the same machine's browser: one can post a form to it,
/// and one whose own name is made to mean 127.0.0.1 (DNS rebinding) can read the answers. The browser says in
/// `Host` which name it looked up, and in `Origin` whose page asks.
package struct HostNames: Hashable, Sendable {
    /// Few: comparing is quicker than hashing.
    private let names: [String]

    /// - Parameter names: Names and addresses, an IPv6 one in brackets; without ports.
    package init(_ names: some Sequence<String>) {
        self.names = Set(names.map { $0.lowercased() }).sorted()
    }

    /// `127.0.0.1`, `[::1]` and `localhost`.
    package static let loopback = HostNames(["127.0.0.1", "[::1]", "localhost"])

    /// The same and one more.
    package func adding(_ name: String) -> HostNames {
        HostNames(names + [name.contains(":") ? "[\(name)]" : name])
    }

    /// Whether a `Host` header has one of the names, whatever its port.
    func contain(host: String) -> Bool {
        let name = Self.name(in: host)
        return names.contains(name) || names.contains(name.lowercased())
    }

    /// Whether an `Origin` header is of a page under one of the names; `null` is not.
    func contain(origin: String) -> Bool {
        guard let scheme = origin.firstRange(of: "://") else { return false }
        return contain(host: String(origin[scheme.upperBound...]))
    }

    /// What stands before the port.
    private static func name(in host: String) -> String {
        if host.utf8.first == UInt8(ascii: "[") { return host.prefix { $0 != "]" } + "]" }
        guard let colon = host.utf8.firstIndex(of: UInt8(ascii: ":")) else { return host }
        return String(host[..<colon])
    }
}
