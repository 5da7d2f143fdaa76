/// Decides whether a route is open to who asks.
///
/// Called on the connection's own thread when a request's header is whole; the request has no body and no query yet.
/// It must not wait. What it returns is the handler's `Request.caller`; what it throws is answered instead, and nothing
/// of the body is kept.
package typealias Admission = @Sendable (Route, Request) throws -> (any Sendable)?
