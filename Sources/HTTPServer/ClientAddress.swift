internal import CMicroHTTPD
internal import Glibc

/// Who asks: an IP address without its port.
package struct ClientAddress: Sendable, Hashable, CustomStringConvertible {
    /// As `inet_ntop` writes it; an IPv4 address that arrived over IPv6 is written as IPv4.
    ///
    /// Empty when unknown.
    package let description: String
    /// Whether it is this machine: 127.0.0.0/8 or ::1.
    package let isLoopback: Bool

    package static let loopback = ClientAddress(description: "127.0.0.1", isLoopback: true)
    static let unknown = ClientAddress(description: "", isLoopback: false)

    package init(description: String, isLoopback: Bool) {
        self.description = description
        self.isLoopback = isLoopback
    }

    /// Reads a socket address of family AF_INET or AF_INET6; any other is unknown.
    init(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            self = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Self.ipv4($0.pointee.sin_addr)
            }
        case AF_INET6:
            self = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                Self.ipv6($0.pointee.sin6_addr)
            }
        default: self = .unknown
        }
    }

    private static func ipv4(_ address: in_addr) -> ClientAddress {
        ClientAddress(
            description: text(of: address, AF_INET),
            isLoopback: UInt32(bigEndian: address.s_addr) >> 24 == 127)
    }

    private static func ipv6(_ address: in6_addr) -> ClientAddress {
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        if bytes[..<12].elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]) {
            var mapped = in_addr()
            withUnsafeMutableBytes(of: &mapped) { $0.copyBytes(from: bytes[12...]) }
            return ipv4(mapped)
        }
        return ClientAddress(
            description: text(of: address, AF_INET6),
            isLoopback: bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1)
    }

    private static func text<Address>(of address: Address, _ family: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            let written = withUnsafeBytes(of: address) {
                inet_ntop(family, $0.baseAddress, buffer.baseAddress, socklen_t(buffer.count))
            }
            return written.map { String(cString: $0) } ?? ""
        }
    }
}
