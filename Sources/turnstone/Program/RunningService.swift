import API
import Access
import ArgumentParsing
import Captures
import Exports
import GeoModel
import HTTPServer
import Imaging
import Inference
import PlaceIndex
import Records
import Species

/// Everything that answers over HTTP, put together from one data directory.
struct RunningService {
    let records: RecordStore
    let places: PlaceIndex
    let species: SpeciesStore
    let captures: CaptureFlow
    let tokens: TokenStore
    let routes: [Route]
    let models: PictureModels
    private let wrongTokens: Int
    private let metrics = ServiceMetrics()

    /// Queries that run at once: the server's own threads and its workers.
    private static let connections = 4
    /// Seconds between sweeps at most; a sweep of some thousand photos takes milliseconds.
    private static let sweepInterval = 180.0

    /// Opens an existing data directory. Without a map, or without a picture model, the service
    /// works and says so.
    ///
    /// - Parameters:
    ///   - trashDays: For how long a deletion can be undone.
    ///   - isTLS: Whether it will speak TLS.
    ///   - models: Called when the stores are open, as loading a model may take its time.
    init(
        data: DataDirectory, geoData: GeoDataFolder?, settings: ServiceSettings,
        publicDates: PublicDates = .month, trashDays: Int = 0, isTLS: Bool = false,
        models: () throws -> PictureModels
    ) throws {
        let species = try SpeciesStore(path: data.speciesDatabase)
        self.species = species
        records = try RecordStore(
            data, judge: SensitivityJudge { species }, trashDays: trashDays)
        tokens = try TokenStore(dataDirectory: data.path)
        OSMImporter.removeLeftovers(in: data.places)
        ModelListing.removeLeftovers(in: data.models)
        places = try PlaceIndex(
            directory: data.places, countries: geoData?.countries, connections: Self.connections)
        let models = try models()
        self.models = models
        var settings = settings
        settings.captures.magneticModels = geoData?.magneticModels
        captures = CaptureFlow(
            records: records, places: places, species: { species },
            classifiers: { models.classifiers }, settings: settings.captures)
        let index = places
        routes = Service.routes(
            records: records, places: places, species: species, captures: captures,
            publicDates: publicDates, isTLS: isTLS, metrics: metrics
        ) {
            ServiceRoutes.Health(
                version: Program.version, regions: index.regions.map(\.name),
                unreadRegions: index.unreadRegions.map {
                    .init(name: $0.name, message: PathlessText.of($0.reason))
                },
                models: models.health, imageClassification: PathlessText.of(models.summary))
        }
        .map {
            $0.limited(
                upload: settings.captures.photoLimits.bytes, document: settings.documentBytes)
        }
        wrongTokens = settings.wrongTokens
        DecodeMemory.shared.limit = settings.decodeMemory
    }

    /// Starts listening; requests are logged and counted.
    ///
    /// - Parameters:
    ///   - isOpenWithoutTokens: Whether whoever reaches the address may ask before there is a token.
    ///   - isPublic: Whether everybody may read what the public sees, without a token.
    func start(
        _ configuration: ServerConfiguration, isOpenWithoutTokens: Bool, isPublic: Bool
    ) throws -> Server {
        let gate = AccessGate(
            tokens: tokens, isOpenWithoutTokens: isOpenWithoutTokens, isPublic: isPublic,
            wrongTokensPerMinute: wrongTokens)
        let metrics = metrics
        let server = try Server(
            configuration, routes: routes, admit: gate.admit, onError: Self.answer,
            log: {
                metrics.note($0)
                ServerLog.request($0)
            })
        metrics.watch(server)
        return server
    }

    /// The response to an error; what is the server's own fault goes to the log, with its message.
    private static let answer: @Sendable (any Error) -> Response = { error in
        let response = Response.answer(to: error)
        if response.status >= 500, response.status != 503 {
            ServerLog.write(.error, "failure") { $0.member("message", "\(error)") }
        }
        return response
    }

    /// Ends expired captures and removes what belongs to nothing: now, and then every three minutes,
    /// or more often for short-lived captures.
    func startSweeping(captureLifetime: Double) -> PeriodicTask? {
        let captures = self.captures
        Self.sweep(captures)
        do {
            // The first list finds read what it looks at.
            try records.prepareLists()
        } catch {
            ServerLog.write(.error, "failure") { $0.member("message", "\(error)") }
        }
        let interval = min(Self.sweepInterval, max(1, captureLifetime / 10))
        let task = PeriodicTask(every: interval) { Self.sweep(captures) }
        if task == nil {
            ServerLog.write(.error, "failure") {
                $0.member("message", "No thread is left for the sweep. Start the service again.")
            }
        }
        return task
    }

    /// Brings new records into the indexes that other programs look at, once a second while nobody confirms.
    func startIndexing() -> PeriodicTask? {
        let records = self.records
        return PeriodicTask(every: 1) { Self.index(records, quietFor: .seconds(1)) }
    }

    /// What the sweep at the next start would do.
    func finishIndexing() { Self.index(records, quietFor: .zero) }

    private static func index(_ records: RecordStore, quietFor time: Duration) {
        do {
            try records.indexWaiting(quietFor: time)
        } catch {
            ServerLog.write(.error, "failure") { $0.member("message", "\(error)") }
        }
    }

    private static func sweep(_ captures: CaptureFlow) {
        do {
            let report = try captures.sweep()
            if !report.leftUnexplained.isEmpty {
                ServerLog.write(.warning, "lost records") {
                    $0.member("message", LostRecords.message(report.leftUnexplained.count))
                }
            }
            if let failure = report.failures.first {
                ServerLog.write(.error, "failure") { $0.member("message", failure) }
            }
            if report.expiredCaptures > 0 || report.endedDeletions > 0 || report.removed.files > 0
                || !report.movedToTrash.isEmpty || !report.leftUnexplained.isEmpty
                || !report.failures.isEmpty
            {
                ServerLog.write(.info, "sweep") { json in
                    json.member("expiredCaptures", report.expiredCaptures)
                    json.member("endedDeletions", report.endedDeletions)
                    json.member("filesRemoved", report.removed.files)
                    json.member("bytesFreed", report.removed.bytesFreed)
                    json.member("movedToTrash", report.movedToTrash.count)
                    json.member("leftUnexplained", report.leftUnexplained.count)
                    json.member("failures", report.failures.count)
                }
            }
        } catch {
            ServerLog.write(.error, "failure") { $0.member("message", "\(error)") }
        }
    }
}
