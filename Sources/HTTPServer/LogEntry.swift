/// One line of the access log, made when the response is out or the client has gone.
///
/// It has no query and no body: both may hold positions.
package struct LogEntry: Sendable {
    package let id: RequestID
    package let method: String
    /// The pattern of the route, such as `/v1/records/{id}`; nil when none matched.
    package let route: String?
    /// The path as sent, without the query.
    package let path: String
    /// The status that was sent; 499 when the client went before it could be (nginx's number for this).
    package let status: Int
    /// Bytes of the response body.
    package let bytes: Int
    /// From the complete request header to the end of the response.
    package let durationInMicroseconds: Int
}
