import FoundationEssentials
import GeoModel
import Records

/// Records as JSON, for programs.
enum RecordsJSON {
    static func record(_ record: Record) throws -> [UInt8] { Array(try encoder.encode(record)) }

    static func page(_ page: RecordPage) throws -> [UInt8] {
        Array(try encoder.encode(page.records))
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
