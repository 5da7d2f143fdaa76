import Access
import Captures
import HTTPServer
import Imaging

/// Everything about a service that has a limit.
struct ServiceSettings: Sendable {
    var server = ServerConfiguration()
    var captures = CaptureSettings()
    /// Bytes of a JSON body. Routes whose documents are always small have less.
    var documentBytes = 1 << 20
    /// Wrong tokens of one address in a minute.
    var wrongTokens = FailedAttempts.standardLimit
    /// Bytes that large pictures may take together while they are decoded.
    var decodeMemory = DecodeMemory.standardLimit
}

// Limits in whole seconds, as options give them.
extension ServiceSettings {
    var captureLifetime: Int {
        get { Int(captures.lifetime) }
        set { captures.lifetime = Double(newValue) }
    }
    var headerSeconds: Int {
        get { Int(server.headerDeadline.components.seconds) }
        set { server.headerDeadline = .seconds(newValue) }
    }
    var bodySeconds: Int {
        get { Int(server.bodyDeadline.components.seconds) }
        set { server.bodyDeadline = .seconds(newValue) }
    }
    var graceSeconds: Int {
        get { Int(server.bodyGrace.components.seconds) }
        set { server.bodyGrace = .seconds(newValue) }
    }
    var idleSeconds: Int {
        get { Int(server.idleTimeout.components.seconds) }
        set { server.idleTimeout = .seconds(newValue) }
    }
    var requestSeconds: Int {
        get { Int(server.requestDeadline.components.seconds) }
        set { server.requestDeadline = .seconds(newValue) }
    }
}
