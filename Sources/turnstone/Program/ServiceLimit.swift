import ArgumentParsing
import Captures
import HTTPServer
import Imaging

/// One limit of the service: the option that sets it, what happens beyond it, and why it is what it is.
///
/// `all` is the one list of them. The options of `serve` and their checks, `turnstone limits` and the tests come from
/// it; the numbers are those of `ServiceSettings()`.
struct ServiceLimit: Sendable {
    enum Unit: String, Sendable {
        case count, bytes, pixels, seconds
        case bytesPerSecond = "bytes/s"

        var placeholder: String { self == .bytes ? "BYTES" : self == .seconds ? "SECONDS" : "N" }
    }

    let option: String
    let unit: Unit
    let what: String
    let range: ClosedRange<Int>
    /// The status that a request beyond it is answered with; nil when it is not answered.
    let status: Int?
    /// What happens beyond it, when that is more than the status.
    let beyond: String?
    let reason: String
    let path: any WritableKeyPath<ServiceSettings, Int> & Sendable

    init(
        _ option: String, _ unit: Unit, _ what: String, in range: ClosedRange<Int>,
        status: Int? = nil, beyond: String? = nil, because reason: String,
        _ path: any WritableKeyPath<ServiceSettings, Int> & Sendable
    ) {
        (self.option, self.unit, self.what, self.range) = (option, unit, what, range)
        (self.status, self.beyond, self.reason, self.path) = (status, beyond, reason, path)
    }

    /// What a client meets beyond it.
    var consequence: String {
        switch (status, beyond) {
        case (let status?, let beyond?): "\(status), \(beyond)"
        case (let status?, nil): "\(status)"
        case (nil, let beyond): beyond ?? ""
        }
    }

    var syntax: OptionSyntax {
        OptionSyntax(
            option, value: unit.placeholder,
            "\(what); default \(ServiceSettings()[keyPath: path]). Beyond it: \(consequence).")
    }

    /// Reads the option into the settings, when it is given.
    ///
    /// - Throws: `UsageError.invalidValue` for a value outside the range.
    func read(_ arguments: ParsedArguments, into settings: inout ServiceSettings) throws(UsageError)
    {
        guard let text = arguments[option] else { return }
        let value = unit == .bytes && text != "0" ? ByteSize.parse(text).map { Int($0) } : Int(text)
        guard let value, range.contains(value) else {
            let more = unit == .bytes ? ", or with K, M or G behind it" : ""
            throw .invalidValue(
                name: "--\(option)", value: text,
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)\(more)")
        }
        settings[keyPath: path] = value
    }

    /// The settings that a command line asks for.
    static func settings(_ arguments: ParsedArguments) throws(UsageError) -> ServiceSettings {
        var settings = ServiceSettings()
        for limit in all { try limit.read(arguments, into: &settings) }
        guard settings.server.targetLimit <= settings.server.headerLimit else {
            throw .combination("--target-limit is a part of --header-limit: make it no greater.")
        }
        return settings
    }
}

extension ServiceLimit {
    static let all = request + connections + work

    /// What one request may bring.
    private static let request = [
        ServiceLimit(
            "upload-limit", .bytes, "A photo, and the whole body it comes in",
            in: 65_536...1 << 30, status: 413,
            because: "pictures of 200 megapixels from telephones take 50 MB",
            \.captures.photoLimits.bytes),
        ServiceLimit(
            "document-limit", .bytes, "A JSON body; edits and confirmations have 64 KiB",
            in: 4_096...16 << 20, status: 413,
            because: "a saved place may have an outline of 30,000 points", \.documentBytes),
        ServiceLimit(
            "target-limit", .bytes, "The path and query of a request", in: 1_024...65_536,
            status: 414, because: "RFC 9110 asks for 8,000 at least", \.server.targetLimit),
        ServiceLimit(
            "header-limit", .bytes, "The header of a request", in: 4_096...131_072, status: 431,
            because: "browsers and proxies send up to 16 KiB", \.server.headerLimit),
        ServiceLimit(
            "part-limit", .count, "Parts of a form", in: 8...1_000, status: 413,
            because: "a capture has one photo and seven fields", \.server.uploadLimits.parts),
        ServiceLimit(
            "part-header-limit", .bytes, "The header of one part of a form", in: 1_024...65_536,
            status: 413, because: "a file name of 255 characters, escaped, takes 3 KiB",
            \.server.uploadLimits.partHeader),
        ServiceLimit(
            "field-limit", .bytes, "All text fields of a form together", in: 1_024...1 << 20,
            status: 413, because: "notes of 64 KiB are ten pages", \.server.uploadLimits.fields),
        ServiceLimit(
            "pixel-limit", .pixels, "Width times height of a photo, as its header declares them",
            in: 1_000_000...1_000_000_000, status: 422,
            because: "it is decoded row by row: time, half a second here, not memory",
            \.captures.photoLimits.pixels),
        ServiceLimit(
            "progressive-pixel-limit", .pixels, "The same of a progressive photo",
            in: 1_000_000...200_000_000, status: 422,
            because: "it is held whole while it is decoded, 6 bytes a pixel: 300 MB here",
            \.captures.photoLimits.progressivePixels),
    ]

    /// What clients may hold of the server.
    private static let connections = [
        ServiceLimit(
            "connection-limit", .count, "Connections in all", in: 8...100_000, status: 503,
            beyond: "with Retry-After, and closed",
            because: "with 32 more to say so, and 304 files, they are the usual 1,024 descriptors",
            \.server.connectionLimit),
        ServiceLimit(
            "address-limit", .count, "Connections from one address but this machine's own",
            in: 1...100_000, status: 429, beyond: "with Retry-After, and closed",
            because: "a browser opens 6, and a household has one address",
            \.server.connectionLimitPerAddress),
        ServiceLimit(
            "header-deadline", .seconds, "Until the header of a request is whole", in: 1...3_600,
            status: 408, beyond: "and closed", because: "one that trickles in is never silent",
            \.headerSeconds),
        ServiceLimit(
            "body-deadline", .seconds, "Until the body of a request is whole", in: 1...86_400,
            status: 408, beyond: "and closed",
            because: "12 MB on a poor mobile line, 20 kB/s, take 10 minutes", \.bodySeconds),
        ServiceLimit(
            "body-rate", .bytesPerSecond, "The least mean rate at which a body comes",
            in: 1...1_000_000, status: 408, beyond: "and closed",
            because: "a tenth of the oldest mobile data, GPRS", \.server.minimumBodyBytesPerSecond),
        ServiceLimit(
            "body-grace", .seconds, "Until the rate of a body is looked at", in: 1...3_600,
            beyond: "the rate holds", because: "a telephone that changes cells is silent for 10 s",
            \.graceSeconds),
        ServiceLimit(
            "idle-timeout", .seconds, "Silence, also between requests", in: 1...3_600,
            beyond: "closed", because: "as above, three times", \.idleSeconds),
        ServiceLimit(
            "wrong-tokens", .count, "Wrong tokens from one address in a minute", in: 1...1_000,
            status: 429, beyond: "with Retry-After",
            because: "a person who mistypes one sends three; a right one is never refused",
            \.wrongTokens),
    ]

    /// What the machine is asked to do at once, and to keep.
    private static let work = [
        ServiceLimit(
            "workers", .count, "Requests that are worked on at once", in: 1...64,
            beyond: "they queue",
            because: "a picture takes a whole core; two more let exports and disk waits pass",
            \.server.workers),
        ServiceLimit(
            "queue-limit", .count, "Requests that wait for a worker", in: 1...10_000, status: 503,
            beyond: "with Retry-After",
            because: "at 50 ms a capture and two at a time, 64 wait 1.6 s",
            \.server.queueLength),
        ServiceLimit(
            "request-deadline", .seconds, "A request's wait for a worker", in: 1...3_600,
            status: 503, beyond: "with Retry-After",
            because: "no client waits longer for an answer", \.requestSeconds),
        ServiceLimit(
            "body-memory", .bytes, "JSON bodies and fields of all requests at a time",
            in: 1 << 20...1 << 32, status: 503, beyond: "with Retry-After",
            because: "hundreds of edits at once", \.server.bodyMemory),
        ServiceLimit(
            "decode-memory", .bytes, "What large pictures take together while they are decoded",
            in: 16 << 20...1 << 34, beyond: "they wait for each other",
            because: "one progressive photo at its limit, or two of 24 megapixels",
            \.decodeMemory),
        ServiceLimit(
            "disk-reserve", .bytes, "What stays free on the disk of the data", in: 0...1 << 50,
            status: 507, beyond: "for photos, before they are taken",
            because: "what is here can then still be confirmed, edited and deleted",
            \.server.uploadLimits.diskReserve),
        ServiceLimit(
            "capture-expiry", .seconds, "A capture's wait for its answer", in: 1...31_536_000,
            status: 410, because: "an evening at the desk is in time for a walk in the morning",
            \.captureLifetime),
    ]
}
