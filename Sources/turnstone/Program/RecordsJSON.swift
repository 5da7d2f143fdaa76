import Exports
import GeoModel
import Records

/// Records as the service's own JSON, one document and a line end.
enum RecordsJSON {
    static func record(_ record: Record) throws -> [UInt8] {
        var json = JSONWriter(reserving: 4096)
        json.value(record)
        return try json.finish() + [UInt8(ascii: "\n")]
    }

    static func record(_ record: PublicRecord) throws -> [UInt8] {
        var json = JSONWriter(reserving: 4096)
        json.value(record)
        return try json.finish() + [UInt8(ascii: "\n")]
    }

    static func page(_ page: PublicPage) throws -> [UInt8] {
        try Self.page(page.records, page.total, page.nextCursor) { $0.value($1) }
    }

    /// As `GET /v1/records`, with the cursor of the next page in place of its address.
    static func page(_ page: RecordPage) throws -> [UInt8] {
        try Self.page(page.records, page.total, page.nextCursor) { $0.value($1) }
    }

    private static func page<Shown>(
        _ records: [Shown], _ total: Int?, _ cursor: String?,
        _ write: (inout JSONWriter, Shown) -> Void
    ) throws -> [UInt8] {
        var json = JSONWriter(reserving: 1024 * (records.count + 1))
        json.beginObject()
        json.array("records") { json in for record in records { write(&json, record) } }
        json.member(ifPresent: "numberMatched", total.map(Int64.init))
        json.member(ifPresent: "nextCursor", cursor)
        json.endObject()
        return try json.finish() + [UInt8(ascii: "\n")]
    }

    /// As `GET /v1/deleted-records`, with the cursor of the next page in place of its address.
    static func deletedPage(_ page: DeletedPage) throws -> [UInt8] {
        var json = JSONWriter(reserving: 1024 * (page.records.count + 1))
        json.beginObject()
        json.member(deletedRecords: page.records)
        json.member(ifPresent: "nextCursor", page.nextCursor)
        json.endObject()
        return try json.finish() + [UInt8(ascii: "\n")]
    }
}
