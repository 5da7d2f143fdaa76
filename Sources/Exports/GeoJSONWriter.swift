package import GeoModel
package import Records

/// Writes records as a GeoJSON FeatureCollection (RFC 7946), one feature at a time.
///
/// Coordinates are longitude, latitude on WGS 84, numbers with at most 7 decimals (1 cm); a record
/// without a position has a null geometry. There is no `crs` member, which the RFC forbids. Memory holds
/// one piece of output, whatever the number of records.
package struct GeoJSONWriter {
    private var writer = JSONWriter(reserving: GeoJSONWriter.pieceSize * 2)
    private let sink: ([UInt8]) throws -> Void
    /// Features written so far.
    package private(set) var count = 0

    /// A piece is handed on when it has so many bytes: large enough for the call to cost nothing.
    private static let pieceSize = 32 << 10

    /// Starts a collection.
    ///
    /// - Parameter sink: Takes the next piece of the document; what it throws ends the writing.
    package init(sink: @escaping ([UInt8]) throws -> Void) {
        self.sink = sink
        writer.beginObject()
        writer.member("type", "FeatureCollection")
        writer.key("features")
        writer.beginArray()
    }

    /// Writes the next feature.
    ///
    /// - Throws: What the sink throws; `ExportError.notANumber`.
    package mutating func append(_ record: Record) throws {
        writer.value(feature: record)
        count += 1
        if writer.bytes.count >= Self.pieceSize { try writer.flush(to: sink) }
    }

    /// Ends the collection and hands on the last piece.
    package mutating func finish() throws {
        writer.endArray()
        writer.endObject()
        try writer.flush(to: sink)
    }

    /// Writes the next feature of what the public sees.
    package mutating func append(_ record: PublicRecord) throws {
        writer.value(feature: record)
        count += 1
        if writer.bytes.count >= Self.pieceSize { try writer.flush(to: sink) }
    }

    /// Writes all records that `filter` finds, as they are at this moment, the last made first.
    ///
    /// - Returns: How many.
    @discardableResult
    package static func write(
        _ records: RecordStore, _ filter: RecordFilter = RecordFilter(),
        scope: RecordScope = .all, to sink: @escaping ([UInt8]) throws -> Void
    ) throws -> Int {
        var writer = GeoJSONWriter(sink: sink)
        switch scope {
        case .all: try records.forEach(filter) { try writer.append($0) }
        case .public(let dates):
            try records.forEachPublic(filter, dates: dates) { try writer.append($0) }
        }
        try writer.finish()
        return writer.count
    }
}

extension JSONWriter {
    /// One feature; its id is the `occurrenceID`, its properties bear Darwin Core's names where there is one.
    package mutating func value(feature record: Record) {
        beginObject()
        member("type", "Feature")
        member("id", record.occurrenceID.description)
        key("geometry")
        value(pointGeometry: record.position?.coordinate)
        object("properties") { $0.properties(of: record) }
        endObject()
    }

    /// A Point, longitude first; null for no position.
    package mutating func value(pointGeometry position: Coordinate?) {
        guard let position else { return null() }
        beginObject()
        member("type", "Point")
        array("coordinates") {
            $0.value(position.decimalLongitude, decimals: 7)
            $0.value(position.decimalLatitude, decimals: 7)
        }
        endObject()
    }

    private mutating func properties(of record: Record) {
        member("occurrenceID", record.occurrenceID.description)
        member("eventDate", record.eventDate.description)
        member(ifPresent: "timeZoneSource", record.timeZoneSource?.rawValue)
        member(identification: record.identification)
        member(ifPresent: "occurrenceRemarks", record.occurrenceRemarks)
        member(ifPresent: "recordedBy", record.recordedBy)
        member(
            ifPresent: "coordinateUncertaintyInMeters",
            record.position?.coordinateUncertaintyInMeters)
        member(ifPresent: "headingInDegrees", record.headingInDegrees)
        member(ifPresent: "address", record.computation.address)
        member(
            ifPresent: "countryCode",
            record.computation.addressParts.first { $0.key == "country_code" }?.value
                .uppercased())
        member("geoprivacy", record.geoprivacy.rawValue)
        member(ifPresent: "photoSHA256", record.photo?.sha256)
        member("created", record.created)
        member("modified", record.modified)
        member("revision", record.revision)
    }
}
