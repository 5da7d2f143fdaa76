internal import Database
internal import GeoModel

/// A record of a list as it lies in the database, column by column: for whoever writes it again, without making
/// values of texts that are texts again at once.
///
/// It is read within the call that hands it out.
package struct RecordColumns {
    /// In the order of `RecordRow.storedColumns`.
    package enum Column: Int32 {
        case occurrenceID, captureID, created, modified, revision, eventDate, timeZoneSource
        case name, kind, scientificName, vernacularName, osmType, osmID, category, type, confidence
        case occurrenceRemarks, recordedBy, geoprivacy
        case decimalLatitude, decimalLongitude, coordinateUncertaintyInMeters, positionSource
        case headingInDegrees, photoWidth, photoHeight, photoBytes, photoSHA256, address
        /// A JSON array of `["key","value"]`, some with a third text.
        case addressParts
        /// Tags with commas between.
        case languages
    }

    private let row: Statement

    init(_ row: Statement) { self.row = row }

    package func isNull(_ column: Column) -> Bool { row.isNull(column.rawValue) }

    /// 0 where there is none.
    package func integer(_ column: Column) -> Int64 { row.int64(column.rawValue) }

    /// 0 where there is none.
    package func number(_ column: Column) -> Double { row.double(column.rawValue) }

    /// Calls `body` with the text's UTF-8, which is gone when it returns.
    package func withText<R>(
        _ column: Column, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R {
        try row.withText(column.rawValue, body)
    }
}

/// What a page is besides its records.
package struct ListEnd: Hashable, Sendable {
    /// As of `RecordPage`.
    package let nextCursor: String?
    package let total: Int?

    package init(nextCursor: String?, total: Int?) {
        self.nextCursor = nextCursor
        self.total = total
    }
}
