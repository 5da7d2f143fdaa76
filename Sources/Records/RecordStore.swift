internal import Database
internal import FoundationEssentials
package import GeoModel
internal import Synchronization

/// Records and captures with their photos, in one data directory. Safe from any thread.
///
/// Reads run side by side on connections of their own and never wait for a write. The durable order
/// of writes is in DurableOrder.swift.
package final class RecordStore: Sendable {
    package let directory: DataDirectory
    package let photos: PhotoStore
    /// For how many days a deleted record can be restored; 0 deletes at once.
    package let trashDays: Int

    /// The longest time that a deletion can be undone: ten years.
    package static let maximumTrashDays = 3650
    /// Asks the list of sensitive taxa; without it, records of living things are hidden from the public.
    let judge: SensitivityJudge?

    /// Records that lists copy when one changes: 200 kB.
    package static let chunkCapacity = 4096

    /// The one connection that writes, a pool of one. Its lock is the store's lock: confirm, cancel, delete,
    /// expiry, repair and the naming of thumbnails each hold it from their first look to their last.
    private let writer: ConnectionPool
    private let readers: ConnectionPool
    private let journal: JournalMover
    let recentCaptures = Mutex(RecentCaptures())
    let lateIndexes: Mutex<LateIndexes>
    let names = LivingNameTable()
    let ownColumns, publicColumns: ListCache

    /// Readers at once; a fifth waits for one of them, which takes a millisecond.
    private static let readerCount = 4

    /// Opens the records of an existing data directory; makes its database when there is none.
    ///
    /// - Parameters:
    ///   - trashDays: For how long deletions made through this store can be undone.
    ///   - chunkCapacity: Records that lists copy when one changes.
    /// - Throws: `RecordError` when the directory is absent, may not be written, or holds a database
    ///   of a newer version or of another program; `DatabaseError`.
    package init(
        _ directory: DataDirectory, judge: SensitivityJudge? = nil, trashDays: Int = 0,
        chunkCapacity: Int = RecordStore.chunkCapacity
    ) throws {
        precondition((0...Self.maximumTrashDays).contains(trashDays))
        self.directory = directory
        self.judge = judge
        self.trashDays = trashDays
        ownColumns = ListCache(.all, names, chunkCapacity: chunkCapacity)
        publicColumns = ListCache(.public, names, chunkCapacity: chunkCapacity)
        photos = PhotoStore(directory: directory)
        try directory.requireExisting()
        guard FileCalls.isWritable(directory.path) else {
            throw RecordError.notWritable(path: directory.path)
        }
        guard FileCalls.facts(of: directory.unfinishedRestore) == nil else {
            throw RecordError.restoreUnfinished(path: directory.path)
        }
        try directory.create()
        let devices = [directory.staging, directory.photos].map { FileCalls.facts(of: $0)?.device }
        guard devices[0] == devices[1] else {
            throw RecordError.separateFileSystems(path: directory.path)
        }
        writer = try ConnectionPool(count: 1) {
            let connection = try Connection(
                path: directory.recordsDatabase, mode: .create, spatial: true)
            try Schema.prepare(connection)
            // A trigger's own journal would be a file made for each confirmation.
            try connection.execute("PRAGMA temp_store = MEMORY")
            connection.leaveJournal()
            return connection
        }
        lateIndexes = Mutex(
            LateIndexes(waiting: try writer.withConnection { try LateIndexSchema.waiting($0) }))
        journal = JournalMover(path: directory.recordsDatabase)
        readers = try ConnectionPool(count: Self.readerCount) { try Self.reader(directory) }
    }

    deinit { journal.finish() }

    /// A connection that cannot write. It needs no SpatiaLite: the R*Tree is SQLite's own.
    static func reader(_ directory: DataDirectory) throws -> sending Connection {
        let connection = try Connection(
            path: directory.recordsDatabase, mode: .readWrite, spatial: false)
        try WordQuery.prepare(connection)
        try connection.execute("PRAGMA query_only = ON")
        return connection
    }

    /// Runs `body` with a connection that reads; it sees what was committed before.
    func reading<R: Sendable>(_ body: (Connection) throws -> R) throws -> R {
        try readers.withConnection { try body($0) }
    }

    /// Runs `body` in one write transaction, and `afterCommit` when it is on disk, under one lock.
    ///
    /// The transaction is SQLite's BEGIN IMMEDIATE, which shuts out other processes too.
    ///
    /// - Throws: `RecordError.databaseMoved`, when somebody took the database away while it was open.
    func writing<R: Sendable, Answer: Sendable>(
        _ body: (Connection) throws -> R, afterCommit: (R) throws -> Answer
    ) throws -> Answer {
        try writingAnywhere(
            { connection in
                try Self.requireInPlace(connection)
                return try body(connection)
            }, afterCommit: afterCommit)
    }

    func writing<R: Sendable>(_ body: (Connection) throws -> R) throws -> R {
        try writing(body) { $0 }
    }

    /// The same for a `body` that looks itself whether the database is in its place.
    func writingAnywhere<R: Sendable, Answer: Sendable>(
        _ body: (Connection) throws -> R, afterCommit: (R) throws -> Answer
    ) throws -> Answer {
        try writer.withConnection { connection in
            let result = try connection.transaction { try body(connection) }
            journal.committed(connection)
            return try afterCommit(result)
        }
    }

    static func requireInPlace(_ connection: Connection) throws(RecordError) {
        guard !connection.hasMoved else { throw .databaseMoved(path: connection.path) }
    }

    // MARK: One record

    /// The record, with its candidates as they were offered; nil when there never was one.
    ///
    /// - Throws: `RecordError.recordGone` for a deleted one.
    package func record(_ id: UUIDv7) throws -> Record? {
        try reading { try Self.record(id, $0) }
    }

    static func record(_ id: UUIDv7, _ connection: Connection) throws -> Record? {
        let statement = try connection.statement(
            "SELECT \(RecordRow.columns), candidates FROM record WHERE occurrenceID = ?")
        try statement.bind(.text(id.description))
        if try statement.step() {
            return try RecordRow.read(statement, withCandidates: true)
                .with(disclosure(of: id, connection))
        }
        let tombstone = try connection.statement(
            """
            SELECT deleted, (SELECT until FROM deleted_record WHERE occurrenceID = ?1 AND until > ?2)
            FROM tombstone WHERE occurrenceID = ?1
            """)
        try tombstone.bind(.text(id.description), .integer(Date().milliseconds))
        guard try tombstone.step() else { return nil }
        throw RecordError.recordGone(
            id, deleted: Date(milliseconds: tombstone.int64(0)),
            restorableUntil: tombstone.optionalInt64(1).map { Date(milliseconds: $0) })
    }

    /// The record, which must be there.
    ///
    /// - Throws: `RecordError.recordNotFound`, `.recordGone`.
    static func existing(_ id: UUIDv7, _ connection: Connection) throws -> Record {
        guard let record = try record(id, connection) else { throw RecordError.recordNotFound(id) }
        return record
    }

    // MARK: Photos

    /// The file of a record's photo, as it was sent.
    ///
    /// An open file stays readable when the record is deleted meanwhile.
    ///
    /// - Throws: `RecordError`: no such record, deleted, made without a photo, or its file missing.
    package func photoPath(_ id: UUIDv7) throws -> String {
        let record = try reading { try Self.existing(id, $0) }
        guard record.photo != nil else { throw RecordError.noPhoto(id) }
        let path = photos.path(of: id)
        guard FileCalls.facts(of: path) != nil else { throw RecordError.photoMissing(id) }
        return path
    }

    /// The file of an upright copy whose longest side is `longestSide` pixels at most; made when it
    /// is asked for the first time, which takes the decoding of the photo.
    ///
    /// - Parameter longestSide: One of `PhotoStore.thumbnailSizes`.
    /// - Throws: As `photoPath`; `RecordError.invalidField` for another size; `.photoUnreadable`.
    package func thumbnailPath(_ id: UUIDv7, longestSide: Int) throws -> String {
        guard PhotoStore.thumbnailSizes.contains(longestSide) else {
            throw RecordError.invalidField(
                name: "size",
                reason:
                    "choose one of \(PhotoStore.thumbnailSizes.map(String.init).joined(separator: ", "))."
            )
        }
        _ = try photoPath(id)
        let path = photos.thumbnailPath(of: id, longestSide: longestSide)
        if FileCalls.facts(of: path) != nil { return path }
        return try photos.makeThumbnail(of: id, longestSide: longestSide) { publish in
            try publishing(id, publish)
        }
    }

    /// The file of the photo's copy without metadata; made when it is asked for the first time.
    ///
    /// - Throws: As `thumbnailPath`.
    func publicCopyPath(_ id: UUIDv7) throws -> String {
        _ = try photoPath(id)
        let path = photos.publicCopyPath(of: id)
        if FileCalls.facts(of: path) != nil { return path }
        return try photos.makePublicCopy(of: id) { publish in try publishing(id, publish) }
    }

    /// Gives a derived file its name. A record deleted while it was made must leave nothing behind.
    private func publishing(_ id: UUIDv7, _ publish: () throws -> Void) throws {
        try writing { connection in
            _ = try Self.existing(id, connection)
            try publish()
        }
    }
}
