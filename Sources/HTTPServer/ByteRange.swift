/// Which bytes of a representation a request asks for (RFC 9110 section 14).
enum ByteRange: Equatable {
    /// All: nothing else was asked for, or nothing that is understood here, which the standard lets be ignored.
    ///
    /// Several ranges at once are such: a client that wants them asks for each.
    case whole
    case part(Range<Int>)
    /// Only such as there are none of.
    case nothing

    /// - Parameters:
    ///   - header: The value of `Range`; nil when it was not sent.
    ///   - length: Of the whole representation.
    init(_ header: String?, length: Int) {
        self = .whole
        guard let header, let equals = header.firstIndex(of: "="),
            ASCII.equalIgnoringCase(header[..<equals], "bytes")
        else { return }
        let bounds = header[header.index(after: equals)...].split(
            separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return }
        switch (Self.number(bounds[0]), Self.number(bounds[1])) {
        case (let first?, let last?) where first <= last:
            self = first < length ? .part(first..<min(last, length - 1) + 1) : .nothing
        case (let first?, nil) where bounds[1].isEmpty:
            self = first < length ? .part(first..<length) : .nothing
        case (nil, let count?) where bounds[0].isEmpty:
            self = count > 0 && length > 0 ? .part(max(0, length - count)..<length) : .nothing
        default: break
        }
    }

    /// Digits alone; a number that no file reaches is the largest there is.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? .max, .max - 1)
    }
}

extension Response {
    /// The answer to a request for a range: 206 with a part of a file, 416, or all of it from the start.
    ///
    /// Only whole files of GET and HEAD have ranges; of an answer that is made as it is sent nothing can be skipped.
    ///
    /// - Parameters:
    ///   - condition: `If-Range`: the ETag of which the client has the beginning (section 13.1.5).
    ///   - refuse: The response to a refusal.
    func answering(
        range: @autoclosure () -> String?, ifRange condition: @autoclosure () -> String?,
        _ method: String, _ refuse: (Refusal) -> Response
    ) -> Response {
        guard status == 200 else { return self }
        switch body {
        case .none, .bytes: return self
        case .stream: return adding("Accept-Ranges", "none")
        case .file(let file):
            let whole = adding("Accept-Ranges", "bytes")
            guard method == "GET", let range = range() else { return whole }
            if let condition = condition(), condition != value(of: "ETag") { return whole }
            switch ByteRange(range, length: file.bytes) {
            case .whole: return whole
            case .nothing: return refuse(.rangeNotSatisfiable(length: file.bytes))
            case .part(let bytes):
                var part = whole.adding(
                    "Content-Range",
                    "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(file.bytes)")
                part.status = 206
                part.body = .file(OpenFile(bytes, of: file))
                return part
            }
        }
    }

    private func value(of name: String) -> String? {
        headers.first { ASCII.equalIgnoringCase($0.name, name) }?.value
    }
}
