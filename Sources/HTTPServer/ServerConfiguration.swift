/// Where a server listens, and what it holds against too much and too slow.
package struct ServerConfiguration: Sendable {
    /// An IPv4 or IPv6 literal (with or without brackets) or `localhost`, which means 127.0.0.1.
    ///
    /// `::` takes IPv4 too.
    package var host: String = "127.0.0.1"
    /// 0 takes a free one; `Server.port` says which.
    package var port: UInt16 = 0
    /// The names it answers to; nil for any, where something else decides who may ask.
    package var hostNames: HostNames?
    /// What TLS is spoken with; nil for plain HTTP.
    package var tls: TLSIdentity?
    /// Whose pages' scripts may ask, besides the server's own.
    package var origins = AllowedOrigins()
    /// Threads that read, write and run inline handlers, at least.
    ///
    /// Two keep two cores busy, and a slow inline handler stops only the connections of its own thread. There are
    /// more when `connectionLimit` asks for it: see `connectionsPerThread`.
    package var ioThreads: Int = 2
    /// Threads for `.worker` routes.
    ///
    /// Decoding and inference take a whole core each, so more than the cores of a small machine
    /// only lengthen every answer; two more let exports and disk waits pass.
    package var workers: Int = 4
    /// Requests that may wait for a worker; beyond it 503.
    ///
    /// At 50 ms a capture and two at a time, 64 wait 1.6 s.
    package var queueLength: Int = 64
    /// Connections in all; one more is answered with 503.
    ///
    /// With `refusedConnections` they are 720 of the usual 1,024 descriptors, which leaves 304 for files and databases,
    /// and are six threads full.
    package var connectionLimit: Int = 688
    /// Connections from one address; one more is answered with 429.
    ///
    /// A browser opens 6 to a host; 64 allow a household behind one address. This machine's own
    /// addresses are not counted: a reverse proxy is there.
    package var connectionLimitPerAddress: Int = 64
    /// Connections beyond a limit that are open at a time, only to hear so; further ones are closed as they come.
    static let refusedConnections = 32
    /// How long such a one may take for its request header.
    static let refusedDeadline = Duration.seconds(5)
    /// Silence after which a connection is closed, also between requests.
    ///
    /// A phone that changes cells is silent for some 10 s. Whole seconds.
    package var idleTimeout: Duration = .seconds(30)
    /// From the opening of a connection, or the end of its last answer, to the end of the next
    /// request header.
    ///
    /// It stops a header that trickles in, which is never silent.
    package var headerDeadline: Duration = .seconds(30)
    /// For one request body in all.
    ///
    /// 12 MB at 20 kB/s, a poor mobile line, take 10 minutes.
    package var bodyDeadline: Duration = .seconds(900)
    /// After `bodyGrace`, a body must have arrived at this mean rate.
    ///
    /// 1 kB/s is a tenth of GPRS.
    package var minimumBodyBytesPerSecond: Int = 1024
    package var bodyGrace: Duration = .seconds(20)
    /// Bytes of documents and fields that are held in memory at a time, of all requests together; beyond it 503.
    ///
    /// A thousand confirmations and edits at once, of which there are never more than `connectionLimit`.
    package var bodyMemory: Int = 32 * 1024 * 1024
    /// How long a handler should take, the wait for a worker included: `Request.timeLeft`.
    ///
    /// One that still waits then is answered with 503, because a client does not wait longer than
    /// that for an answer.
    package var requestDeadline: Duration = .seconds(60)
    /// Bytes of a request's header, from its first line to the empty one; a longer one is answered with 431.
    ///
    /// Browsers and proxies send no more than 16 KiB.
    package var headerLimit: Int = 16 * 1024
    /// Bytes of a request's target, path and query; a longer one is answered with 414.
    ///
    /// RFC 9110 section 4.1 asks for 8,000 at least.
    package var targetLimit: Int = 8 * 1024
    /// Memory of one connection, for the request header, a read buffer and the answer's header.
    ///
    /// Twice the longest header, so that one which is somewhat too long is still read whole, and answered as every
    /// other error. Of one that does not even fit in here libmicrohttpd says so with the same status, on a page of its
    /// own. It clears all of the memory after each request: with 64 KiB that took a sixth of the time of a small
    /// answer.
    var connectionMemory: Int { max(2 * headerLimit, 8 * 1024) }
    /// How much of a refused body is still read after the answer.
    ///
    /// A client that sends without listening hears the answer only if the connection is not reset:
    /// 64 MiB is beyond the largest photo.
    package var drainLimit: Int = 64 * 1024 * 1024
    /// What one multipart body may hold.
    package var uploadLimits = UploadLimits()

    /// The most connections that one thread of libmicrohttpd may have.
    ///
    /// It takes up to 128 events at once, and when it gets exactly as many it waits for further ones before it looks
    /// at these (MHD_epoll in daemon.c, 0.9.75 and 1.0.1): clients then hang until something else happens. With 120
    /// connections, its listening socket and its wake-up there are never so many.
    static let connectionsPerThread = 120

    var threadsNeeded: Int {
        let full =
            (connectionLimit + Self.refusedConnections + Self.connectionsPerThread - 1)
            / Self.connectionsPerThread
        return max(1, ioThreads, full)
    }

    /// Bytes that connections and bodies may take at most.
    ///
    /// Of each connection its memory for the header, a buffer before the disk with the piece that comes into it, and
    /// what is kept of the request for a worker; bodies in memory grow by doubling.
    package var memoryOfConnections: Int {
        let each = connectionMemory + 2 * 32 * 1024 + headerLimit + 8 * 1024
        return (connectionLimit + Self.refusedConnections) * each + 2 * bodyMemory
    }

    /// Descriptors that connections may take at most.
    package var descriptorsOfConnections: Int { connectionLimit + Self.refusedConnections }

    package init() {}

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}

/// What one multipart body may hold, besides the bytes of the route's own limit.
package struct UploadLimits: Sendable {
    /// A capture has one photo and seven fields; 32 leave room for several photos.
    package var parts: Int = 32
    /// Bytes of one part's header.
    ///
    /// A browser sends about 200; a name of 255 characters escaped takes 3 KiB.
    package var partHeader: Int = 8 * 1024
    /// Bytes of all fields together, which are kept in memory.
    ///
    /// Notes of 64 KiB are ten pages.
    package var fields: Int = 64 * 1024
    /// Bytes that stay free on the disk: an upload which would leave fewer is answered with 507.
    ///
    /// What is here already can still be confirmed, edited and deleted then: the database and its log need room too.
    /// 256 MiB take 60 photos at once that were begun just before.
    package var diskReserve: Int = 256 * 1024 * 1024

    package init() {}
}
