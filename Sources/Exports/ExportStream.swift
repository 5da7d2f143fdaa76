package import FoundationEssentials
package import Records
import Synchronization

/// Records as a document of one format, handed out piece by piece to whoever asks.
///
/// It is of the moment at which it was begun: what is deleted, edited or made meanwhile does not show. Memory does not
/// grow with the number of records; a reader that stalls is cut off by the server, and its connection to the database
/// goes with it.
package final class ExportStream: Sendable {
    private struct State {
        var source: OccurrenceSource?
        var writer: any RecordWriter
        var tally = ExportTally()
        /// Records are counted when they come the first time.
        var isFirstWalk = true
        var isEnded = false
    }

    private let records: RecordStore
    private let filter: RecordFilter
    private let scope: RecordScope
    private let service: String
    private let state: Mutex<State>

    /// A piece is handed on when it has so many bytes.
    private static let pieceSize = 64 << 10

    /// - Parameters:
    ///   - filter: Its limit and cursor are not looked at.
    ///   - service: The address under which whoever reads the document reaches the service, as
    ///     `https://map.example`; photos are told by their path alone where it is empty.
    ///   - moment: What the document says of when it was made.
    package init(
        _ records: RecordStore, _ filter: RecordFilter = RecordFilter(), as format: ExportFormat,
        scope: RecordScope = .all, service: String = "", moment: Date = Date()
    ) {
        self.records = records
        self.filter = filter
        self.scope = scope
        self.service = service
        state = Mutex(State(writer: format.writer(at: moment)))
    }

    /// Fixes the moment, and finds out whether the filter will do; the first piece does it otherwise.
    ///
    /// - Throws: `RecordError.invalidField`; `DatabaseError`.
    package func begin() throws {
        try state.withLock { try begin(&$0) }
    }

    /// The next piece, nil behind the last.
    ///
    /// - Throws: `DatabaseError`, `ExportError`; the document is then not whole.
    package func next() throws -> [UInt8]? {
        try state.withLock { state in
            if state.isEnded { return nil }
            try begin(&state)
            while state.writer.pending < Self.pieceSize, !state.isEnded {
                try step(&state)
            }
            return try state.writer.take()
        }
    }

    /// How many records were handed out so far; all of them behind the last piece.
    package var tally: ExportTally { state.withLock(\.tally) }

    private func begin(_ state: inout State) throws {
        guard state.source == nil, !state.isEnded else { return }
        state.source = try OccurrenceSource(records, filter, scope, service: service)
    }

    private func step(_ state: inout State) throws {
        if let occurrence = try state.source?.next() {
            let isWritten = try state.writer.append(occurrence)
            guard state.isFirstWalk else { return }
            if isWritten { state.tally.written += 1 } else { state.tally.leftOut += 1 }
        } else if try state.writer.endWalk(state.tally) {
            state.isFirstWalk = false
            try state.source?.rewind()
        } else {
            state.source = nil
            state.isEnded = true
        }
    }

    /// Hands out all pieces.
    ///
    /// - Parameter sink: What it throws ends the export.
    @discardableResult
    package func write(to sink: ([UInt8]) throws -> Void) throws -> ExportTally {
        while let piece = try next() { try sink(piece) }
        return tally
    }
}
