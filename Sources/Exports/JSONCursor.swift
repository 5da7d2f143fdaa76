#if canImport(Glibc)
    internal import Glibc
#endif

/// Writes bytes of JSON one after the other into room of a fixed size: for objects of which thousands a
/// second are written, whose keys need no check.
///
/// The caller keeps the grammar. Writing past the room stops the program.
package struct JSONCursor {
    private let start: UnsafeMutableRawPointer
    @usableFromInline let end: UnsafeMutableRawPointer
    @usableFromInline var next: UnsafeMutableRawPointer

    /// Bytes written.
    var count: Int { next - start }
    package var written: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count)
    }

    package init(_ room: UnsafeMutableRawBufferPointer) {
        precondition(room.baseAddress != nil, "a cursor needs room")
        start = room.baseAddress.unsafelyUnwrapped
        (next, end) = (start, start + room.count)
    }

    /// A part of the grammar, such as `,"name":`.
    @inlinable @inline(__always) package mutating func literal(_ text: StaticString) {
        let size = text.utf8CodeUnitCount
        precondition(size <= end - next)
        next.copyMemory(from: text.utf8Start, byteCount: size)
        next += size
    }

    /// JSON that was written before.
    @inlinable @inline(__always) package mutating func copy(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= end - next)
        guard let source = bytes.baseAddress else { return }
        next.copyMemory(from: source, byteCount: bytes.count)
        next += bytes.count
    }

    /// A text in quotes, of at most six bytes for each of its own, and two.
    package mutating func text(_ utf8: UnsafeRawBufferPointer) {
        precondition(utf8.count + 2 <= end - next)
        let beginning = next
        put(UInt8(ascii: "\""))
        var index = 0
        while index + 8 <= utf8.count {
            let word = utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if Self.mayNeedEscape(word) { break }
            next.storeBytes(of: word, as: UInt64.self)
            next += 8
            index += 8
        }
        while index < utf8.count {
            if JSONWriter.mustBeEscaped(utf8[index]) {
                next = beginning
                return escapedText(utf8)
            }
            put(utf8[index])
            index += 1
        }
        put(UInt8(ascii: "\""))
    }

    /// The same of a string.
    package mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { self.text(UnsafeRawBufferPointer($0)) }
    }

    private mutating func escapedText(_ utf8: UnsafeRawBufferPointer) {
        byte(UInt8(ascii: "\""))
        for byte in utf8 {
            if JSONWriter.mustBeEscaped(byte) {
                JSONWriter.escaped(byte).withUnsafeBytes { copy($0) }
            } else {
                self.byte(byte)
            }
        }
        byte(UInt8(ascii: "\""))
    }

    /// Whether any of eight bytes may have to be escaped: a byte below 0x20, a quotation mark or a
    /// backslash borrows into its high bit, which was clear, when the mark is taken away. The borrow of one
    /// may mark the next as well, so that a byte too many is taken for one, never one too few.
    @inline(__always) private static func mayNeedEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let found =
            (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes
            | (slashes &- ones) & ~slashes
        return found & (ones << 7) != 0
    }

    /// The last `width` digits of a number that is not negative, at most twenty; zeros where there are fewer.
    package mutating func digits(_ number: Int, width: Int) {
        precondition(number >= 0 && width <= 20 && width <= end - next)
        digits(UInt64(number), width: width)
    }

    /// A finite number: the shortest text that reads back as the same.
    package mutating func value(_ number: Double) {
        if let whole = Int64(exactly: number), abs(whole) < 1 << 53 { return value(whole) }
        precondition(number.isFinite)
        var text = number.description
        text.withUTF8 { copy(UnsafeRawBufferPointer($0)) }
    }

    package mutating func value(_ number: Int64) {
        precondition(end - next >= Self.longestNumber)
        if number < 0 { put(UInt8(ascii: "-")) }
        digits(number.magnitude)
    }

    /// A number below 1e9, with at most `places` decimals (0…9), zeros at the end left out: as
    /// `JSONWriter.value(_:decimals:)` writes it, in at most 21 bytes.
    package mutating func value(_ number: Double, decimals places: Int) {
        precondition(
            number.isFinite && abs(number) < 1e9 && end - next >= Self.longestNumber)
        if places == 1 { return tenths(Self.rounded(number * 10)) }
        let (scale, factor) = Self.scales[places]
        let scaled = Self.rounded(number * factor)
        if scaled < 0 { put(UInt8(ascii: "-")) }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: scale)
        digits(whole)
        guard rest > 0 else { return }
        put(UInt8(ascii: "."))
        digits(rest, width: places)
        while (next - 1).load(as: UInt8.self) == UInt8(ascii: "0") { next -= 1 }
    }

    /// As distances and bearings have them: by a number that is known, dividing is multiplying.
    @inline(__always) private mutating func tenths(_ number: Int64) {
        if number < 0 { put(UInt8(ascii: "-")) }
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 10)
        digits(whole)
        guard rest > 0 else { return }
        put(UInt8(ascii: "."))
        put(UInt8(48 + rest))
    }

    /// A sign, a point and twenty digits.
    private static let longestNumber = 22

    /// The nearest whole number, of two the one away from zero; the magnitude is below 2^62.
    @inline(__always) private static func rounded(_ number: Double) -> Int64 {
        let whole = Int64(number)
        let rest = number - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }

    /// Powers of ten by their number of zeros.
    private static let scales: InlineArray<10, (UInt64, Double)> = [
        (1, 1), (10, 10), (100, 100), (1000, 1000), (10_000, 1e4), (100_000, 1e5),
        (1_000_000, 1e6), (10_000_000, 1e7), (100_000_000, 1e8), (1_000_000_000, 1e9),
    ]

    private mutating func byte(_ byte: UInt8) {
        precondition(next < end)
        put(byte)
    }

    /// A byte for which there is room.
    @inline(__always) private mutating func put(_ byte: UInt8) {
        next.storeBytes(of: byte, as: UInt8.self)
        next += 1
    }

    /// A number of at most twenty digits for which there is room.
    @inline(__always) private mutating func digits(_ number: UInt64) {
        var (width, limit) = (1, UInt64(10))
        while number >= limit, width < 19 {
            width += 1
            limit &*= 10
        }
        if number >= 10_000_000_000_000_000_000 { width = 20 }
        digits(number, width: width)
    }

    /// The last `width` digits of a number, for which there is room.
    @inline(__always) private mutating func digits(_ number: UInt64, width: Int) {
        var (number, place) = (number, next + width)
        while place - next >= 2 {
            let (rest, pair) = number.quotientAndRemainder(dividingBy: 100)
            let (tens, ones) = pair.quotientAndRemainder(dividingBy: 10)
            place -= 2
            place.storeBytes(
                of: UInt16(truncatingIfNeeded: 0x3030 + tens + ones << 8).littleEndian,
                as: UInt16.self)
            number = rest
        }
        if place > next { next.storeBytes(of: UInt8(48 + number % 10), as: UInt8.self) }
        next += width
    }
}

extension JSONWriter {
    /// Appends one value that `fill` writes, in at most `capacity` bytes, of which there is at least one.
    package mutating func value(capacity: Int, _ fill: (inout JSONCursor) -> Void) {
        append(capacity: capacity) { room in
            var cursor = JSONCursor(room)
            fill(&cursor)
            return cursor.count
        }
    }
}
