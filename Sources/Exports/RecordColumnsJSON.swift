package import Records
import GeoModel
import FoundationEssentials

extension JSONWriter {
    /// A record of a list: byte for byte what `value` writes of the same record, in a third of the time.
    package mutating func value(_ record: RecordColumns) {
        beginObject()
        text("occurrenceID", record, .occurrenceID)
        text("captureID", record, .captureID)
        member("created", Date(timeIntervalSince1970: Double(record.integer(.created)) / 1000))
        member("modified", Date(timeIntervalSince1970: Double(record.integer(.modified)) / 1000))
        member("revision", record.integer(.revision))
        text("eventDate", record, .eventDate)
        text("timeZoneSource", record, .timeZoneSource)
        text("name", record, .name)
        text("kind", record, .kind)
        text("scientificName", record, .scientificName)
        text("vernacularName", record, .vernacularName)
        text("osm_type", record, .osmType)
        if !record.isNull(.osmID) { member("osm_id", record.integer(.osmID)) }
        text("category", record, .category)
        text("type", record, .type)
        if !record.isNull(.confidence) {
            member("confidence", record.number(.confidence), decimals: 4)
        }
        text("occurrenceRemarks", record, .occurrenceRemarks)
        text("recordedBy", record, .recordedBy)
        text("geoprivacy", record, .geoprivacy)
        if !record.isNull(.positionSource) {
            member("decimalLatitude", record.number(.decimalLatitude))
            member("decimalLongitude", record.number(.decimalLongitude))
            if !record.isNull(.coordinateUncertaintyInMeters) {
                member(
                    "coordinateUncertaintyInMeters",
                    record.number(.coordinateUncertaintyInMeters))
            }
            member("geodeticDatum", "EPSG:4326")
        }
        if !record.isNull(.headingInDegrees) {
            member("headingInDegrees", record.number(.headingInDegrees))
        }
        photo(of: record)
        object("computed") { writer in
            writer.text("address", record, .address)
            writer.object("addressParts") { writer in
                record.withText(.addressParts) { writer.members(ofPairs: $0) }
            }
        }
        endObject()
    }

    private mutating func photo(of record: RecordColumns) {
        guard !record.isNull(.photoSHA256) else { return }
        object("photo") { writer in
            writer.member("width", record.integer(.photoWidth))
            writer.member("height", record.integer(.photoHeight))
            writer.member("bytes", record.integer(.photoBytes))
            writer.text("sha256", record, .photoSHA256)
            let id = record.withText(.occurrenceID) { String(decoding: $0, as: UTF8.self) }
            writer.member("href", "/v1/records/\(id)/photo")
        }
    }

    /// Left out where there is none.
    private mutating func text(
        _ name: String, _ record: RecordColumns, _ column: RecordColumns.Column
    ) {
        guard !record.isNull(column) else { return }
        key(name)
        record.withText(column) { value(utf8: $0) }
    }

    /// Members from a JSON array of arrays, of each of which the first text is the key and the second the value; as
    /// JSON has them, they are copied.
    private mutating func members(ofPairs json: UnsafeBufferPointer<UInt8>) {
        var index = 0
        var texts = 0
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "["): texts = 0
            case UInt8(ascii: "\""):
                let start = index
                index += 1
                while index < json.count, json[index] != UInt8(ascii: "\"") {
                    index += json[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard index < json.count else { return }
                let text = UnsafeBufferPointer(rebasing: json[start...index])
                if texts == 0 { key(json: text) } else if texts == 1 { value(json: text) }
                texts += 1
            default: break
            }
            index += 1
        }
    }
}
