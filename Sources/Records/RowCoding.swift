internal import Database
internal import FoundationEssentials
internal import GeoModel

/// Times as the database keeps them.
extension Date {
    /// Milliseconds since 1970, rounded down.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// The time as it will be read back: a record answers the same now and later.
    var asStored: Date { Date(milliseconds: milliseconds) }
}

/// JSON in a column.
enum JSONColumn {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Whether a byte of a text is in JSON what it is.
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw RowError(text: text)
        }
    }
}

/// Languages in a column: tags, which hold no comma, with commas between; NULL where none were kept.
enum LanguageColumn {
    static func encode(_ languages: [String]?) -> String? { languages?.joined(separator: ",") }

    static func decode(_ text: String?) -> [String]? {
        text.map { $0.split(separator: ",").map(String.init) }
    }
}

extension SQLValue {
    static func optional(_ text: String?) -> SQLValue? { text.map(SQLValue.text) }
    static func optional(_ number: Double?) -> SQLValue? { number.map(SQLValue.real) }
    static func optional(_ number: Int64?) -> SQLValue? { number.map(SQLValue.integer) }
}

/// Reads a row's columns in their order; each call takes the next.
struct ColumnReader {
    private let statement: Statement
    private var column: Int32

    /// - Parameter column: The first to be read.
    init(_ statement: Statement, from column: Int32 = 0) {
        self.statement = statement
        self.column = column
    }

    private mutating func next() -> Int32 {
        defer { column += 1 }
        return column
    }

    mutating func text() -> String { statement.text(next()) }
    mutating func optionalText() -> String? { statement.optionalText(next()) }
    mutating func int64() -> Int64 { statement.int64(next()) }
    mutating func optionalInt64() -> Int64? { statement.optionalInt64(next()) }
    mutating func optionalDouble() -> Double? { statement.optionalDouble(next()) }
    mutating func date() -> Date { Date(milliseconds: int64()) }

    /// A value that has a text form of its own.
    mutating func value<Value>(_ make: (String) -> Value?) throws -> Value {
        let text = text()
        guard let value = make(text) else { throw RowError(text: text) }
        return value
    }

    mutating func id() throws -> UUIDv7 { try value { UUIDv7($0) } }

    /// Latitude, longitude, uncertainty, source.
    mutating func position() throws -> CapturePosition? {
        let (latitude, longitude) = (optionalDouble(), optionalDouble())
        let (uncertainty, source) = (optionalDouble(), optionalText())
        guard let latitude, let longitude, let source = source.flatMap(PositionSource.init)
        else { return nil }
        guard let coordinate = Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)
        else { throw RowError(text: "position") }
        return CapturePosition(
            coordinate: coordinate, coordinateUncertaintyInMeters: uncertainty, source: source)
    }

    /// Width, height, bytes, SHA-256.
    mutating func photo() -> PhotoFacts? {
        let (width, height, bytes) = (optionalInt64(), optionalInt64(), optionalInt64())
        guard let sha256 = optionalText(), let width, let height, let bytes else { return nil }
        return PhotoFacts(
            width: Int(width), height: Int(height), bytes: Int(bytes), sha256: sha256)
    }

    mutating func list<Element: Decodable>() throws -> [Element] {
        let text = text()
        // The common case, on which the decoder would spend 10 µs.
        return text == "[]" ? [] : try JSONColumn.decode(text)
    }
}

/// A column that holds what the program never writes: the file was changed by other means.
struct RowError: Error, CustomStringConvertible {
    /// The value, or its beginning: it may be an address.
    let text: String

    init(text: String) { self.text = String(text.prefix(20)) }

    var description: String {
        "records.sqlite holds a value that is not ours: '\(text)'. Restore it from a backup."
    }
}

extension [SQLValue?] {
    /// The columns that `ColumnReader.position` reads.
    mutating func append(position: CapturePosition?) {
        self += [
            .optional(position?.coordinate.decimalLatitude),
            .optional(position?.coordinate.decimalLongitude),
            .optional(position?.coordinateUncertaintyInMeters),
            .optional(position?.source.rawValue),
        ]
    }

    /// The columns that `ColumnReader.photo` reads.
    mutating func append(photo: PhotoFacts?) {
        self += [
            .optional(photo.map { Int64($0.width) }), .optional(photo.map { Int64($0.height) }),
            .optional(photo.map { Int64($0.bytes) }), .optional(photo?.sha256),
        ]
    }
}
