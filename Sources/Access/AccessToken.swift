package import FoundationEssentials

/// A bearer token as it is listed: all but its secret, of which only a hash is kept.
package struct AccessToken: Hashable, Sendable {
    /// Names it in lists and for `token revoke`; never used again.
    package let id: Int64
    /// What it is for, in its maker's words.
    package let name: String
    package let role: AccessRole
    package let created: Date
    /// To the minute: it is written once a minute at most.
    package let lastUsed: Date?
    package let revoked: Date?
}
