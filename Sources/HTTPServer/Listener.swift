internal import CMicroHTTPD
internal import Glibc

/// A socket that listens.
///
/// Made here and not by libmicrohttpd, which does not say why it could not.
struct Listener: ~Copyable {
    let descriptor: Int32
    /// The port in use, also when 0 was asked for.
    let port: UInt16

    /// - Throws: `HTTPServerError.addressInUse`, `.hostNotUnderstood`, `.cannotListen`.
    init(host: String, port: UInt16) throws(HTTPServerError) {
        let descriptor = try Self.open(host: host, port: port)
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let actual: UInt16? = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &length) == 0 else { return nil }
                // sin_port and sin6_port lie at the same place.
                return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            }
        }
        guard let actual else {
            let code = errno
            Glibc.close(descriptor)
            throw .cannotListen(
                host: host, port: port, errno: code, message: SystemMessage.of(code))
        }
        self.descriptor = descriptor
        self.port = actual
    }

    private static func open(host: String, port: UInt16) throws(HTTPServerError) -> Int32 {
        var literal = host == "localhost" ? "127.0.0.1" : host
        if literal.hasPrefix("["), literal.hasSuffix("]") {
            literal = String(literal.dropFirst().dropLast())
        }
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard !literal.isEmpty, getaddrinfo(literal, "\(port)", &hints, &found) == 0, let found
        else { throw .hostNotUnderstood(host) }
        defer { freeaddrinfo(found) }

        let address = found.pointee
        let descriptor = socket(
            address.ai_family,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var code: Int32 = 0
        if descriptor < 0 {
            code = errno
        } else {
            var yes: Int32 = 1
            var no: Int32 = 0
            let size = socklen_t(MemoryLayout<Int32>.size)
            // A restart must not wait for connections of the last run to time out.
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
            if address.ai_family == AF_INET6 {
                setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, size)
            }
            if bind(descriptor, address.ai_addr, address.ai_addrlen) != 0
                || listen(descriptor, backlog) != 0
            {
                code = errno
                Glibc.close(descriptor)
            }
        }
        guard code == 0 else {
            if code == EADDRINUSE { throw .addressInUse(host: host, port: port) }
            throw .cannotListen(
                host: host, port: port, errno: code, message: SystemMessage.of(code))
        }
        return descriptor
    }

    /// Connections that may wait to be accepted: what Linux allows by default is 4,096; a burst of a few hundred is
    /// what this server takes.
    private static let backlog: Int32 = 511
}
