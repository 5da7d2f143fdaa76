/// Asks a server on this machine, one connection a request; safe from any thread.
package struct HTTPClient: Sendable {
    package let port: UInt16

    package init(port: UInt16) { self.port = port }

    /// Sends a request and reads the answer.
    ///
    /// - Parameters:
    ///   - target: Path and query as they go on the wire: nothing is escaped.
    ///   - headers: Besides Host, Connection and, with a body, Content-Length.
    package func send(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) throws -> HTTPAnswer {
        let connection = try HTTPConnection(port: port)
        let length = body.map { [("Content-Length", "\($0.count)")] } ?? []
        connection.send(Self.head(method, target, headers: headers + length) + (body ?? []))
        return try connection.answer(hasBody: method != "HEAD")
    }

    package func get(_ target: String, headers: [(String, String)] = []) throws -> HTTPAnswer {
        try send("GET", target, headers: headers)
    }

    package func delete(_ target: String, headers: [(String, String)] = []) throws -> HTTPAnswer {
        try send("DELETE", target, headers: headers)
    }

    /// Sends JSON text.
    package func send(
        _ method: String, _ target: String, headers: [(String, String)] = [],
        type: String = "application/json", json: String
    ) throws -> HTTPAnswer {
        try send(
            method, target, headers: headers + [("Content-Type", type)], body: Array(json.utf8))
    }

    /// Sends a form of several parts (RFC 7578).
    package func post(_ target: String, headers: [(String, String)] = [], form: MultipartForm)
        throws -> HTTPAnswer
    {
        try send(
            "POST", target, headers: headers + [("Content-Type", form.contentType)],
            body: form.body)
    }

    /// The bytes of a request before its body.
    package static func head(
        _ method: String, _ target: String, headers: [(String, String)]
    ) -> [UInt8] {
        let fixed = [("Host", "127.0.0.1"), ("Connection", "close")]
        let lines = (fixed + headers).map { "\($0.0): \($0.1)\r\n" }.joined()
        return Array("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n".utf8)
    }
}

/// A multipart/form-data body (RFC 7578); file names go out as given, right or wrong.
package struct MultipartForm: Sendable {
    package static let boundary = "turnstone-test-boundary"
    private var parts: [UInt8] = []

    package init() {}

    package var contentType: String { "multipart/form-data; boundary=\(Self.boundary)" }
    package var body: [UInt8] { parts + Array("--\(Self.boundary)--\r\n".utf8) }

    package mutating func add(_ name: String, _ value: String) {
        add(header: "form-data; name=\"\(name)\"", content: Array(value.utf8))
    }

    package mutating func add(
        _ name: String, file: [UInt8], named fileName: String, type: String = "image/jpeg"
    ) {
        add(
            header:
                "form-data; name=\"\(name)\"; filename=\"\(fileName)\"\r\nContent-Type: \(type)",
            content: file)
    }

    private mutating func add(header: String, content: [UInt8]) {
        parts += Array("--\(Self.boundary)\r\nContent-Disposition: \(header)\r\n\r\n".utf8)
        parts += content + [0x0D, 0x0A]
    }
}
