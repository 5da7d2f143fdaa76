internal import Database
package import FoundationEssentials
internal import Glibc
internal import Hashing
internal import Synchronization

/// The access tokens of a data directory, in a file of their own. Safe from any thread.
///
/// They are not in the records' database: a copy of the records, which is handed on and backed up, then
/// holds nothing that concerns who may ask; and to see that another process revoked a token nothing has to be read, as
/// only tokens change this file's version. To ask SQLite for that takes locks, so it is done every 5 ms at most:
/// `create` and `revoke` return when every service has had that time, and goes by what they did.
package final class TokenStore: Sendable {
    /// The file in a data directory.
    package static let fileName = "access.sqlite"
    /// What a secret begins with, so that a leaked one is recognised by what looks for such.
    package static let prefix = "tsn_"

    private static let nameLimit = 100
    /// Bytes of chance in a secret: guessing one of 2^256 is no attack, so one hash is enough.
    private static let secretBytes = 32
    /// Microseconds for which a service may go by what it saw last.
    private static let lookInterval: UInt32 = 5000
    /// Seconds between two notes of a token's use; each is a write to the disk.
    private static let useInterval = 60.0

    private struct Known {
        let hash: [UInt8]
        let token: AccessToken
        var noted: Date?
    }

    private final class State {
        let connection: Connection
        /// Tokens in use, as of `version`.
        var known: [Known] = []
        var hasAny = false
        /// SQLite's count of changes by other connections; nil before the first reading.
        var version: Int64?
        /// When it was asked for, in microseconds that only go forward.
        var looked: UInt64 = 0

        init(_ connection: Connection) { self.connection = connection }
    }

    private let state: Mutex<State>

    /// Opens the tokens of the data directory at `path`; the file is made when it is absent.
    ///
    /// - Throws: `AccessError`, `DatabaseError`.
    package init(dataDirectory path: String) throws {
        let connection = try Connection(path: "\(path)/\(Self.fileName)", mode: .create)
        try TokenSchema.prepare(connection)
        state = Mutex(State(connection))
    }

    /// Makes a token.
    ///
    /// Services that run know it when this returns.
    ///
    /// - Returns: The token, and its secret, which can never be had again.
    /// - Throws: `AccessError.nameNotUsable`, `.nameTaken`; `DatabaseError`.
    package func create(
        role: AccessRole, name: String, now: Date = Date()
    ) throws -> (token: AccessToken, secret: String) {
        guard (1...Self.nameLimit).contains(name.count), !name.contains(where: \.isNewline)
        else { throw AccessError.nameNotUsable(limit: Self.nameLimit) }
        let secret = Self.prefix + Self.base64URL(Secret.random(count: Self.secretBytes))
        defer { usleep(Self.lookInterval) }
        let token = try state.withLock { state in
            let connection = state.connection
            defer { state.version = nil }
            return try connection.transaction {
                let same = try connection.statement(
                    "SELECT 1 FROM token WHERE name = ? AND revoked IS NULL")
                try same.bind(.text(name))
                guard try !same.step() else { throw AccessError.nameTaken(name) }
                try connection.run(
                    "INSERT INTO token (hash, name, role, created) VALUES (?, ?, ?, ?)",
                    .text(SHA256.hexadecimal(of: Array(secret.utf8))), .text(name),
                    .text(role.rawValue), .integer(now.milliseconds))
                return AccessToken(
                    id: connection.lastInsertRowID, name: name, role: role,
                    created: Date(milliseconds: now.milliseconds), lastUsed: nil, revoked: nil)
            }
        }
        return (token, secret)
    }

    /// All tokens there ever were, oldest first.
    package func list() throws -> [AccessToken] {
        try state.withLock { try Self.rows($0.connection, where: "1").map(\.token) }
    }

    /// Ends a token, by its number or its name; services that run refuse it when this returns.
    ///
    /// - Throws: `AccessError.noSuchToken`; `DatabaseError`.
    package func revoke(_ text: String, now: Date = Date()) throws -> AccessToken {
        defer { usleep(Self.lookInterval) }
        return try state.withLock { state in
            defer { state.version = nil }
            let inUse = try Self.rows(state.connection, where: "revoked IS NULL").map(\.token)
            guard
                let token = inUse.first(where: { "\($0.id)" == text })
                    ?? inUse.first(where: { $0.name == text })
            else { throw AccessError.noSuchToken(text) }
            try state.connection.run(
                "UPDATE token SET revoked = ? WHERE id = ?", .integer(now.milliseconds),
                .integer(token.id))
            return token
        }
    }

    /// Whether there ever was a token. From the first one on every request needs one, also when all
    /// are revoked: revoking must never open a service.
    package func isUsed() throws -> Bool {
        try state.withLock { state in
            // Once it is so, it stays so: nothing has to be read again.
            if !state.hasAny { try Self.refresh(state) }
            return state.hasAny
        }
    }

    /// The token in use whose secret this is; its use is noted.
    ///
    /// Every token in use is compared with, each in constant time.
    ///
    /// - Returns: nil when there is none.
    package func token(of secret: String, now: Date = Date()) throws -> AccessToken? {
        let hash = Array(SHA256.hexadecimal(of: Array(secret.utf8)).utf8)
        return try state.withLock { state in
            try Self.refresh(state)
            var found: Int?
            for index in state.known.indices
            where Secret.areEqual(state.known[index].hash, hash) { found = index }
            guard let found else { return nil }
            if state.known[found].noted.map({ now.timeIntervalSince($0) >= Self.useInterval })
                ?? true
            {
                // A disk that is full must not shut the door; the note is a convenience.
                try? state.connection.run(
                    "UPDATE token SET lastUsed = ? WHERE id = ?", .integer(now.milliseconds),
                    .integer(state.known[found].token.id))
                state.known[found].noted = now
            }
            return state.known[found].token
        }
    }

    /// Reads the tokens anew when another connection has written, or this one has made or ended one.
    private static func refresh(_ state: State) throws {
        let now = microseconds()
        guard state.version == nil || now - state.looked >= UInt64(lookInterval) else { return }
        let statement = try state.connection.statement("PRAGMA data_version")
        let version = try statement.step() ? statement.int64(0) : 0
        if version != state.version {
            state.known = try rows(state.connection, where: "revoked IS NULL").map {
                Known(hash: Array($0.hash.utf8), token: $0.token, noted: $0.token.lastUsed)
            }
            let any = try state.connection.statement("SELECT EXISTS (SELECT 1 FROM token)")
            state.hasAny = try any.step() && any.int64(0) == 1
            state.version = version
        }
        // Only when all was read; and the time before it, so that what changes after is seen the next time.
        state.looked = now
    }

    private static func microseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    private static func rows(
        _ connection: Connection, where condition: String
    ) throws -> [(hash: String, token: AccessToken)] {
        let statement = try connection.statement(
            "SELECT hash, id, name, role, created, lastUsed, revoked FROM token "
                + "WHERE \(condition) ORDER BY id")
        var rows: [(hash: String, token: AccessToken)] = []
        while try statement.step() {
            // The schema admits no other role.
            guard let role = AccessRole(rawValue: statement.text(3)) else { continue }
            rows.append(
                (
                    statement.text(0),
                    AccessToken(
                        id: statement.int64(1), name: statement.text(2), role: role,
                        created: Date(milliseconds: statement.int64(4)),
                        lastUsed: statement.optionalInt64(5).map(Date.init(milliseconds:)),
                        revoked: statement.optionalInt64(6).map(Date.init(milliseconds:)))
                ))
        }
        return rows
    }

    /// RFC 4648 section 5, without padding.
    private static func base64URL(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }
}

extension Date {
    fileprivate init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    fileprivate var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }
}
