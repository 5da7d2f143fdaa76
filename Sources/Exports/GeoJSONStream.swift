package import Records
import Synchronization

/// The same FeatureCollection as `GeoJSONWriter`'s, handed out piece by piece to whoever asks.
///
/// Between two pieces nothing is held but the place reached, so that a slow reader costs neither
/// memory nor an open transaction. A record deleted meanwhile is left out, one made meanwhile too, as
/// the list runs from the newest to the oldest; the document is valid whenever it ends.
package final class GeoJSONStream: Sendable {
    private struct State {
        var filter: RecordFilter
        var json = JSONWriter()
        var isBegun = false
        var isEnded = false
    }

    private let records: RecordStore
    private let state: Mutex<State>

    /// Features read from the store at a time: 100 of them are some 100 KiB.
    private static let pageSize = 100

    package init(_ records: RecordStore, _ filter: RecordFilter) {
        var filter = filter
        filter.limit = Self.pageSize
        filter.countsTotal = false
        filter.cursor = nil
        self.records = records
        state = Mutex(State(filter: filter))
    }

    /// The next piece, nil behind the last.
    ///
    /// - Throws: `DatabaseError`, `ExportError`; the document is then not whole.
    package func next() throws -> [UInt8]? {
        try state.withLock { state in
            if state.isEnded { return nil }
            if !state.isBegun {
                state.json.beginObject()
                state.json.member("type", "FeatureCollection")
                state.json.key("features")
                state.json.beginArray()
                state.isBegun = true
            }
            let page = try records.list(state.filter)
            for record in page.records { state.json.value(feature: record) }
            state.filter.cursor = page.nextCursor
            if page.nextCursor == nil {
                state.json.endArray()
                state.json.endObject()
                state.isEnded = true
            }
            var piece: [UInt8] = []
            try state.json.flush { piece = $0 }
            return piece
        }
    }
}
