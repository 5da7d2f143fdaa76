/// One thing the server can be asked for.
package struct Route: Sendable {
    /// Makes the response to one request.
    ///
    /// Called on a thread that may block only for `.worker` routes.
    package typealias Handler = @Sendable (Request) throws -> Response

    /// How a request body is taken.
    package enum BodyPolicy: Sendable, Equatable {
        /// Nothing is expected. A body of up to 64 KiB is read and dropped, a longer one is refused.
        case none
        /// Up to `limit` bytes are kept in memory and given as `Request.Body.bytes`.
        case memory(limit: Int)
        /// `multipart/form-data`, or one bare file of type `image/*` or `application/octet-stream`, is streamed to
        /// files in `folder` and given as `Request.Body.upload`. `limit` counts the bytes of the whole body.
        case upload(folder: String, limit: Int)
    }

    /// Where the handler runs.
    package enum Execution: Sendable {
        /// On the HTTP library's own thread: only for what answers within a millisecond and never waits.
        case inline
        /// On the bounded worker pool, while the connection is suspended: uploads, inference, exports.
        case worker
    }

    package let method: String
    /// Literal segments and parameters: `/v1/records/{id}/photo`.
    ///
    /// A literal wins over a parameter.
    package let pattern: String
    package let body: BodyPolicy
    package let execution: Execution
    package let handler: Handler

    package init(
        _ method: String, _ pattern: String, body: BodyPolicy = .none,
        execution: Execution = .inline, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.body = body
        self.execution = execution
        self.handler = handler
    }

    /// The same with other limits of its body: uploads of up to `upload` bytes, and documents of its own limit or of
    /// `document` bytes, whichever is less.
    package func limited(upload: Int, document: Int) -> Route {
        let body: BodyPolicy =
            switch self.body {
            case .none: .none
            case .memory(let limit): .memory(limit: min(limit, document))
            case .upload(let folder, _): .upload(folder: folder, limit: upload)
            }
        return Route(method, pattern, body: body, execution: execution, handler: handler)
    }
}
