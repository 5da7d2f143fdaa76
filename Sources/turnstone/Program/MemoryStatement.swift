import Captures
import HTTPServer
import Imaging

/// The memory that a service takes at most under its limits: each part, and how it comes about.
///
/// It is memory of the process's own (RssAnon of proc(5)). Maps and models lie in files besides, of which the system
/// keeps in memory what it has room for, and gives it back when others need it.
struct MemoryStatement: Sendable {
    struct Part: Sendable {
        let name: String
        let bytes: Int
        let formula: String
    }

    let parts: [Part]

    /// Code, libraries, and the caches of the databases: 2 MiB for each of some 20 connections, and what a
    /// query needs besides.
    private static let program = 160 << 20
    /// What a worker needs besides the photo: the strip that is the largest picture decoded (65,535 x 447), and the
    /// answer.
    private static let worker = 96 << 20

    /// What lists look at of each of a million records: 110 bytes are kept, and while they are read for the public,
    /// rows of 64 bytes are put in order. Different names of living things take 320 bytes each, whether they are of a
    /// million records or of a thousand; all species of birds with all their subspecies are 30,000.
    private static let lists = (256 + 64) << 20

    /// - Parameter models: Bytes that the picture models take, 0 without any.
    init(_ settings: ServiceSettings, models: Int) {
        let server = settings.server
        let photo = settings.captures.photoLimits.bytes
        let progressive = 6 * settings.captures.photoLimits.progressivePixels
        parts = [
            Part(name: "program and caches", bytes: Self.program, formula: "measured"),
            Part(
                name: "connections", bytes: server.memoryOfConnections,
                formula: "(connection-limit + 32) x (3 x header-limit + 72 KiB) + 2 x body-memory"),
            Part(
                name: "workers", bytes: server.workers * (photo + Self.worker),
                formula: "workers x (upload-limit + 96 MiB)"),
            Part(
                name: "decoding", bytes: max(settings.decodeMemory, progressive),
                formula: "decode-memory, at least 6 x progressive-pixel-limit"),
            Part(
                name: "lists", bytes: Self.lists,
                formula:
                    "for a million records of 200,000 names: 256 bytes each, of which 110 stay, and 320 a name"
            ),
            Part(
                name: "picture models", bytes: models, formula: "measured: 4 x their files + 96 MiB"
            ),
        ]
    }

    var bytes: Int { parts.reduce(0) { $0 + $1.bytes } }
}
