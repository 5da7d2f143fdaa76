import Glibc

/// A blocking HTTP client as simple as can be: it sends the bytes it is told and reads one response at a time.
final class Client {
    struct Failure: Error {
        let message: String
    }

    let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects to 127.0.0.1, or to ::1.
    init(_ port: UInt16, ipv6: Bool = false, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
        }
        var code: Int32
        if ipv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            code = Self.connect(descriptor, &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            code = Self.connect(descriptor, &address)
        }
        guard code == 0 else { throw Failure(message: "connect: errno \(errno)") }
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    private var isOpen = true

    deinit { close() }

    func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
    }

    /// Closes so that the server sees a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Sends `bytes` and the end of the stream in one segment.
    func sendLast(_ bytes: [UInt8]) {
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &yes, 4)
        send(bytes)
        finishSending()
    }

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends all; false when the server has closed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// A request with the headers every client sends, and `Content-Length` when there is a body.
    func send(
        _ method: String, _ target: String, headers: [String] = [], body: [UInt8]? = nil
    ) {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: test\r\n"
        for header in headers { head += header + "\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        send(Array((head + "\r\n").utf8) + (body ?? []))
    }

    /// One request, one response.
    func get(_ target: String, headers: [String] = []) throws -> Received {
        send("GET", target, headers: headers)
        return try receive()
    }

    // MARK: Receiving

    struct Received {
        let status: Int
        let headers: [(name: String, value: String)]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        subscript(name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    /// Reads one response. `Failure` when the connection ends within it.
    ///
    /// - Parameter hasBody: False for the answer to HEAD.
    func receive(hasBody: Bool = true) throws -> Received {
        let head = try readHead()
        let lines = head.split(separator: "\r\n")
        guard let first = lines.first?.split(separator: " "), first.count >= 2,
            let status = Int(first[1])
        else { throw Failure(message: "no status in '\(head)'") }
        let headers = lines.dropFirst().map { line in
            let pieces = line.split(separator: ":", maxSplits: 1)
            return (
                name: String(pieces[0]),
                value: pieces.count == 2 ? String(pieces[1].drop { $0 == " " }) : ""
            )
        }
        func value(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name }?.value
        }
        var body: [UInt8] = []
        if hasBody, status >= 200, status != 204, status != 304 {
            if value("transfer-encoding") == "chunked" {
                body = try readChunks()
            } else if let length = value("content-length").flatMap({ Int($0) }) {
                body = try read(length)
            }
        }
        return Received(status: status, headers: Array(headers), body: body)
    }

    /// Whether the server closes without sending anything more.
    func isClosedByServer() -> Bool {
        while true {
            var byte: UInt8 = 0
            let count = recv(descriptor, &byte, 1, 0)
            if count > 0 { return false }
            return count == 0 || errno == ECONNRESET
        }
    }

    private func readHead() throws -> String {
        while true {
            if let end = position(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 4)
                return head
            }
            try fill()
        }
    }

    private func readChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            while position(of: [0x0d, 0x0a]) == nil { try fill() }
            let end = position(of: [0x0d, 0x0a])!
            let line = String(decoding: buffer[..<end], as: UTF8.self)
            buffer.removeFirst(end + 2)
            guard let length = Int(line, radix: 16) else {
                throw Failure(message: "chunk length '\(line)'")
            }
            body += try read(length)
            _ = try read(2)
            if length == 0 { return body }
        }
    }

    func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { try fill() }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private func position(of pattern: [UInt8]) -> Int? {
        guard buffer.count >= pattern.count else { return nil }
        return (0...buffer.count - pattern.count).first {
            buffer[$0] == pattern[0] && buffer[$0..<$0 + pattern.count].elementsEqual(pattern)
        }
    }

    private func fill() throws {
        let part = [UInt8](unsafeUninitializedCapacity: 65536) { space, count in
            count = max(0, recv(descriptor, space.baseAddress, space.count, 0))
        }
        guard !part.isEmpty else {
            throw Failure(message: "the server closed, errno \(errno)")
        }
        buffer += part
    }
}
