internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Imaging

/// A file in `photos/`, `staging/` or `derived/`, and what its name says it is.
struct FoundFile: Equatable, Sendable {
    enum Role: Equatable, Sendable {
        case photo(UUIDv7)
        case staged(UUIDv7)
        /// An upload on its way, or the temporary file of a derived one.
        case unfinished
        /// A thumbnail or a public copy.
        case thumbnail(UUIDv7)
        /// Not a name that is made here: a folder, a note, another program's file.
        case foreign
    }

    /// Relative to the data directory, as `photos/ab/UUID.jpg`.
    let name: String
    let role: Role
    /// Not a folder, link, pipe or socket that bears such a name.
    var isRegular = true

    /// Whether it is the photo of a capture that nobody has confirmed.
    var isStaged: Bool {
        if case .staged = role { true } else { false }
    }

    func path(in directory: DataDirectory) -> String { "\(directory.path)/\(name)" }

    // MARK: Finding

    /// Calls `body` with every file of the three folders, a folder at a time: first of records, then of captures.
    ///
    /// The three may be links, as the data directory may; a link in them is not followed, so that nothing outside
    /// is ever looked at or moved.
    ///
    /// - Parameter unreadable: Told of a folder that cannot be listed.
    static func forEach(
        in directory: DataDirectory, unreadable: (_ folder: String) -> Void = { _ in },
        _ body: (FoundFile) throws -> Void
    ) rethrows {
        func names(_ folder: String) -> [String] {
            do { return try FileCalls.names(in: "\(directory.path)/\(folder)") } catch {
                unreadable(folder)
                return []
            }
        }
        func kind(_ name: String) -> FileFacts.Kind? {
            FileCalls.facts(of: "\(directory.path)/\(name)", followingLinks: false)?.kind
        }
        for folder in ["photos", "derived"] {
            for shard in names(folder) {
                let path = "\(folder)/\(shard)"
                guard kind(path) == .directory else {
                    try body(FoundFile(name: path, role: .foreign, isRegular: false))
                    continue
                }
                for name in names(path) {
                    let role = folder == "photos" ? photoRole(name) : derivedRole(name)
                    let isInItsFolder = role.record.map { PhotoStore.shard(of: $0) == shard }
                    let file = "\(path)/\(name)"
                    try body(
                        FoundFile(
                            name: file, role: isInItsFolder == false ? .foreign : role,
                            isRegular: kind(file) == .regular))
                }
            }
        }
        for name in names("staging") {
            let path = "staging/\(name)"
            try body(
                FoundFile(name: path, role: stagedRole(name), isRegular: kind(path) == .regular))
        }
    }

    private static func stagedRole(_ name: String) -> Role {
        guard isText(name) else { return .foreign }
        if name.hasSuffix(".part") || name.hasSuffix(".tmp") { return .unfinished }
        return jpegID(name).map(Role.staged) ?? .foreign
    }

    private static func photoRole(_ name: String) -> Role {
        // Of a restore that was broken off.
        if name.hasSuffix(".jpg.tmp") { return .unfinished }
        return jpegID(name).map(Role.photo) ?? .foreign
    }

    /// `UUID-SIZE.jpg` and `UUID-public.jpg`, and `.tmp` behind a temporary one.
    private static func derivedRole(_ name: String) -> Role {
        guard isText(name) else { return .foreign }
        if name.hasSuffix(".tmp") { return .unfinished }
        guard name.hasSuffix(".jpg"), name.dropFirst(36).first == "-",
            case let kind = name.dropFirst(37).dropLast(4), kind == "public" || Int(kind) != nil,
            let id = UUIDv7(name.prefix(36))
        else { return .foreign }
        return .thumbnail(id)
    }

    /// Whether the name was UTF-8: another one cannot be opened by what was read of it.
    private static func isText(_ name: String) -> Bool { !name.unicodeScalars.contains("\u{FFFD}") }

    private static func jpegID(_ name: String) -> UUIDv7? {
        name.hasSuffix(".jpg") ? UUIDv7(name.dropLast(4)) : nil
    }
}

extension FoundFile.Role {
    /// The record in whose folder the file must lie.
    fileprivate var record: UUIDv7? {
        switch self {
        case .photo(let id), .thumbnail(let id): id
        case .staged, .unfinished, .foreign: nil
        }
    }
}

extension FoundFile {
    /// What the rows say of a file.
    enum Verdict: Equatable, Sendable {
        /// A row needs it.
        case wanted
        /// No row needs it yet, but it is too young to say.
        case young
        /// A row says that its record was deleted, or its capture cancelled or expired.
        case ended
        /// Nobody ever needed it: half an upload, a photo without a capture, a thumbnail without a record.
        case abandoned
        /// No row explains it. It may be all that is left of a record.
        case unexplained
        /// No row explains it, and it is older than all that the database knows: that is new, or another's, and the
        /// one that knew the file was lost. Never touched by itself.
        case ofLostDatabase
        /// Not ours to judge.
        case foreign
        /// Removed meanwhile.
        case absent
    }

    /// Asks the rows; in a write transaction the answer holds until it ends.
    func verdict(
        _ connection: Connection, in directory: DataDirectory, youngerThan limit: Date
    ) throws -> Verdict {
        guard role != .foreign else { return .foreign }
        guard let facts = FileCalls.facts(of: path(in: directory), followingLinks: false) else {
            return .absent
        }
        let verdict = try verdict(connection, isYoung: facts.changed > limit)
        // A photo may be a link to where a person keeps it; what is not needed and no file is not ours.
        return verdict == .wanted || facts.kind == .regular ? verdict : .foreign
    }

    private func verdict(_ connection: Connection, isYoung: Bool) throws -> Verdict {
        func exists(_ sql: String, _ id: UUIDv7) throws -> Bool {
            let statement = try connection.statement("SELECT EXISTS (\(sql))")
            try statement.bind(.text(id.description))
            return try statement.step() && statement.int64(0) == 1
        }
        let record = "SELECT 1 FROM record WHERE occurrenceID = ?"
        let tombstone = "SELECT 1 FROM tombstone WHERE occurrenceID = ?"
        switch role {
        case .foreign: return .foreign
        case .unfinished: return isYoung ? .young : .abandoned
        case .staged(let id):
            if try exists("SELECT 1 FROM capture WHERE id = ? AND state = 'pending'", id) {
                return .wanted
            }
            if try exists("SELECT 1 FROM capture WHERE id = ?", id) { return .ended }
            return isYoung ? .young : .abandoned
        case .thumbnail(let id):
            if try exists(record, id) { return .wanted }
            return try exists(tombstone, id) ? .ended : .abandoned
        case .photo(let id):
            if try exists(record, id)
                || exists(
                    "SELECT 1 FROM capture WHERE occurrenceID = ? AND state = 'pending'", id)
                || exists("SELECT 1 FROM deleted_record WHERE occurrenceID = ?", id)
            {
                return .wanted
            }
            if try exists(tombstone, id)
                || exists(
                    """
                    SELECT 1 FROM capture WHERE occurrenceID = ?
                        AND state IN ('cancelled', 'expired')
                    """, id)
            {
                return .ended
            }
            // However young: on its way it would have the row of its capture.
            guard try Self.wasKnown(before: id, connection) else { return .ofLostDatabase }
            return isYoung ? .young : .unexplained
        }
    }

    /// Whether the database knew a record or capture already when an id was made.
    private static func wasKnown(before id: UUIDv7, _ connection: Connection) throws -> Bool {
        let first = try connection.statement(
            """
            SELECT min(id) FROM (
                SELECT min(occurrenceID) AS id FROM record
                UNION ALL SELECT min(occurrenceID) FROM tombstone
                UNION ALL SELECT min(occurrenceID) FROM capture)
            """)
        guard try first.step(), let first = UUIDv7(first.text(0)) else { return false }
        return first < id
    }
}
