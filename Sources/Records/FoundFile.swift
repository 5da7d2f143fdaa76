internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Imaging

/// A file in `photos/`, `staging/` or `derived/`, and what its name says it is.
struct FoundFile: Equatable, Sendable {
    enum Role: Equatable, Sendable {
        case photo(UUIDv7)
        case staged(UUIDv7)
        /// An upload on its way, or the temporary file of a thumbnail.
        case unfinished
        case thumbnail(UUIDv7)
        /// Not a name that is made here: a folder, a note, another program's file.
        case foreign
    }

    /// Relative to the data directory, as `photos/ab/UUID.jpg`.
    let name: String
    let role: Role

    func path(in directory: DataDirectory) -> String { "\(directory.path)/\(name)" }

    // MARK: Finding

    /// Every file of the three folders, by name. What cannot be listed is told to `unreadable`.
    static func all(
        in directory: DataDirectory, unreadable: (_ folder: String) -> Void = { _ in }
    ) -> [FoundFile] {
        func names(_ folder: String) -> [String] {
            do { return try FileCalls.names(in: "\(directory.path)/\(folder)") } catch {
                unreadable(folder)
                return []
            }
        }
        var files = names("staging").map { FoundFile(name: "staging/\($0)", role: stagedRole($0)) }
        for folder in ["photos", "derived"] {
            for shard in names(folder) {
                let path = "\(folder)/\(shard)"
                guard FileCalls.facts(of: "\(directory.path)/\(path)")?.kind == .directory else {
                    files.append(FoundFile(name: path, role: .foreign))
                    continue
                }
                files += names(path).map { name in
                    let role = folder == "photos" ? photoRole(name) : derivedRole(name)
                    let isInItsFolder = role.record.map { PhotoStore.shard(of: $0) == shard }
                    return FoundFile(
                        name: "\(path)/\(name)", role: isInItsFolder == false ? .foreign : role)
                }
            }
        }
        // A folder or a dead link that bears such a name is not ours; it is told as foreign.
        return files.map { file in
            FileCalls.facts(of: file.path(in: directory))?.kind == .regular
                ? file : FoundFile(name: file.name, role: .foreign)
        }
    }

    private static func stagedRole(_ name: String) -> Role {
        if name.hasSuffix(".part") || name.hasSuffix(".tmp") { return .unfinished }
        return jpegID(name).map(Role.staged) ?? .foreign
    }

    private static func photoRole(_ name: String) -> Role {
        jpegID(name).map(Role.photo) ?? .foreign
    }

    /// `UUID-SIZE.jpg`, and `.tmp` behind a temporary one.
    private static func derivedRole(_ name: String) -> Role {
        if name.hasSuffix(".tmp") { return .unfinished }
        guard name.hasSuffix(".jpg"), name.dropFirst(36).first == "-",
            Int(name.dropFirst(37).dropLast(4)) != nil, let id = UUIDv7(name.prefix(36))
        else { return .foreign }
        return .thumbnail(id)
    }

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
        /// Nobody needs it: its record or capture ended, or was never stored.
        case over
        /// No row explains it. It may be all that is left of a record.
        case unexplained
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
        guard let facts = FileCalls.facts(of: path(in: directory)) else { return .absent }
        let isYoung = facts.changed > limit
        func exists(_ sql: String, _ id: UUIDv7) throws -> Bool {
            let statement = try connection.statement("SELECT EXISTS (\(sql))")
            try statement.bind(.text(id.description))
            return try statement.step() && statement.int64(0) == 1
        }
        switch role {
        case .foreign: return .foreign
        case .unfinished: return isYoung ? .young : .over
        case .staged(let id):
            if try exists("SELECT 1 FROM capture WHERE id = ? AND state = 'pending'", id) {
                return .wanted
            }
            if try exists("SELECT 1 FROM capture WHERE id = ?", id) { return .over }
            return isYoung ? .young : .over
        case .thumbnail(let id):
            return try exists("SELECT 1 FROM record WHERE occurrenceID = ?", id) ? .wanted : .over
        case .photo(let id):
            if try exists("SELECT 1 FROM record WHERE occurrenceID = ?", id)
                || exists(
                    "SELECT 1 FROM capture WHERE occurrenceID = ? AND state = 'pending'", id)
                || exists("SELECT 1 FROM deleted_record WHERE occurrenceID = ?", id)
            {
                return .wanted
            }
            if try exists("SELECT 1 FROM tombstone WHERE occurrenceID = ?", id)
                || exists(
                    """
                    SELECT 1 FROM capture WHERE occurrenceID = ?
                        AND state IN ('cancelled', 'expired')
                    """, id)
            {
                return .over
            }
            return isYoung ? .young : .unexplained
        }
    }
}
