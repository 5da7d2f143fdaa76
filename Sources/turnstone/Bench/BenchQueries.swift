import API
import GeoModel
import HTTPServer
import PlaceIndex
import Records
import Synchronization

/// Radius search and reverse geocoding: in this process, and over HTTP beside a constant answer of the
/// same size from the same server to the same query.
enum BenchQueries {
    private static let clients = 8
    private static let warmUp = 100
    /// Of the requests of several clients, turn about with those for the constant answer, 20 to 50 ms each: what else the
    /// machine does meets both.
    private static let requestsInTurn = 1_000
    /// Turns of either, a second or two in all: of a few the ratio is anything from 0.6 to 1.1.
    private static let turnCount = 40

    static func nearby(
        _ workspace: BenchWorkspace, _ subject: BenchSubject
    ) throws -> [BenchResult] {
        let index = try index(workspace, subject)
        let labels = NameChoice(.local)
        var letters = 0
        let ask = { (position: Coordinate) throws -> Int in
            let found = try index.nearbyEntries(
                NearbyQuery(position: position, radiusInMeters: 100))
            for place in found { letters += place.label(labels).text.utf8.count }
            return found.count
        }
        for position in subject.positions.prefix(warmUp) { _ = try ask(position) }
        var found = 0
        let lean = try Measurement.take(
            "in this process, ids, names and distances", subject.positions
        ) {
            found += try ask($0)
        }
        let landmarks = try Measurement.take(
            "in this process, landmarks beyond 100 m", subject.positions
        ) {
            _ = try index.landmarks(
                near: $0, beyondMeters: 100, uncertaintyInMeters: 10, languages: .local)
        }
        let mean = Double(found) / Double(max(1, subject.positions.count))
        return [
            try run(
                "nearby (\(subject.region), radius 100 m, 20 places at most)", index,
                subject.positions,
                path: { "/v1/places/nearby?lat=\($0.decimalLatitude)&lon=\($0.decimalLongitude)" },
                inProcess: {
                    _ = try index.nearby(NearbyQuery(position: $0, radiusInMeters: 100))
                }, before: [lean, landmarks],
                remarks: ["\(RecordText.decimals(mean)) places an answer"])
        ]
    }

    static func reverse(
        _ workspace: BenchWorkspace, _ subject: BenchSubject
    ) throws -> [BenchResult] {
        let index = try index(workspace, subject)
        return [
            try run(
                "reverse (\(subject.region), zoom 18)", index, subject.positions,
                path: {
                    "/reverse?format=jsonv2&lat=\($0.decimalLatitude)&lon=\($0.decimalLongitude)"
                },
                inProcess: { _ = try index.reverse(ReverseQuery(position: $0)) })
        ]
    }

    private static func index(
        _ workspace: BenchWorkspace, _ subject: BenchSubject
    ) throws -> PlaceIndex {
        try workspace.region(subject.region, from: subject.extract)
        return try PlaceIndex(
            directory: workspace.data.places, countries: workspace.geoData.countries,
            connections: 4)
    }

    private static func run(
        _ name: String, _ index: PlaceIndex, _ positions: [Coordinate],
        path: @escaping @Sendable (Coordinate) -> String,
        inProcess: (Coordinate) throws -> Void, before: [Measurement] = [], remarks: [String] = []
    ) throws -> BenchResult {
        Machine.forgetPeak()
        for position in positions.prefix(warmUp) { try inProcess(position) }
        let direct = try Measurement.take("in this process", positions, inProcess)

        let constant = Mutex<[UInt8]>([])
        let routes =
            PlaceRoutes(index).routes + GeocoderRoutes(index).routes + [
                Route("GET", "/constant") { _ in
                    Response(
                        contentType: "application/json", body: .bytes(constant.withLock { $0 }))
                }
            ]
        let server = try BenchWorkspace.server(routes)
        defer { server.stop(within: .seconds(5)) }
        let client = try LoopbackClient(port: server.port)
        var bytes = 0
        for position in positions.prefix(warmUp) {
            bytes += try client.send("GET", path(position)).body.count
        }
        let size = bytes / max(1, min(warmUp, positions.count))
        constant.withLock { $0 = [UInt8](repeating: UInt8(ascii: "x"), count: size) }
        let over = try Measurement.take("over HTTP, one connection", positions) {
            try client.send("GET", path($0))
        }
        let floor = try Measurement.take("constant answer, one connection", positions) {
            try client.send("GET", constantPath(path($0)))
        }
        var paths = positions.map(path)
        while !paths.isEmpty, paths.count < requestsInTurn { paths += paths }
        var (turns, floorTurns): ([Turn], [Turn]) = ([], [])
        var start = 0
        for _ in 0..<(paths.isEmpty ? 0 : turnCount) {
            if start + requestsInTurn > paths.count { start = 0 }
            let part = Array(paths[start..<start + requestsInTurn])
            start += requestsInTurn
            turns.append(try concurrently(part, server.port))
            floorTurns.append(try concurrently(part.map(constantPath), server.port))
        }
        let many = measurement("over HTTP, \(clients) connections", turns)
        let manyFloor = measurement("constant answer, \(clients) connections", floorTurns)
        let ratios = zip(turns, floorTurns).map { $0.elapsed / $1.elapsed }.sorted()
        return BenchResult(
            name: name, measurements: before + [direct, over, floor, many, manyFloor],
            remarks: remarks + [
                "\(size) bytes an answer; clients and server share this machine's cores",
                "HTTP = \(RecordText.decimals(over.medianMilliseconds / direct.medianMilliseconds)) x in "
                    + "process, \(RecordText.decimals(manyFloor.perSecond / many.perSecond)) x the time "
                    + "of a constant answer with \(clients) connections"
                    + (ratios.isEmpty
                        ? ""
                        : " (half of the turns \(RecordText.decimals(ratios[ratios.count / 4])) to "
                            + "\(RecordText.decimals(ratios[ratios.count * 3 / 4])))"),
            ], peakMemoryBytes: Machine.peakMemory)
    }

    /// The same question, put to the route that answers nothing but a constant.
    private static func constantPath(_ path: String) -> String {
        "/constant" + path[(path.firstIndex(of: "?") ?? path.endIndex)...]
    }

    /// How long each request of a turn took, and all of them, in seconds.
    private typealias Turn = (seconds: [Double], elapsed: Double)

    private static func measurement(_ name: String, _ turns: [Turn]) -> Measurement {
        Measurement(
            name, seconds: turns.flatMap(\.seconds), elapsed: turns.reduce(0) { $0 + $1.elapsed })
    }

    /// All paths, shared among some clients, each with a connection and a thread.
    private static func concurrently(_ paths: [String], _ port: UInt16) throws -> Turn {
        let next = Atomic<Int>(0)
        let outcome = Mutex<(seconds: [Double], error: (any Error)?)>(([], nil))
        let connections = try (0..<clients).map { _ in try LoopbackClient(port: port) }
        let clock = ContinuousClock()
        let start = clock.now
        let threads = connections.map { connection in
            // Only this thread uses it until it is joined.
            nonisolated(unsafe) let client = connection
            return ClientThread {
                var seconds: [Double] = []
                do {
                    while true {
                        let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
                        guard turn < paths.count else { break }
                        let time = try clock.measure { _ = try client.send("GET", paths[turn]) }
                        seconds.append(time / .seconds(1))
                    }
                } catch {
                    outcome.withLock { $0.error = error }
                }
                outcome.withLock { $0.seconds += seconds }
            }
        }
        for thread in threads { thread.join() }
        let elapsed = clock.now - start
        let (seconds, error) = outcome.withLock { $0 }
        if let error { throw error }
        return (seconds, elapsed / .seconds(1))
    }
}
