package import Records
import Synchronization

/// The same FeatureCollection as `GeoJSONWriter`'s, handed out piece by piece to whoever asks.
///
/// It is of the moment at which the first piece is asked for: what is deleted, edited or made meanwhile does not
/// show. Memory does not grow with the number of records; a reader that stalls is cut off by the server, and its
/// connection to the database goes with it.
package final class GeoJSONStream: Sendable {
    private struct State {
        /// Writes the next feature; false behind the last.
        var writeNext: ((inout JSONWriter) throws -> Bool)?
        var json = JSONWriter()
        var isBegun = false
        var isEnded = false
    }

    private let records: RecordStore
    private let filter: RecordFilter
    private let scope: RecordScope
    private let state = Mutex(State())

    /// A piece is handed on when it has so many bytes.
    private static let pieceSize = 64 << 10

    package init(_ records: RecordStore, _ filter: RecordFilter, scope: RecordScope) {
        self.records = records
        self.filter = filter
        self.scope = scope
    }

    /// The next piece, nil behind the last.
    ///
    /// - Throws: `DatabaseError`, `ExportError`; the document is then not whole.
    package func next() throws -> [UInt8]? {
        try state.withLock { state in
            if state.isEnded { return nil }
            if !state.isBegun {
                state.writeNext = try features()
                state.json.beginObject()
                state.json.member("type", "FeatureCollection")
                state.json.key("features")
                state.json.beginArray()
                state.isBegun = true
            }
            while state.json.bytes.count < Self.pieceSize {
                guard try state.writeNext?(&state.json) == true else {
                    state.writeNext = nil
                    state.json.endArray()
                    state.json.endObject()
                    state.isEnded = true
                    break
                }
            }
            var piece: [UInt8] = []
            try state.json.flush { piece = $0 }
            return piece
        }
    }

    private func features() throws -> (inout JSONWriter) throws -> Bool {
        switch scope {
        case .all:
            let snapshot = try RecordSnapshot(records, filter)
            return { json in
                guard let record = try snapshot.next() else { return false }
                json.value(feature: record)
                return true
            }
        case .public(let dates):
            let snapshot = try PublicSnapshot(records, filter, dates: dates)
            return { json in
                guard let record = try snapshot.next() else { return false }
                json.value(feature: record)
                return true
            }
        }
    }
}
