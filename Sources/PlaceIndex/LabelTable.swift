internal import Glibc

/// Labels by type, found by the bytes that a row has: no text is made of either.
///
/// Open addressing over twice as many places as types, by the hash of Fowler, Noll and Vo.
final class LabelTable: Sendable {
    private struct Entry {
        var type = 0..<0
        var label = 0..<0
    }

    /// Types and labels one behind the other.
    private let bytes: [UInt8]
    private let entries: [Entry]
    /// Of a hash, the bits that are a place among the entries.
    private let mask: Int

    init(_ labels: [String: String]) {
        var size = 16
        while size < 2 * labels.count { size *= 2 }
        var bytes: [UInt8] = []
        var entries = [Entry](repeating: Entry(), count: size)
        for (type, label) in labels where !type.isEmpty {
            let start = bytes.count
            bytes += type.utf8
            let end = bytes.count
            bytes += label.utf8
            var place = bytes[start..<end].withUnsafeBytes { Self.hash($0) } & (size - 1)
            while !entries[place].type.isEmpty { place = (place + 1) & (size - 1) }
            entries[place] = Entry(type: start..<end, label: end..<bytes.count)
        }
        self.bytes = bytes
        self.entries = entries
        mask = size - 1
    }

    private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash)
    }

    /// Calls `body` with the label of a type, in UTF-8.
    ///
    /// - Returns: false when there is none.
    func withLabel(
        ofType type: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        guard let base = type.baseAddress else { return false }
        return bytes.withUnsafeBytes { bytes in
            guard let known = bytes.baseAddress else { return false }
            var place = Self.hash(type) & mask
            while !entries[place].type.isEmpty {
                let entry = entries[place]
                if entry.type.count == type.count,
                    memcmp(known + entry.type.lowerBound, base, type.count) == 0
                {
                    body(UnsafeRawBufferPointer(rebasing: bytes[entry.label]))
                    return true
                }
                place = (place + 1) & mask
            }
            return false
        }
    }
}
