import API
import Access
import ArgumentParsing
import Captures
import Exports
import GeoModel
import HTTPServer
import PlaceIndex
import Records

enum Serve {
    static let verb = Verb(
        "serve", summary: "Answer over HTTP until SIGTERM or SIGINT.",
        options: [
            OptionSyntax(
                "listen", value: "HOST:PORT",
                "Where; default 127.0.0.1:8765. Port 0 takes a free one, which the first line of output "
                    + "names. Others than the loopback are served once there is an access token."),
            OptionSyntax(
                "tls-cert", value: "FILE",
                "Speak TLS with this certificate: PEM, the chain after it. Needs --tls-key."),
            OptionSyntax("tls-key", value: "FILE", "The certificate's key: PEM, without password."),
            OptionSyntax(
                "cors-origins", value: "LIST",
                "Origins whose pages may ask from a browser, as https://map.example,https://a.example:8443."
            ),
            OptionSyntax(
                "trash-days", value: "N",
                "For N days a deleted record can be restored, with its photo; default 0: it is gone at once."
            ),
            OptionSyntax(
                "public",
                "Let everybody read records, photos and exports as the public sees them, without a token, "
                    + "also once there are tokens."),
            RecordScope.dates,
            CommonOptions.model, CommonOptions.labels,
            OptionSyntax(
                "preload-models",
                "Load the picture models right after the start, beside the work; default: the first photo does."
            ),
        ] + ServiceLimit.all.map(\.syntax),
        notes: [
            "Bytes may be written with K, M or G behind them. 'turnstone limits' shows all limits with their "
                + "reasons, and the memory they come to.",
            "All picture models answer: the built-in one and those of DATA/models. Each is loaded by the "
                + "first photo after the start, which waits half a second to two seconds for each; /healthz "
                + "tells how they fare. Models and maps that are added while it runs are taken up within "
                + "seconds.",
            "The log is on standard error: a JSON object a line, without positions and names. On a "
                + "signal, requests under way are finished first.",
            "The public sees of records that are not open, and of sensitive taxa, what 'records edit --help' tells; "
                + "so do tokens of the role capture.",
            "Without an access token only this machine is served, and requests for another Host are refused. "
                + "'turnstone token create' makes one; from then on every request needs one, and behind "
                + "a reverse proxy or on another address any Host will do.",
        ],
        examples: [
            ("turnstone serve", "Serve the web page and the API on http://127.0.0.1:8765/"),
            ("turnstone serve --listen 127.0.0.1:0 --data /srv/turnstone", "On any free port"),
        ]
    ) { arguments in
        let address = try address(arguments)
        let (tls, origins) = (try identity(arguments), try origins(arguments))
        let settings = try ServiceLimit.settings(arguments)
        // A mistyped directory must not become an empty service.
        try arguments.dataDirectory.requireExisting()
        let trashDays = try arguments.trashDays
        let dates = try RecordScope.dates(arguments)
        let signals = try StopSignals()
        let geoData = try GeoDataFolder.find()
        let service = try RunningService(
            data: arguments.dataDirectory, geoData: geoData, settings: settings,
            publicDates: dates, trashDays: trashDays, isTLS: tls != nil
        ) { try PictureModels.find(arguments, requests: 2) }
        var configuration = settings.server
        (configuration.host, configuration.port) = (address.host, address.port)
        try Descriptors.allow(configuration.descriptorsOfConnections)
        configuration.tls = tls
        configuration.origins = origins
        if try service.tokens.isUsed() {
            if !address.isLoopback, tls == nil {
                Console.message(
                    "Tokens and photos travel unprotected on \(address.host). Give --tls-cert and "
                        + "--tls-key, or put a proxy that speaks TLS in front.")
            }
        } else {
            guard address.isLoopback else {
                throw ProgramError.placesOnlyOnLoopback(host: address.host)
            }
            // Pages in this machine's browser reach the loopback too.
            configuration.hostNames = HostNames.loopback.adding(address.host)
        }
        let server = try service.start(
            configuration, isOpenWithoutTokens: address.isLoopback,
            isPublic: arguments.has("public"))
        let bound = ListenAddress(host: address.host, port: server.port)
        Console.write("Turnstone listens on \(tls == nil ? "http" : "https")://\(bound)/\n")
        guard Console.finish() else {
            throw ProgramError.cannotWrite(path: "standard output", reason: "it is closed")
        }
        ServerLog.write(.info, "listening") { json in
            json.member("port", Int(server.port))
            json.member("regions", service.places.regions.count)
            json.member("imageClassification", service.models.summary)
        }
        tellWhatIsMissing(service, geoData)
        let sweeper = service.startSweeping(captureLifetime: settings.captures.lifetime)
        let indexer = service.startIndexing()
        let watch = RegionWatch(service.places).start()
        let modelWatch = service.models.startWatching(
            preloads: arguments.has("preload-models"))
        let signal = signals.wait()
        ServerLog.write(.info, "stopping") { $0.member("signal", signal) }
        sweeper?.stop()
        indexer?.stop()
        watch?.stop()
        modelWatch?.stop()
        let isInTime = server.stop(within: .seconds(30))
        service.finishIndexing()
        ServerLog.write(isInTime ? .info : .warning, "stopped") { json in
            json.member("allRequestsFinished", isInTime)
        }
        return .done
    }

    /// What the service goes on without, and what to do about it.
    private static func tellWhatIsMissing(_ service: RunningService, _ geoData: GeoDataFolder?) {
        if geoData == nil {
            ServerLog.write(.warning, "geoDataNotFound") { json in
                json.member("message", "\(GeoDataFolder.missing) Then start again.")
            }
        }
        if service.places.regions.isEmpty {
            ServerLog.write(.info, "noRegions") { json in
                json.member(
                    "message",
                    "No map is imported: nothing is found near a position. Import one, also while this "
                        + "runs: turnstone import osm FILE.osm.pbf")
            }
        }
    }

    private static func address(_ arguments: ParsedArguments) throws -> ListenAddress {
        let text = arguments["listen"] ?? "127.0.0.1:8765"
        guard let address = ListenAddress(text) else {
            throw UsageError.invalidValue(
                name: "--listen", value: text, expected: "host and port, as 127.0.0.1:8765")
        }
        return address
    }

    private static func identity(_ arguments: ParsedArguments) throws -> TLSIdentity? {
        switch (arguments["tls-cert"], arguments["tls-key"]) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return try TLSIdentity(certificatePath: certificate, keyPath: key)
        case (_?, nil): throw UsageError.combination("--tls-cert needs --tls-key too.")
        case (nil, _?): throw UsageError.combination("--tls-key needs --tls-cert too.")
        }
    }

    private static func origins(_ arguments: ParsedArguments) throws -> AllowedOrigins {
        guard let text = arguments["cors-origins"] else { return AllowedOrigins() }
        let list = text.split(separator: ",").map(String.init)
        guard !list.isEmpty, let origins = AllowedOrigins(list) else {
            throw UsageError.invalidValue(
                name: "--cors-origins", value: text,
                expected: "origins with http:// or https:// and no path, separated by commas")
        }
        return origins
    }
}
