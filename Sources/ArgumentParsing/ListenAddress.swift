/// A host and a port to listen on.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 or IPv6 literal without brackets, or a name.
    package let host: String
    /// 0 asks for a free one.
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `127.0.0.1:8765`, `[::1]:8765` or `localhost:0`. Returns nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, !host.contains(where: { "[]/ ".contains($0) }) else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Whether only this machine reaches it: 127.0.0.0/8, ::1, localhost.
    package var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
