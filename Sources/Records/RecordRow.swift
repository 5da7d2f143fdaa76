internal import Database
internal import FoundationEssentials
internal import GeoModel

/// How a record lies in its table.
enum RecordRow {
    /// All but `candidates`, the largest column by far and of no use in a list.
    static let columns =
        storedColumns + ", (SELECT revision FROM refreshed WHERE refreshed.id = record.id)"

    /// `RecordColumns.Column` has their order.
    static let storedColumns = """
        occurrenceID, captureID, created, modified, revision, eventDate, timeZoneSource,
        name, kind, scientificName, vernacularName, osm_type, osm_id, category, type, confidence,
        occurrenceRemarks, recordedBy, geoprivacy,
        decimalLatitude, decimalLongitude, coordinateUncertaintyInMeters, positionSource,
        headingInDegrees, photoWidth, photoHeight, photoBytes, photoSHA256, address, addressParts,
        languages
        """

    /// Reads `columns`, and `candidates` behind them when asked.
    static func read(_ statement: Statement, withCandidates: Bool) throws -> Record {
        var row = ColumnReader(statement)
        let (id, capture) = (try row.id(), try row.id())
        let (created, modified, revision) = (row.date(), row.date(), Int(row.int64()))
        let eventDate = try row.value { EventDate($0) }
        let timeZoneSource = row.optionalText().flatMap { TimeZoneSource(rawValue: $0) }
        let name = row.text()
        let kind = try row.value { CandidateKind(rawValue: $0) }
        let (scientificName, vernacularName) = (row.optionalText(), row.optionalText())
        let (osmType, osmID) = (row.optionalText(), row.optionalInt64())
        let (category, type, confidence) = (
            row.optionalText(), row.optionalText(), row.optionalDouble()
        )
        let ref = osmType.flatMap(OSMType.init(rawValue:)).flatMap { osmType in
            osmID.map { OSMRef(osmType: osmType, osmID: $0) }
        }
        let (remarks, recordedBy) = (row.optionalText(), row.optionalText())
        let geoprivacy = try row.value { Geoprivacy(rawValue: $0) }
        let (position, heading, photo) = (try row.position(), row.optionalDouble(), row.photo())
        let (address, parts) = (row.optionalText(), try AddressColumn.decode(row.text()))
        let languages = LanguageColumn.decode(row.optionalText())
        let computed = Int(row.int64())
        return Record(
            occurrenceID: id, captureID: capture, created: created, modified: modified,
            revision: revision, eventDate: eventDate, timeZoneSource: timeZoneSource,
            position: position,
            headingInDegrees: heading,
            identification: Identification(
                name: name, kind: kind, scientificName: scientificName,
                vernacularName: vernacularName, ref: ref, category: category, type: type,
                confidence: confidence),
            occurrenceRemarks: remarks, recordedBy: recordedBy, geoprivacy: geoprivacy,
            photo: photo,
            computation: Computation(
                address: address, addressParts: parts,
                candidates: withCandidates ? try row.list() : [], revision: computed,
                languages: languages))
    }

    /// Inserts a record.
    ///
    /// - Parameters:
    ///   - place: Its `id`, which is its place in the list; nil makes it the last made.
    ///   - candidates: As JSON; nil copies them from the row of its capture as they stand there.
    static func insert(
        _ record: Record, at place: Int64? = nil, candidates: String? = nil,
        into connection: Connection
    ) throws {
        var values: [SQLValue?] = [
            .text(record.occurrenceID.description), .text(record.captureID.description),
            .integer(record.created.milliseconds), .integer(record.modified.milliseconds),
            .integer(Int64(record.revision)), .text(record.eventDate.description),
            .integer(Int64(record.eventDate.instant.timeIntervalSince1970)),
            .optional(record.timeZoneSource?.rawValue),
        ]
        values += identification(record.identification)
        values += [
            .optional(record.occurrenceRemarks), .optional(record.recordedBy),
            .text(record.geoprivacy.rawValue),
        ]
        values.append(position: record.position)
        values.append(.optional(record.headingInDegrees))
        values.append(photo: record.photo)
        values += [
            .optional(record.computation.address),
            .text(try AddressColumn.encode(record.computation.addressParts)),
            .optional(LanguageColumn.encode(record.computation.languages)),
        ]
        values += [.optional(candidates), .optional(place)]
        let statement = try connection.statement(Self.insertion)
        try statement.bind(values)
        _ = try statement.step()
    }

    /// Binds the stored columns, then candidates and `id`.
    private static let insertion = {
        let columns = storedColumns.replacing("eventDate,", with: "eventDate, eventInstant,")
        let count = columns.split(separator: ",").count
        let marks = (1...count).map { "?\($0)" }.joined(separator: ", ")
        // Twelve columns from the latitude to the end.
        let latitude = count - 11
        return """
            INSERT INTO record (\(columns), candidates, id, geom)
            VALUES (\(marks),
                coalesce(?\(count + 1), (SELECT candidates FROM capture WHERE id = ?2)),
                ?\(count + 2), MakePoint(?\(latitude + 1), ?\(latitude), 4326))
            """
    }()

    /// The columns from `name` to `confidence`.
    static func identification(_ identification: Identification) -> [SQLValue?] {
        [
            .text(identification.name), .text(identification.kind.rawValue),
            .optional(identification.scientificName), .optional(identification.vernacularName),
            .optional(identification.osmType?.rawValue), .optional(identification.osmID),
            .optional(identification.category), .optional(identification.type),
            .optional(identification.confidence),
        ]
    }
}
