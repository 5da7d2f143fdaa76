import Database
import FoundationEssentials
import TestSupport
import Testing

@testable import Access

@Suite struct `Access tokens` {
    private let folder: TemporaryDirectory
    private let store: TokenStore
    private let now = Date(timeIntervalSince1970: 1_780_000_000)

    init() throws {
        folder = try TemporaryDirectory()
        store = try TokenStore(dataDirectory: folder.path)
    }

    @Test func `a secret is known by its hash alone`() throws {
        let (token, secret) = try store.create(role: .review, name: "desk", now: now)
        #expect(secret.hasPrefix("tsn_") && secret.utf8.count == 47)
        #expect(try store.token(of: secret, now: now)?.id == token.id)
        #expect(try store.token(of: secret + "A") == nil)
        #expect(try store.token(of: "") == nil)
        let bytes = try Data(contentsOf: URL(filePath: folder.file("access.sqlite")))
        let log = try Data(contentsOf: URL(filePath: folder.file("access.sqlite-wal")))
        let parts = [secret, String(secret.dropFirst(4))].map { Data($0.utf8) }
        for part in parts { #expect((bytes + log).firstRange(of: part) == nil) }
    }

    @Test func `two secrets are never the same`() throws {
        let secrets = try (1...200).map { try store.create(role: .capture, name: "\($0)").secret }
        #expect(Set(secrets).count == 200)
    }

    @Test func `one that another process revokes is refused at once`() throws {
        let (_, secret) = try store.create(role: .admin, name: "root")
        #expect(try store.token(of: secret) != nil)
        let other = try TokenStore(dataDirectory: folder.path)
        _ = try other.revoke("root")
        #expect(try store.token(of: secret) == nil)
        let (_, newer) = try other.create(role: .capture, name: "root")
        #expect(try store.token(of: newer)?.role == .capture)
    }

    @Test func `it stays in use when the last one is revoked`() throws {
        #expect(try !store.isUsed())
        let (token, _) = try store.create(role: .admin, name: "root")
        #expect(try store.isUsed())
        #expect(try store.revoke("\(token.id)").name == "root")
        #expect(try store.isUsed())
        #expect(try TokenStore(dataDirectory: folder.path).isUsed())
    }

    @Test func `numbers are not used again, names may be when they are free`() throws {
        let first = try store.create(role: .admin, name: "phone").token
        #expect(throws: AccessError.nameTaken("phone")) {
            try store.create(role: .capture, name: "phone")
        }
        _ = try store.revoke("phone")
        let second = try store.create(role: .capture, name: "phone").token
        #expect(second.id > first.id)
        #expect(throws: AccessError.noSuchToken("\(first.id)")) { try store.revoke("\(first.id)") }
        #expect(try store.list().map(\.revoked).map { $0 == nil } == [false, true])
    }

    @Test(arguments: ["", "two\nlines", String(repeating: "x", count: 101)])
    func `a name that no list can show is refused`(name: String) {
        #expect(throws: AccessError.nameNotUsable(limit: 100)) {
            try store.create(role: .capture, name: name)
        }
    }

    @Test func `its last use is told to the minute`() throws {
        let (_, secret) = try store.create(role: .capture, name: "phone", now: now)
        #expect(try store.list().first?.lastUsed == nil)
        _ = try store.token(of: secret, now: now)
        _ = try store.token(of: secret, now: now + 59)
        #expect(try store.list().first?.lastUsed == now)
        _ = try store.token(of: secret, now: now + 60)
        #expect(try store.list().first?.lastUsed == now + 60)
    }

    @Test func `a foreign or newer file is left alone`() throws {
        let other = try TemporaryDirectory()
        let path = other.file("access.sqlite")
        try Connection(path: path, mode: .create).execute("CREATE TABLE diary (day TEXT)")
        #expect(throws: AccessError.foreignDatabase(path: path)) {
            try TokenStore(dataDirectory: other.path)
        }
        let newer = try Connection(path: folder.file("access.sqlite"), mode: .readWrite)
        try newer.execute("PRAGMA user_version = 9")
        #expect(
            throws: AccessError.newerSchema(
                path: folder.file("access.sqlite"), found: 9, known: 1)
        ) { try TokenStore(dataDirectory: folder.path) }
    }

    @Test func `a higher role may what a lower one may`() {
        #expect(AccessRole.capture < .review && AccessRole.review < .admin)
    }
}

@Suite struct `Wrong tokens` {
    @Test func `are counted by address and minute`() {
        let failures = FailedAttempts()
        for _ in 1...FailedAttempts.standardLimit {
            #expect(failures.note(from: "192.0.2.1", at: 100) == nil)
        }
        #expect(failures.note(from: "192.0.2.1", at: 130) == 30)
        #expect(failures.note(from: "192.0.2.2", at: 130) == nil)
        #expect(failures.note(from: "192.0.2.1", at: 160) == nil)
    }

    @Test func `from more addresses than are remembered do no harm`() {
        let failures = FailedAttempts()
        for number in 0..<30_000 { #expect(failures.note(from: "\(number)", at: 1) == nil) }
    }
}
