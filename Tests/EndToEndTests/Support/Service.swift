import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A running service, and what it keeps on disk.
struct Service {
    let process: RunningService
    /// The data directory is `data` in it; nothing else may appear beside it.
    let folder: TemporaryDirectory

    var client: HTTPClient { process.client }
    var data: String { folder.file("data") }

    /// Photos, uploads and thumbnails on disk, relative to the data directory.
    var photoFiles: [String] {
        folder.files.filter { name in
            ["photos/", "staging/", "derived/"].contains { name.hasPrefix("data/" + $0) }
        }
        .map { String($0.dropFirst("data/".count)) }
    }

    /// Files which only a broken-off write leaves, anywhere in the test's folder.
    var leftovers: [String] {
        folder.files.filter { name in [".part", ".tmp", ".new"].contains { name.contains($0) } }
    }

    /// How many records there are.
    var recordCount: Int? {
        get throws { try client.get("/v1/records?limit=1").json["numberMatched"].integer }
    }

    /// Waits for what the service does after it has answered, as cleaning up.
    func eventually(
        within seconds: Double = 15, _ what: Comment,
        sourceLocation: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool
    ) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while try !holds() {
            guard ContinuousClock.now < end else {
                Issue.record(what, sourceLocation: sourceLocation)
                return
            }
            usleep(20_000)
        }
    }
}

/// Starts a service on a copy of the prepared data, asks it to stop at the end, and expects that it ends with
/// 0 and a clean log.
func withService(
    classifier: Classifier = .church, arguments: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (Service) throws -> Void
) throws {
    let folder = try PreparedData.copy()
    try withService(
        in: folder, classifier: classifier, arguments: arguments, sourceLocation: sourceLocation,
        body)
}

/// As above, on the data directory `data` in a folder.
func withService(
    in folder: TemporaryDirectory, classifier: Classifier = .church, arguments: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (Service) throws -> Void
) throws {
    let service = try start(in: folder, classifier: classifier, arguments: arguments)
    do {
        try body(service)
    } catch {
        Issue.record("\(error)\nlog: \(service.process.log)", sourceLocation: sourceLocation)
        return
    }
    let result = try service.process.stop()
    #expect(result.exitCode == 0, "log: \(result.standardError)", sourceLocation: sourceLocation)
    #expect(result.complaints.isEmpty, sourceLocation: sourceLocation)
}

/// Starts a service that the caller stops or kills.
func start(
    in folder: TemporaryDirectory, classifier: Classifier = .church, arguments: [String] = []
) throws -> Service {
    let (options, environment) = try classifier.setting(in: folder)
    let process = try RunningService(
        data: folder.file("data"), arguments: options + arguments, environment: environment)
    return Service(process: process, folder: folder)
}
