internal import Database

/// Rows on their way to the region file, in the order in which they are to be written: for each the
/// insertion that it is for and its values, one after the other in one run of bytes, from which they are
/// bound without being copied.
struct RowBuffer: Sendable {
    /// An insertion's number, one byte; then for each of its parameters one byte of `Kind`, and eight bytes of a
    /// number, or four with the count of the bytes that follow.
    private(set) var bytes: [UInt8] = []

    private enum Kind: UInt8 {
        case null, integer, real, text, blob
    }

    var count: Int { bytes.count }

    mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

    /// Starts a row; as many values must follow as the insertion has parameters.
    mutating func begin(_ insertion: UInt8) { bytes.append(insertion) }

    mutating func appendNull() { bytes.append(Kind.null.rawValue) }

    mutating func append(_ value: Int64) { append(.integer, UInt64(bitPattern: value)) }

    mutating func append(_ value: Bool) { append(Int64(value ? 1 : 0)) }

    mutating func append(_ value: Double) { append(.real, value.bitPattern) }

    private mutating func append(_ kind: Kind, _ bits: UInt64) {
        bytes.append(kind.rawValue)
        withUnsafeBytes(of: bits) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ text: String) {
        appendText { $0.append(contentsOf: text.utf8) }
    }

    mutating func append(_ text: String?) {
        guard let text else { return appendNull() }
        append(text)
    }

    /// Appends a text whose UTF-8 `body` appends.
    mutating func appendText(_ body: (inout [UInt8]) -> Void) { append(.text, body) }

    /// Appends a BLOB whose bytes `body` appends.
    mutating func appendBlob(_ body: (inout [UInt8]) -> Void) { append(.blob, body) }

    private mutating func append(_ kind: Kind, _ body: (inout [UInt8]) -> Void) {
        bytes.append(kind.rawValue)
        let start = bytes.count
        withUnsafeBytes(of: UInt32(0)) { bytes.append(contentsOf: $0) }
        body(&bytes)
        let count = UInt32(bytes.count - start - 4)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: count, toByteOffset: start, as: UInt32.self)
        }
    }

    /// Runs the insertions, each by its number.
    ///
    /// - Throws: `DatabaseError`.
    func write(by insertions: [Statement]) throws {
        try bytes.withUnsafeBytes { try Self.write($0, by: insertions) }
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, by insertions: [Statement]
    ) throws(DatabaseError) {
        var offset = 0
        while offset < bytes.count {
            let insertion = insertions[Int(bytes[offset])]
            offset += 1
            insertion.reset()
            for parameter in 1...insertion.parameterCount {
                let kind = Kind(rawValue: bytes[offset])
                offset += 1
                switch kind {
                case .integer, .real:
                    let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    offset += 8
                    if kind == .integer {
                        try insertion.bind(parameter, Int64(bitPattern: bits))
                    } else {
                        try insertion.bind(parameter, Double(bitPattern: bits))
                    }
                case .text, .blob:
                    let count = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    let start = offset + 4
                    offset = start + Int(count)
                    let value = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
                    if kind == .text {
                        try insertion.bind(parameter, lentText: value)
                    } else {
                        try insertion.bind(parameter, lentBlob: value)
                    }
                case .null, nil: try insertion.bind(null: parameter)
                }
            }
            while try insertion.step() {}
        }
    }
}
