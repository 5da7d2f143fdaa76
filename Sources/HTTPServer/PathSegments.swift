/// A request path cut at its slashes and percent-decoded, or refused.
///
/// Refused are: an escape that is broken, an encoded slash, a backslash, NUL and other control characters, `.` and
/// `..` (encoded or not), bytes that are not UTF-8, and empty segments (`//`). Such a path names nothing here, and no later
/// code has to think of it. One slash at the end does not count: a base address is written with it as often as without.
enum PathSegments {
    /// Longer paths match no route; ours have at most 5 segments.
    static let limit = 16

    /// Calls `body` with the bytes that the ranges refer to, and one range for each segment; without allocating when
    /// the path has no escape.
    ///
    /// - Returns: What `body` returns; nil when the path is refused.
    static func with<Result>(
        _ path: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<Range<Int>>) -> Result?
    ) -> Result? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        return path.allSatisfy(isPlain) ? cut(path, body) : decodeAndCut(path, body)
    }

    /// Needs no decoding, and is valid in a segment.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "\\")
    }

    private static func cut<Result>(
        _ path: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<Range<Int>>) -> Result?
    ) -> Result? {
        withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: limit) { ranges in
            var count = 0
            var start = 1
            for end in 1...path.count
            where end == path.count || path[end] == UInt8(ascii: "/") {
                if path.count == 1 { break }
                if start == path.count, count > 0 { break }
                let segment = UnsafeBufferPointer(rebasing: path[start..<end])
                guard !segment.isEmpty, !isDots(segment), count < limit else { return nil }
                ranges.initializeElement(at: count, to: start..<end)
                count += 1
                start = end + 1
            }
            return body(path, UnsafeBufferPointer(rebasing: ranges[..<count]))
        }
    }

    private static func decodeAndCut<Result>(
        _ path: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<Range<Int>>) -> Result?
    ) -> Result? {
        var decoded: [UInt8] = []
        var ranges: [Range<Int>] = []
        let whole = path.count > 2 && path.last == UInt8(ascii: "/") ? path.dropLast() : path[...]
        for escaped in whole.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            guard let segment = PercentEncoding.decode(escaped), !segment.isEmpty,
                !segment.contains(where: isForbidden), !isDots(segment), ranges.count < limit,
                String(validating: segment, as: UTF8.self) != nil
            else { return nil }
            ranges.append(decoded.count..<decoded.count + segment.count)
            decoded += segment
        }
        return decoded.withUnsafeBufferPointer { bytes in
            ranges.withUnsafeBufferPointer { body(bytes, $0) }
        }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }

    private static func isDots(_ segment: some Collection<UInt8>) -> Bool {
        segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}
