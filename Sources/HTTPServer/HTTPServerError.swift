/// Why a server could not be set up.
///
/// What a single request is refused for is a `Refusal`.
package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
    /// Another program (or another server) listens there already.
    case addressInUse(host: String, port: UInt16)
    /// The host is neither an IPv4 or IPv6 literal nor `localhost`.
    case hostNotUnderstood(String)
    /// The system refused the socket: `errno` and what was tried.
    case cannotListen(host: String, port: UInt16, errno: Int32, message: String)
    /// libmicrohttpd did not start; it gives no reason, memory and threads are the likely ones.
    case cannotStart
    /// libmicrohttpd did not start with TLS: the key is not the certificate's, or one is damaged.
    case cannotStartTLS
    /// A certificate or key file cannot be used.
    case cannotUseTLSFile(path: String, reason: String)
    /// Two routes have the same method and pattern, or a pattern is malformed.
    case routeNotUsable(method: String, pattern: String, reason: String)
    /// A file that a response should carry could not be opened.
    case cannotOpenFile(errno: Int32, message: String)

    package var description: String {
        switch self {
        case .addressInUse(let host, let port):
            "Port \(port) on \(host) is in use. Stop the program that listens there, or choose another port; 0 takes a free one."
        case .hostNotUnderstood(let host):
            "'\(host)' is not an address to listen on. Give an IPv4 or IPv6 literal such as 127.0.0.1 or ::1, or localhost."
        case .cannotListen(let host, let port, let errno, let message):
            "Cannot listen on \(host) port \(port): \(message) (errno \(errno)). Choose an address of this machine and a port this user may use."
        case .cannotStart:
            "The HTTP library did not start. Lower the number of threads or free memory, then try again."
        case .cannotStartTLS:
            "TLS did not start. Check that the key belongs to the certificate, and that both are whole PEM files."
        case .cannotUseTLSFile(let path, let reason):
            "'\(path)' cannot be used for TLS: \(reason)."
        case .routeNotUsable(let method, let pattern, let reason):
            "The route \(method) \(pattern) cannot be used: \(reason)."
        case .cannotOpenFile(let errno, let message):
            "The file to send cannot be opened: \(message) (errno \(errno)). Check that it exists and may be read."
        }
    }
}
