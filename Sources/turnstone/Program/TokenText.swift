import Access
import Exports
import FoundationEssentials

/// Access tokens as the command line shows them.
enum TokenText {
    /// `2026-06-01T10:20:30Z`.
    static func time(_ date: Date) -> String { date.formatted(.iso8601) }

    /// One document and a line end.
    static func json(_ tokens: [AccessToken]) throws -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.array("tokens") { json in
            for token in tokens { write(token, secret: nil, to: &json) }
        }
        json.endObject()
        return try json.finish() + [UInt8(ascii: "\n")]
    }

    static func json(_ token: AccessToken, secret: String) throws -> [UInt8] {
        var json = JSONWriter()
        write(token, secret: secret, to: &json)
        return try json.finish() + [UInt8(ascii: "\n")]
    }

    private static func write(_ token: AccessToken, secret: String?, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", token.id)
        json.member("name", token.name)
        json.member("role", token.role.rawValue)
        json.member("created", time(token.created))
        json.member(ifPresent: "lastUsed", token.lastUsed.map(time))
        json.member(ifPresent: "revoked", token.revoked.map(time))
        json.member(ifPresent: "token", secret)
        json.endObject()
    }
}
