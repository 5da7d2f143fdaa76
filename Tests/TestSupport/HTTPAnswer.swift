/// What a server answered to one request.
package struct HTTPAnswer: Sendable {
    package let status: Int
    /// Names in lower case, in the order sent.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// The first header of this lower-case name.
    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    package var text: String { String(decoding: body, as: UTF8.self) }
    /// The body as JSON; `.absent` when it is none.
    package var json: JSON { (try? JSON(parsing: body)) ?? .absent }

    /// The path of the `Location`, without scheme and host.
    package var location: String? {
        guard let value = header("location") else { return nil }
        guard let scheme = value.firstRange(of: "://") else { return value }
        let rest = value[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }
}

extension HTTPAnswer: CustomStringConvertible {
    package var description: String { "\(status) \(text.prefix(2_000))" }
}

extension HTTPAnswer {
    /// Why bytes are not an answer.
    package enum Fault: Error, Hashable {
        case nothingCame
        case headerNotUnderstood(String)
        case bodyCut(expected: Int, got: Int)
        case bodyTooLong(expected: Int, got: Int)
        case chunksNotUnderstood
    }

    /// Reads all that came on a connection which the server then closed (RFC 9112).
    ///
    /// Interim answers (100) before it are passed over.
    ///
    /// - Parameter hasBody: false for the answer to HEAD.
    init(received bytes: [UInt8], hasBody: Bool) throws(Fault) {
        guard !bytes.isEmpty else { throw .nothingCame }
        let blank = Array("\r\n\r\n".utf8)
        guard let end = bytes.firstRange(of: blank) else {
            throw .headerNotUnderstood(String(decoding: bytes.prefix(200), as: UTF8.self))
        }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw .headerNotUnderstood(String(head.prefix(200)))
        }
        let rest = Array(bytes[end.upperBound...])
        guard status >= 200 else {
            self = try HTTPAnswer(received: rest, hasBody: hasBody)
            return
        }
        self.status = status
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
            return (parts[0].lowercased(), String(value))
        }
        let named = headers
        func value(_ name: String) -> String? { named.first { $0.name == name }?.value }
        if value("transfer-encoding")?.lowercased() == "chunked" {
            body = try Self.joinChunks(rest)
        } else {
            body = rest
            if hasBody, let length = value("content-length").flatMap(Int.init), rest.count != length
            {
                throw rest.count < length
                    ? .bodyCut(expected: length, got: rest.count)
                    : .bodyTooLong(expected: length, got: rest.count)
            }
        }
    }

    private static func joinChunks(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        var body: [UInt8] = []
        var rest = bytes[...]
        while true {
            guard let line = rest.firstRange(of: [0x0D, 0x0A]),
                let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16)
            else { throw .chunksNotUnderstood }
            rest = rest[line.upperBound...]
            guard rest.count >= size + 2 else { throw .chunksNotUnderstood }
            if size == 0 { return body }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
    }
}
