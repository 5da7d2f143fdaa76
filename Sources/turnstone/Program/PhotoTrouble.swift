import FoundationEssentials

/// Records whose photo a backup could not bring as it was sent.
enum PhotoTrouble {
    static func lines(_ missing: [String], _ changed: [String]) -> [String] {
        missing.map { "Missing photo of record \($0)" }
            + changed.map { "Changed photo of record \($0): copied as it is" }
    }
}

/// A report as JSON, one document and a line end; times as RFC 3339.
enum ReportJSON {
    static func bytes(_ report: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(report)) + [UInt8(ascii: "\n")]
    }
}
