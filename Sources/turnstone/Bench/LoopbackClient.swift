import Glibc

/// A keep-alive HTTP/1.1 client for the bench: one connection to this machine, one request at a time.
///
/// It reads answers that state their length; that is all the bench asks for.
final class LoopbackClient {
    private let socket: Int32
    /// Read and not yet used.
    private var buffer: [UInt8] = []

    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    enum Failure: Error, CustomStringConvertible {
        case notConnected(code: Int32)
        case cut
        case notUnderstood
        case refused(path: String, status: Int)

        var description: String {
            switch self {
            case .notConnected(let code):
                "The bench's own server cannot be reached (errno \(code))."
            case .cut: "The bench's own server closed the connection. Try again."
            case .notUnderstood: "The bench's own server sent an answer without a length."
            case .refused(let path, let status): "\(path) was answered with \(status)."
            }
        }
    }

    init(port: UInt16) throws(Failure) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw .notConnected(code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        guard code == 0 else {
            let code = errno
            close(socket)
            throw .notConnected(code: code)
        }
        var on: Int32 = 1
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(socket) }

    /// Sends one request and reads its answer.
    ///
    /// - Throws: `Failure.refused` for a status of 400 or more.
    @discardableResult
    func send(
        _ method: String, _ path: String, contentType: String? = nil, body: [UInt8] = []
    ) throws(Failure) -> Answer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        if let contentType { head += "Content-Type: \(contentType)\r\n" }
        if !body.isEmpty || method == "POST" { head += "Content-Length: \(body.count)\r\n" }
        try write(Array((head + "\r\n").utf8) + body)
        let answer = try read()
        guard answer.status < 400 else { throw .refused(path: path, status: answer.status) }
        return answer
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    socket, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw .cut }
            sent += count
        }
    }

    private func read() throws(Failure) -> Answer {
        var end = Self.endOfHead(in: buffer)
        while end == nil {
            try fill()
            end = Self.endOfHead(in: buffer)
        }
        guard let end else { throw .notUnderstood }
        let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let length = lines.lazy.compactMap(Self.length).first ?? (status == 204 ? 0 : nil)
        guard let status, let length else { throw .notUnderstood }
        while buffer.count < end + length { try fill() }
        let body = Array(buffer[end..<end + length])
        buffer.removeFirst(end + length)
        return Answer(status: status, body: body)
    }

    private func fill() throws(Failure) {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(socket, &chunk, chunk.count, 0)
        guard count > 0 else { throw .cut }
        buffer += chunk[..<count]
    }

    private static func endOfHead(in bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        let end: [UInt8] = [13, 10, 13, 10]
        return (0...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(end) }.map { $0 + 4 }
    }

    private static func length(_ line: Substring) -> Int? {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
        return Int(parts[1].drop { $0 == " " })
    }
}
