/// One line of the access log, made when the response is out or the client has gone.
///
/// It has nothing that the client worded: path, query and body may hold positions and names.
package struct LogEntry: Sendable {
    package let id: RequestID
    /// One of RFC 9110 and RFC 5789, or `other`.
    package let method: String
    /// The pattern of the route, such as `/v1/records/{id}`; nil when none matched.
    package let route: String?
    /// The status that was sent; 499 when the client went before it could be (nginx's number for this).
    package let status: Int
    /// Bytes of the response body.
    package let bytes: Int
    /// From the complete request header to the end of the response.
    package let durationInMicroseconds: Int

    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]

    /// A method as it may stand in a log: a client can send any word as one.
    static func known(_ method: String) -> String {
        methods.contains(method) ? method : "other"
    }
}
