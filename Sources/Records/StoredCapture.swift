package import GeoModel
internal import Database
internal import FoundationEssentials

/// A capture as it is kept: what was answered, and what its record will need besides.
package struct StoredCapture: Sendable {
    package let capture: Capture
    /// The id that its record has, or will have.
    package let occurrenceID: UUIDv7
    /// The address of the position on one line, and by parts.
    package let address: String?
    package let addressParts: [AddressPart]
    /// In which languages address and candidates were asked for, as `Computation.languages`.
    package let languages: [String]?
    /// The client's own name for the capture: sent again, it is the same capture.
    package let key: String?

    package init(
        capture: Capture, occurrenceID: UUIDv7 = UUIDv7(), address: String?,
        addressParts: [AddressPart], languages: [String]? = nil, key: String?
    ) {
        self.languages = languages
        self.capture = capture
        self.occurrenceID = occurrenceID
        self.address = address
        self.addressParts = addressParts
        self.key = key
    }
}

/// How a capture lies in its table.
enum CaptureRow {
    static let columns = """
        id, occurrenceID, key, state, created, expires, eventDate, timeZoneSource,
        decimalLatitude, decimalLongitude, coordinateUncertaintyInMeters, positionSource,
        headingInDegrees, photoWidth, photoHeight, photoBytes, photoSHA256, address, addressParts,
        languages, sources, candidates, notices
        """

    static func read(_ statement: Statement) throws -> StoredCapture {
        var row = ColumnReader(statement)
        let (id, occurrenceID, key) = (try row.id(), try row.id(), row.optionalText())
        let state = try row.value { Capture.State(rawValue: $0) }
        let (created, expires) = (row.date(), row.date())
        let eventDate = try row.value { EventDate($0) }
        let timeZoneSource = row.optionalText().flatMap { TimeZoneSource(rawValue: $0) }
        let (position, heading, photo) = (try row.position(), row.optionalDouble(), row.photo())
        let (address, parts) = (row.optionalText(), try AddressColumn.decode(row.text()))
        let languages = LanguageColumn.decode(row.optionalText())
        let capture = Capture(
            id: id, state: state, created: created, expires: expires, eventDate: eventDate,
            timeZoneSource: timeZoneSource,
            position: position, headingInDegrees: heading, photo: photo, sources: try row.list(),
            candidates: try row.list(), notices: try row.list())
        return StoredCapture(
            capture: capture, occurrenceID: occurrenceID, address: address, addressParts: parts,
            languages: languages, key: key)
    }

    static func insert(_ stored: StoredCapture, into connection: Connection) throws {
        let capture = stored.capture
        var values: [SQLValue?] = [
            .text(capture.id.description), .text(stored.occurrenceID.description),
            .optional(stored.key), .text(capture.state.rawValue),
            .integer(capture.created.milliseconds), .integer(capture.expires.milliseconds),
            .text(capture.eventDate.description), .optional(capture.timeZoneSource?.rawValue),
        ]
        values.append(position: capture.position)
        values.append(.optional(capture.headingInDegrees))
        values.append(photo: capture.photo)
        values += [
            .optional(stored.address), .text(try AddressColumn.encode(stored.addressParts)),
            .optional(LanguageColumn.encode(stored.languages)),
            .text(try JSONColumn.encode(capture.sources)),
            .text(try JSONColumn.encode(capture.candidates)),
            .text(try JSONColumn.encode(capture.notices)),
        ]
        let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
        let statement = try connection.statement(
            "INSERT INTO capture (\(columns)) VALUES (\(marks))")
        try statement.bind(values)
        _ = try statement.step()
    }
}
