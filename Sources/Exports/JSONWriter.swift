/// Appends JSON (RFC 8259) to bytes, without building a tree.
///
/// Commas come by themselves. The caller keeps objects and arrays balanced and gives each member
/// of an object a key. A number that JSON cannot say is remembered, and `finish` then throws, so that a wrong
/// answer is never sent and each line needs no `try`.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false
    private var refusedKey: String?
    private var lastKey = ""

    package init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// The bytes; the writer starts afresh.
    ///
    /// - Throws: `ExportError.notANumber` when a number was infinite or none.
    package mutating func finish() throws(ExportError) -> [UInt8] {
        if let refusedKey { throw .notANumber(key: refusedKey) }
        let finished = bytes
        self = JSONWriter()
        return finished
    }

    /// Hands over what was written so far, in the middle of a document, and keeps the room.
    package mutating func flush(
        to sink: ([UInt8]) throws -> Void
    ) throws {
        if let refusedKey { throw ExportError.notANumber(key: refusedKey) }
        guard !bytes.isEmpty else { return }
        try sink(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: Structure

    package mutating func beginObject() { open("{") }
    package mutating func endObject() { close("}") }
    package mutating func beginArray() { open("[") }
    package mutating func endArray() { close("]") }

    /// A key; the value follows.
    package mutating func key(_ name: String) {
        lastKey = name
        var text = name
        text.withUTF8 { key in
            guard !key.contains(where: Self.mustBeEscaped) else {
                separate()
                appendQuoted(name)
                return bytes.append(UInt8(ascii: ":"))
            }
            // All at once: a growing array asks for its room with each byte.
            bytes.append(addingCapacity: key.count + 4) { span in
                if needsComma { span.append(UInt8(ascii: ",")) }
                span.append(UInt8(ascii: "\""))
                span.append(key)
                span.append(UInt8(ascii: "\""))
                span.append(UInt8(ascii: ":"))
            }
        }
        needsComma = false
    }

    /// A key that is a JSON text, with its quotes.
    package mutating func key(json: UnsafeBufferPointer<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Ends the line behind a document, as text files do.
    package mutating func lineEnd() { bytes.append(UInt8(ascii: "\n")) }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    // MARK: Values

    package mutating func value(_ text: String) {
        separate()
        appendQuoted(text)
        needsComma = true
    }

    /// A text that is UTF-8 already.
    package mutating func value(utf8 text: UnsafeBufferPointer<UInt8>) {
        separate()
        appendQuoted(utf8: text)
        needsComma = true
    }

    package mutating func value(_ flag: Bool) { word(flag ? "true" : "false") }

    package mutating func null() { word("null") }

    package mutating func value(_ number: Int64) {
        separate()
        append(digitsOf: number)
        needsComma = true
    }

    package mutating func value(_ number: Int) { value(Int64(number)) }

    /// The shortest text that reads back as the same number; a whole one without a point.
    package mutating func value(_ number: Double) {
        guard number.isFinite else {
            if refusedKey == nil { refusedKey = lastKey }
            return null()
        }
        if let whole = Int64(exactly: number), abs(whole) < 1 << 53 { return value(whole) }
        word(number.description)
    }

    /// A number with at most `places` decimals (0…9), zeros at the end left out.
    package mutating func value(_ number: Double, decimals places: Int) {
        guard number.isFinite, abs(number) < 1e9 else { return value(number) }
        separate()
        bytes.append(short: number, decimals: places)
        needsComma = true
    }

    /// A number as text, with exactly `places` decimals, as `"60.1702000"`.
    package mutating func value(text number: Double, decimals places: Int) {
        guard number.isFinite else { return value(number) }
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(fixed: number, decimals: places)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// JSON that was written before.
    package mutating func value(json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    private mutating func word(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    // MARK: Members

    package mutating func member(_ name: String, _ value: String) {
        key(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: Int64) {
        key(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: Int) { member(name, Int64(value)) }

    package mutating func member(_ name: String, _ value: Double) {
        key(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: Double, decimals: Int) {
        key(name)
        self.value(value, decimals: decimals)
    }

    package mutating func member(_ name: String, text value: Double, decimals: Int) {
        key(name)
        self.value(text: value, decimals: decimals)
    }

    package mutating func member(_ name: String, _ value: Bool) {
        key(name)
        self.value(value)
    }

    /// Left out when nil.
    package mutating func member(ifPresent name: String, _ value: String?) {
        if let value { member(name, value) }
    }

    /// Left out when nil.
    package mutating func member(ifPresent name: String, _ value: Int64?) {
        if let value { member(name, value) }
    }

    /// Left out when nil.
    package mutating func member(ifPresent name: String, _ value: Double?) {
        if let value { member(name, value) }
    }

    package mutating func object(_ name: String, _ fill: (inout JSONWriter) -> Void) {
        key(name)
        beginObject()
        fill(&self)
        endObject()
    }

    package mutating func array(_ name: String, _ fill: (inout JSONWriter) -> Void) {
        key(name)
        beginArray()
        fill(&self)
        endArray()
    }

    // MARK: Bytes

    private mutating func append(digitsOf number: Int64) {
        bytes.append(addingCapacity: 20) { span in
            if number < 0 { span.append(UInt8(ascii: "-")) }
            span.append(digitsOf: number.magnitude)
        }
    }

    /// Quotes, backslashes and control characters are escaped; the rest is UTF-8 as it is.
    private mutating func appendQuoted(_ text: String) {
        var text = text
        text.withUTF8 { appendQuoted(utf8: $0) }
    }

    private mutating func appendQuoted(utf8: UnsafeBufferPointer<UInt8>) {
        guard utf8.contains(where: Self.mustBeEscaped) else {
            return bytes.append(addingCapacity: utf8.count + 2) { span in
                span.append(UInt8(ascii: "\""))
                span.append(utf8)
                span.append(UInt8(ascii: "\""))
            }
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in utf8 {
            if Self.mustBeEscaped(byte) {
                bytes += Self.escaped(byte)
            } else {
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    static func escaped(_ byte: UInt8) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        switch byte {
        case UInt8(ascii: "\""), backslash: return [backslash, byte]
        case UInt8(ascii: "\n"): return [backslash, UInt8(ascii: "n")]
        case UInt8(ascii: "\r"): return [backslash, UInt8(ascii: "r")]
        case UInt8(ascii: "\t"): return [backslash, UInt8(ascii: "t")]
        default:
            let digits = Array("0123456789abcdef".utf8)
            return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    /// Appends one value: as many bytes as `fill` says that it wrote into the room it is given.
    mutating func append(
        capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
    ) {
        separate()
        bytes.append(addingCapacity: capacity) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                let room = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                count += fill(room)
            }
        }
        needsComma = true
    }
}

extension OutputSpan<UInt8> {
    /// Appends bytes that lie in a row.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        withUnsafeMutableBufferPointer { buffer, count in
            precondition(bytes.count <= buffer.count - count)
            guard let source = bytes.baseAddress, let base = buffer.baseAddress else { return }
            (base + count).initialize(from: source, count: bytes.count)
            count += bytes.count
        }
    }
}
