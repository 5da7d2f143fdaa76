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
///
/// `@unchecked Sendable`: the mapped bytes are never written.
struct PlaceAnswer: @unchecked Sendable {
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

    private let start, tagsStart: UnsafeRawPointer
    private let headCount, labelCount, tailCount, tagsCount: UInt32
    let flags: Flags

    /// - Returns: nil where it is not all in the table's page, as of rows with very many tags, or for a
    ///   damaged row.
    @inline(__always) init?(_ row: MappedRow) {
        guard let (bytes, tags) = row.leadingColumns else { return nil }
        self.init(bytes, tags: tags)
    }

    /// - Returns: nil for what is none.
    @inline(__always) init?(_ bytes: UnsafeRawBufferPointer, tags: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size, let start = bytes.baseAddress,
            let tagsStart = tags.baseAddress, let tagsCount = UInt32(exactly: tags.count)
        else { return nil }
        (self.start, self.tagsStart, self.tagsCount) = (start, tagsStart, tagsCount)
        flags = Flags(rawValue: bytes[0])
        headCount = Self.integer(start, 4)
        labelCount = Self.integer(start, 8)
        tailCount = Self.integer(start, 12)
        guard Self.size + Int(headCount) + Int(labelCount) + Int(tailCount) == bytes.count
        else { return nil }
    }

    @inline(__always) private static func integer(
        _ start: UnsafeRawPointer, _ offset: Int
    ) -> UInt32 {
        UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inline(__always) private func number(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The row's tags, a JSON object.
    var tags: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: tagsStart, count: Int(tagsCount))
    }
    var osmType: UInt8 { start.load(fromByteOffset: 1, as: UInt8.self) }
    var longitude: Double { Double(bitPattern: number(24)) }
    var latitude: Double { Double(bitPattern: number(32)) }
    var importance: Double { Double(bitPattern: number(40)) }
    /// As `Place.sightInMeters`.
    var sightInMeters: Double { Double(bitPattern: number(48)) }
    var osmID: Int64 { Int64(bitPattern: number(56)) }

    @inline(__always) private func text(_ offset: UInt32, _ count: UInt32)
        -> UnsafeRawBufferPointer
    {
        UnsafeRawBufferPointer(start: start + Self.size + Int(offset), count: Int(count))
    }

    /// JSON from the opening brace to `"distanceInMeters":`, with the local name.
    var whole: UnsafeRawBufferPointer { text(0, headCount + labelCount + tailCount) }
    /// JSON from the opening brace to `"name":`.
    var head: UnsafeRawBufferPointer { text(0, headCount) }
    /// The local name as a JSON string; empty for a nameless place.
    var label: UnsafeRawBufferPointer { text(headCount, labelCount) }
    /// JSON from after the name to `"distanceInMeters":`.
    var tail: UnsafeRawBufferPointer { text(headCount + labelCount, tailCount) }

    /// The value of its category's tag; nil where that has an escape.
    var type: UnsafeRawBufferPointer? {
        let (offset, count) = (Self.integer(start, 16), Self.integer(start, 20))
        guard count > 0, offset <= headCount, count <= headCount - offset else { return nil }
        return text(offset, count)
    }

    /// Bytes of the texts and the tags.
    var textBytes: Int { Int(headCount) + Int(labelCount) + Int(tailCount) + Int(tagsCount) }
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
