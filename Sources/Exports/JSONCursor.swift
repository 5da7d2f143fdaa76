/// Writes bytes of JSON one after the other into room of a fixed size: for objects of which thousands a
/// second are written, whose keys need no check.
///
/// The caller keeps the grammar. Writing past the room stops the program.
package struct JSONCursor {
    private var rest: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ room: UnsafeMutableRawBufferPointer) { rest = room }

    /// A part of the grammar, such as `,"name":`.
    @inline(__always) package mutating func literal(_ text: StaticString) {
        copy(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// JSON that was written before.
    package mutating func copy(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= rest.count - count)
        guard let source = bytes.baseAddress, let base = rest.baseAddress else { return }
        (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// A text in quotes, of at most six bytes for each of its own, and two.
    package mutating func text(_ utf8: UnsafeRawBufferPointer) {
        byte(UInt8(ascii: "\""))
        if utf8.contains(where: JSONWriter.mustBeEscaped) {
            for byte in utf8 {
                if JSONWriter.mustBeEscaped(byte) {
                    JSONWriter.escaped(byte).withUnsafeBytes { copy($0) }
                } else {
                    self.byte(byte)
                }
            }
        } else {
            copy(utf8)
        }
        byte(UInt8(ascii: "\""))
    }

    /// As the other, of a text in memory.
    package mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { self.text(UnsafeRawBufferPointer($0)) }
    }

    package mutating func value(_ flag: Bool) { flag ? literal("true") : literal("false") }

    /// At most twenty bytes.
    package mutating func value(_ number: Int64) {
        if number < 0 { byte(UInt8(ascii: "-")) }
        digits(number.magnitude)
    }

    /// A number below 1e9, with at most `places` decimals (0…9), zeros at the end left out: as
    /// `JSONWriter.value(_:decimals:)` writes it, in at most twenty bytes.
    package mutating func value(_ number: Double, decimals places: Int) {
        precondition(number.isFinite && abs(number) < 1e9)
        let scale = [UInt8].scales[places]
        let scaled = Int64((number * Double(scale)).rounded())
        if scaled < 0 { byte(UInt8(ascii: "-")) }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        digits(whole)
        guard rest > 0 else { return }
        byte(UInt8(ascii: "."))
        digits(rest, width: places)
        while self.rest[count - 1] == UInt8(ascii: "0") { count -= 1 }
    }

    private mutating func byte(_ byte: UInt8) {
        precondition(count < rest.count)
        rest[count] = byte
        count += 1
    }

    private mutating func digits(_ number: UInt64, width: Int = 1) {
        var size = 1
        var limit: UInt64 = 10
        while number >= limit, size < 20 {
            size += 1
            let (next, isOver) = limit.multipliedReportingOverflow(by: 10)
            guard !isOver else { break }
            limit = next
        }
        size = max(size, width)
        precondition(size <= rest.count - count)
        var number = number
        for place in stride(from: count + size - 1, through: count, by: -1) {
            rest[place] = 48 + UInt8(truncatingIfNeeded: number % 10)
            number /= 10
        }
        count += size
    }
}

extension JSONWriter {
    /// Appends one value that `fill` writes, in at most `capacity` bytes.
    package mutating func value(capacity: Int, _ fill: (inout JSONCursor) -> Void) {
        append(capacity: capacity) { room in
            var cursor = JSONCursor(room)
            fill(&cursor)
            return cursor.count
        }
    }
}
