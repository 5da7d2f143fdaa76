internal import Database
internal import GeoModel

/// What a radius search and its answer need of a row of `place`, prepared by the import and kept in one
/// BLOB at the row's beginning: found and copied, nothing is read or written number by number.
///
/// Little-endian: flags, the letter of `osm_type`, two bytes unused; bytes of `head`, `label` and `tail`, and
/// where the type is in `head` and how long, in four each; longitude and latitude in degrees, importance, metres
/// of sight and `osm_id`, in eight each; then the JSON of `head`, `label` and `tail`.
///
/// The whole place is `head`, its name, `tail`, the distance, `,"bearingInDegrees":` and the bearing where
/// there is one, `,"tags":`, the tags and a closing brace.
struct PlaceAnswer {
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The footprint is the point.
        static let isPoint = Flags(rawValue: 1)
        /// The footprint is in `place_piece`.
        static let isCut = Flags(rawValue: 2)
        /// It has a name, `label`; nothing but the type names others.
        static let isNamed = Flags(rawValue: 4)
        /// Some name is in a language.
        static let hasLanguages = Flags(rawValue: 8)
    }

    /// Bytes before the texts.
    static let size = 64

    private let bytes: UnsafeRawBufferPointer
    private let headCount, labelCount, tailCount: Int
    /// The row's tags, a JSON object.
    let tags: UnsafeRawBufferPointer
    let flags: Flags

    /// - Returns: nil where it is not all in the table's page, as of rows with very many tags, or for a
    ///   damaged row.
    @inline(__always) init?(_ row: MappedRow) {
        guard let (bytes, tags) = row.leadingColumns else { return nil }
        self.init(bytes, tags: tags)
    }

    /// - Returns: nil for what is none.
    @inline(__always) init?(_ bytes: UnsafeRawBufferPointer, tags: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size else { return nil }
        self.bytes = bytes
        self.tags = tags
        flags = Flags(rawValue: bytes[0])
        headCount = Self.integer(bytes, 4)
        labelCount = Self.integer(bytes, 8)
        tailCount = Self.integer(bytes, 12)
        guard Self.size + headCount + labelCount + tailCount == bytes.count else { return nil }
    }

    @inline(__always) private static func integer(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int
    ) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    @inline(__always) private func number(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    var osmType: UInt8 { bytes[1] }
    var longitude: Double { Double(bitPattern: number(24)) }
    var latitude: Double { Double(bitPattern: number(32)) }
    var importance: Double { Double(bitPattern: number(40)) }
    /// As `Place.sightInMeters`.
    var sightInMeters: Double { Double(bitPattern: number(48)) }
    var osmID: Int64 { Int64(bitPattern: number(56)) }

    private func text(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
    }

    /// JSON from the opening brace to `"distanceInMeters":`, with the local name.
    var whole: UnsafeRawBufferPointer { text(Self.size, bytes.count - Self.size) }
    /// JSON from the opening brace to `"name":`.
    var head: UnsafeRawBufferPointer { text(Self.size, headCount) }
    /// The local name as a JSON string; empty for a nameless place.
    var label: UnsafeRawBufferPointer { text(Self.size + headCount, labelCount) }
    /// JSON from after the name to `"distanceInMeters":`.
    var tail: UnsafeRawBufferPointer { text(Self.size + headCount + labelCount, tailCount) }

    /// The value of its category's tag; nil where that has an escape.
    var type: UnsafeRawBufferPointer? {
        let (start, count) = (Self.integer(bytes, 16), Self.integer(bytes, 20))
        guard count > 0, start + count <= headCount else { return nil }
        return text(Self.size + start, count)
    }
}

extension PlaceAnswer {
    /// The BLOB of a place.
    ///
    /// - Parameters:
    ///   - name: In no language's favour; nil for a nameless place.
    ///   - footprintBytes: Of the footprint's BLOB.
    static func encode(
        _ place: Place, name: String?, hasLanguages: Bool, footprintBytes: Int
    ) -> [UInt8] {
        var flags: Flags = []
        if footprintBytes == SpatialBlob.pointSize { flags.insert(.isPoint) }
        if PlaceColumn.isCut(bytes: footprintBytes) { flags.insert(.isCut) }
        if name != nil { flags.insert(.isNamed) }
        if hasLanguages { flags.insert(.hasLanguages) }
        let ref = place.ref
        var text: [UInt8] = []
        text.reserveCapacity(320)
        switch ref.osmType {
        case .node: text += "{\"osm_type\":\"node\",\"osm_id\":".utf8
        case .way: text += "{\"osm_type\":\"way\",\"osm_id\":".utf8
        case .relation: text += "{\"osm_type\":\"relation\",\"osm_id\":".utf8
        }
        if ref.osmID < 0 { text.append(UInt8(ascii: "-")) }
        text.append(digitsOf: ref.osmID.magnitude)
        text += ",\"category\":".utf8
        text.append(jsonString: place.category, inShort: true)
        text += ",\"type\":".utf8
        let typeStart = text.count + 1
        text.append(jsonString: place.type, inShort: true)
        let typeCount = text.count - typeStart - 1
        text += ",\"name\":".utf8
        let headEnd = text.count
        if let name { text.append(jsonString: name, inShort: true) }
        let labelEnd = text.count
        if name != nil {
            text += ",\"named\":true,\"decimalLatitude\":".utf8
        } else {
            text += ",\"named\":false,\"decimalLatitude\":".utf8
        }
        text.append(decimal: place.position.decimalLatitude, places: 7)
        text += ",\"decimalLongitude\":".utf8
        text.append(decimal: place.position.decimalLongitude, places: 7)
        text += ",\"importance\":".utf8
        text.append(decimal: min(max(place.importance, 0), 1), places: 3)
        text += ",\"distanceInMeters\":".utf8

        var blob = [flags.rawValue, ref.osmType.letter.asciiValue ?? 0, 0, 0]
        blob.reserveCapacity(size + text.count)
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { blob.append(contentsOf: $0) }
        }
        let plainTypeCount = typeCount == place.type.utf8.count ? typeCount : 0
        for count in [
            headEnd, labelEnd - headEnd, text.count - labelEnd, typeStart, plainTypeCount,
        ] {
            append(UInt32(count))
        }
        for number in [
            place.position.decimalLongitude, place.position.decimalLatitude, place.importance,
            place.sightInMeters,
        ] { append(number.bitPattern) }
        append(ref.osmID)
        return blob + text
    }
}

extension [UInt8] {
    /// A number with at most so many decimals, zeros at the end left out.
    fileprivate mutating func append(decimal number: Double, places: Int) {
        let scale = (0..<places).reduce(UInt64(1)) { scale, _ in 10 * scale }
        let scaled = Int64((number * Double(scale)).rounded())
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: scale)
        append(digitsOf: whole)
        guard rest > 0 else { return }
        append(UInt8(ascii: "."))
        append(digitsOf: rest, width: places)
        while last == UInt8(ascii: "0") { removeLast() }
    }

    /// At least `width` digits.
    fileprivate mutating func append(digitsOf number: UInt64, width: Int = 1) {
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var (number, start) = (number, digits.count)
            repeat {
                start -= 1
                digits[start] = 48 + UInt8(number % 10)
                number /= 10
            } while number > 0 || digits.count - start < width
            append(contentsOf: digits[start...])
        }
    }
}
