/// One request as its handler sees it: whole, with its body.
///
/// Not `Sendable`: it lives as long as its handler runs, and belongs to the thread that runs it. A closure which is
/// answered as a stream takes out what it needs before.
package final class Request {
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        case upload(Upload)
    }

    /// One `name=value` of the query.
    package struct QueryItem: Sendable, Equatable {
        package let name, value: String

        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Names this request in the log and, as header `X-Request-Id`, in every answer of status 400 and above.
    package let id: RequestID
    /// In capitals as sent: `GET`.
    ///
    /// A `HEAD` request reaches the handler of `GET` with its own method.
    package let method: String
    /// As sent: percent-encoded, without the query.
    package let path: String
    /// The values of the pattern's parameters, percent-decoded, in the pattern's order.
    package let parameters: [Parameter]
    /// The query, percent-decoded (`+` is a space), in the order sent.
    ///
    /// A name without `=` has the value "".
    package let query: [QueryItem]
    package internal(set) var body: Body

    /// What the server's `admit` found out of who asks; nil when it was not asked.
    package let caller: (any Sendable)?

    /// Headers and client: read from the connection, or kept here.
    var source: Source
    /// When the answer should be there, on `MonotonicClock`.
    let deadline: UInt64

    init(
        id: RequestID, method: String, path: String, parameters: [Parameter], query: [QueryItem],
        body: Body, source: Source, deadline: UInt64, caller: (any Sendable)? = nil
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.parameters = parameters
        self.query = query
        self.body = body
        self.source = source
        self.deadline = deadline
        self.caller = caller
    }

    /// The parameter `{name}` of the pattern; nil when the pattern has none of that name.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// The first value of a query item; nil when it is not in the query.
    package func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The value of a parameter in the path.
    package struct Parameter: Sendable, Equatable {
        package let name, value: String

        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }
}

extension Request {
    /// A request without a server, for tests of handlers.
    package convenience init(
        _ method: String, _ path: String, parameters: [Parameter] = [], query: [QueryItem] = [],
        headers: [Response.Header] = [], body: Body = .none, client: ClientAddress = .loopback,
        caller: (any Sendable)? = nil, timeAllowed: Duration = .seconds(60)
    ) {
        self.init(
            id: RequestID(number: 0), method: method, path: path, parameters: parameters,
            query: query, body: body, source: .kept(headers: headers, client: client),
            deadline: MonotonicClock.now() + timeAllowed.nanoseconds, caller: caller)
    }

    /// How long the handler still has; negative when it is late.
    ///
    /// The server does not stop a handler.
    package var timeLeft: Duration {
        let now = MonotonicClock.now()
        return deadline >= now
            ? .nanoseconds(Int64(deadline - now)) : .zero - .nanoseconds(Int64(now - deadline))
    }
}
