internal import Glibc

/// Cuts a multipart body (RFC 2046 section 5.1) into its parts while it arrives.
///
/// It keeps at most one part header; what belongs to a part is handed on as it comes. The result does not depend on
/// how the body is cut into pieces.
struct MultipartParser {
    enum Event {
        case began(PartHeader)
        case content(UnsafeRawBufferPointer)
        case ended
    }

    private enum State {
        /// Before the first boundary: what stands there is ignored.
        case preamble
        /// After a boundary: white space and CRLF follow, or `--`.
        case afterBoundary
        case header
        case content
        /// After the last boundary: what follows is ignored.
        case epilogue
    }

    private var state = State.preamble
    /// CR LF `--` boundary.
    private let delimiter: [UInt8]
    /// How many bytes of the delimiter the body has just shown.
    private var matched = 2
    /// How many of those are not in the content: no CRLF is needed before the first boundary, and the one that ends
    /// a header may serve as the one before a boundary when there is no content.
    private var borrowed = 2
    /// The unfinished line after a boundary, or the unfinished header.
    private var pending: [UInt8] = []
    private var parts = 0
    private let limits: UploadLimits

    /// - Parameter boundary: 1 to 70 bytes, as in the Content-Type.
    init(boundary: [UInt8], limits: UploadLimits) {
        delimiter = Array("\r\n--".utf8) + boundary
        self.limits = limits
    }

    /// The boundary of a `multipart/form-data` content type.
    ///
    /// - Throws: `Refusal.boundaryMissing` unless it has 1 to 70 characters that RFC 2046 allows.
    static func boundary(in contentType: HeaderParameters) throws(Refusal) -> [UInt8] {
        guard let boundary = contentType["boundary"], (1...70).contains(boundary.count),
            boundary.last != 0x20, boundary.allSatisfy({ (0x20..<0x7f).contains($0) })
        else { throw .boundaryMissing }
        return boundary
    }

    /// Reads the next bytes of the body. After an error the parser is of no further use.
    ///
    /// - Throws: What `handle` throws; `Refusal` for a malformed body or one with too many parts.
    mutating func receive(
        _ bytes: UnsafeRawBufferPointer, _ handle: (Event) throws -> Void
    ) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch state {
            case .preamble:
                if try skipToDelimiter(&rest, { _ in }) { state = .afterBoundary }
            case .afterBoundary: try readAfterBoundary(&rest)
            case .header: try readHeader(&rest, handle)
            case .content:
                if try skipToDelimiter(&rest, handle) {
                    try handle(.ended)
                    state = .afterBoundary
                }
            case .epilogue: return
            }
        }
    }

    /// Says that the body is complete.
    ///
    /// - Throws: `Refusal.multipartNotUnderstood` when the last boundary has not come.
    func finish() throws(Refusal) {
        switch state {
        case .epilogue: break
        case .preamble:
            throw .multipartNotUnderstood(
                "the boundary of the Content-Type does not occur in the body.")
        case .afterBoundary, .header, .content:
            throw .multipartNotUnderstood("it ends before its last boundary.")
        }
    }

    /// Hands on everything before the next delimiter, and drops the delimiter.
    ///
    /// As CR occurs only at the delimiter's start, a failed match can only begin anew at the byte that broke it.
    ///
    /// - Returns: Whether the delimiter was found.
    private mutating func skipToDelimiter(
        _ rest: inout Slice<UnsafeRawBufferPointer>, _ handle: (Event) throws -> Void
    ) throws -> Bool {
        if matched > 0, try !resumeMatch(&rest, handle) { return false }
        if matched == 0 {
            let content = UnsafeRawBufferPointer(rebasing: rest)
            let end = findDelimiter(in: content)
            if end > 0 { try handle(.content(UnsafeRawBufferPointer(rebasing: content[..<end]))) }
            rest = rest.dropFirst(end + matched)
        }
        guard matched == delimiter.count else { return false }
        (matched, borrowed) = (0, 0)
        return true
    }

    /// Goes on with a match that an earlier piece began; hands on what it was when it fails.
    ///
    /// - Returns: False when this piece ended before the match did.
    private mutating func resumeMatch(
        _ rest: inout Slice<UnsafeRawBufferPointer>, _ handle: (Event) throws -> Void
    ) throws -> Bool {
        while matched < delimiter.count {
            guard let byte = rest.first else { return false }
            guard byte == delimiter[matched] else {
                let (start, end) = (borrowed, matched)
                (matched, borrowed) = (0, 0)
                if start < end {
                    try delimiter.withUnsafeBytes {
                        try handle(.content(UnsafeRawBufferPointer(rebasing: $0[start..<end])))
                    }
                }
                return true
            }
            rest.removeFirst()
            matched += 1
        }
        return true
    }

    /// Where the delimiter, or as much of it as the piece still holds, begins; the end when there is none.
    ///
    /// Sets `matched`.
    private mutating func findDelimiter(in content: UnsafeRawBufferPointer) -> Int {
        guard let base = content.baseAddress else { return 0 }
        var start = 0
        while let found = memchr(base + start, 0x0d, content.count - start) {
            start = UnsafeRawPointer(found) - base
            let length = min(delimiter.count, content.count - start)
            if delimiter.withUnsafeBytes({ memcmp(base + start, $0.baseAddress!, length) == 0 }) {
                matched = length
                return start
            }
            start += 1
        }
        return content.count
    }

    private mutating func readAfterBoundary(
        _ rest: inout Slice<UnsafeRawBufferPointer>
    ) throws(Refusal) {
        while let byte = rest.popFirst() {
            pending.append(byte)
            if pending == [0x2d, 0x2d] {
                pending = []
                state = .epilogue
                return
            }
            if pending.suffix(2).elementsEqual([0x0d, 0x0a]) {
                pending = []
                state = .header
                return
            }
            let isPadding =
                pending.count <= 256
                && pending.dropLast().allSatisfy { HeaderParameters.isSpace($0) }
                && (HeaderParameters.isSpace(byte) || byte == 0x0d)
            guard isPadding || pending == [0x2d] else {
                throw .multipartNotUnderstood("something follows a boundary on its line.")
            }
        }
    }

    private mutating func readHeader(
        _ rest: inout Slice<UnsafeRawBufferPointer>, _ handle: (Event) throws -> Void
    ) throws {
        while let byte = rest.popFirst() {
            pending.append(byte)
            // A header without lines is the empty line alone.
            guard byte == 0x0a,
                pending == [0x0d, 0x0a] || pending.suffix(4).elementsEqual(Self.end)
            else {
                guard pending.count < limits.partHeader else {
                    throw Refusal.partHeaderTooLarge(limit: limits.partHeader)
                }
                continue
            }
            parts += 1
            guard parts <= limits.parts else { throw Refusal.tooManyParts(limit: limits.parts) }
            let header = try PartHeader(pending.dropLast(2))
            pending = []
            (matched, borrowed) = (2, 2)
            state = .content
            try handle(.began(header))
            return
        }
    }

    private static let end: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]
}
