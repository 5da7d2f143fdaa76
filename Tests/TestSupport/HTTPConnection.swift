@preconcurrency import Glibc

/// One TCP connection to a server on this machine, byte by byte: for requests that no library would send.
///
/// Closed when the last reference goes.
package final class HTTPConnection {
    private let socket: Int32

    package enum Failure: Error, CustomStringConvertible {
        case notConnected(port: UInt16, code: Int32)
        case silent(received: Int)

        package var description: String {
            switch self {
            case .notConnected(let port, let code):
                "Nothing takes connections on port \(port): \(String(cString: strerror(code)))"
            case .silent(let received):
                "The server stopped sending after \(received) bytes, and did not close."
            }
        }
    }

    /// - Parameter seconds: How long the server may be silent before a read fails.
    package init(port: UInt16, patience seconds: Int = 60) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure.notConnected(port: port, code: errno) }
    }

    deinit { close(socket) }

    /// Sends bytes; false when the server has stopped listening.
    @discardableResult
    package func send(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    socket, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Tells the server that nothing more will come; its answer can still be read.
    package func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Everything until the server closes; a reset ends it too.
    ///
    /// - Throws: `Failure.silent` when the server neither sends nor closes.
    package func readToEnd() throws -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count > 0 {
                received += buffer[..<count]
            } else if count == 0 || errno == ECONNRESET {
                return received
            } else if errno != EINTR {
                throw Failure.silent(received: received.count)
            }
        }
    }

    /// Reads an answer on a connection that the server closes after it.
    package func answer(hasBody: Bool = true) throws -> HTTPAnswer {
        try HTTPAnswer(received: readToEnd(), hasBody: hasBody)
    }
}
