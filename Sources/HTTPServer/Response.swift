/// What a handler answers.
package struct Response: Sendable {
    /// What follows the header.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A file, already open: deleting or replacing it meanwhile does not touch what is sent.
        case file(OpenFile)
        /// Chunks of any length, nil at the end, asked for one at a time as the client reads. An error cuts the
        /// connection, so that the client can tell the answer is not whole. After the client went it is not called
        /// again. Never called by two threads at once; on a `.worker` route it runs on the worker pool.
        case stream(@Sendable () throws -> [UInt8]?)
    }

    package struct Header: Sendable, Equatable {
        package let name, value: String

        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// 200...599.
    package var status: Int
    /// The media type of the body; nil sends none.
    package var contentType: String?
    /// Further headers, in this order.
    ///
    /// One whose value holds CR, LF or TAB is not sent. Length, coding, date and connection are the
    /// server's own and must not be set here.
    package var headers: [Header]
    package var body: Body

    package init(
        status: Int = 200, contentType: String? = nil, headers: [Header] = [], body: Body = .none
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
    }

    /// UTF-8 text, or JSON, or whatever `contentType` says.
    package init(status: Int = 200, contentType: String, text: String) {
        self.init(status: status, contentType: contentType, body: .bytes(Array(text.utf8)))
    }

    /// The regular file at `path`, opened now.
    ///
    /// - Throws: `HTTPServerError.cannotOpenFile`, also when it is a folder or a device.
    package static func file(
        _ path: String, contentType: String
    ) throws(HTTPServerError) -> Response {
        Response(contentType: contentType, body: .file(try OpenFile(path)))
    }

    /// A response with one header more.
    package func adding(_ name: String, _ value: String) -> Response {
        var copy = self
        copy.headers.append(Header(name, value))
        return copy
    }
}
