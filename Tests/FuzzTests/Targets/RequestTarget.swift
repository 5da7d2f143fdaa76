import FoundationEssentials
import API
import Captures
import PlaceIndex
import Records
import Species

@testable import HTTPServer

/// The input is a request as it stands on the wire: `GET /reverse?lat=1&lon=2`, header lines, an empty
/// line, the body; lines end with LF.
enum RequestTarget {
    private static let service = Result { try SmallService() }

    static func run(_ input: UnsafeRawBufferPointer) throws {
        var rest = input[...]
        let words = line(&rest).split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count >= 2 else { return }
        var headers: [Response.Header] = []
        while true {
            let header = line(&rest)
            guard let colon = header.firstIndex(of: UInt8(ascii: ":")) else { break }
            headers.append(
                .init(text(header[..<colon]), text(header[(colon + 1)...].drop { $0 == 0x20 })))
        }
        let target = words[1].split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let query = query(target.count > 1 ? Array(target[1]) : []) else { return }
        try service.get().answer(
            text(words[0]), path: Array(target[0]), query: query, headers: headers,
            body: UnsafeRawBufferPointer(rebasing: rest))
    }

    private static func line(_ rest: inout Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        let line = Array(rest.prefix { $0 != UInt8(ascii: "\n") })
        rest = rest.dropFirst(line.count + 1)
        return line
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Cut as libmicrohttpd does; nil where the server refuses it.
    private static func query(_ bytes: [UInt8]) -> [Request.QueryItem]? {
        var items: [Request.QueryItem] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let sides = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let texts = sides.compactMap { side in
                PercentEncoding.text(side.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 })
            }
            guard texts.count == sides.count else { return nil }
            items.append(.init(texts[0], texts.count > 1 ? texts[1] : ""))
        }
        return items
    }
}

/// All routes over a data directory with a village, its map drawn below.
private final class SmallService: Sendable {
    private let routes: [Route]
    private let router: Router
    private let captures: CaptureFlow

    init() throws {
        let directory = DataDirectory(try Scratch.folder("data"))
        try directory.create()
        let map = try Self.village.utf8CString.dropLast().withUnsafeBytes {
            try Scratch.write($0, as: "village.osm")
        }
        _ = try OSMImporter(region: "village", directory: directory.places).run(files: [map])
        let records = try RecordStore(directory)
        let places = try PlaceIndex(
            directory: directory.places, countries: nil, connections: 1)
        let species = try SpeciesStore(path: directory.speciesDatabase)
        captures = CaptureFlow(
            records: records, places: places, species: { species }, classifiers: [])
        routes = Service.routes(
            records: records, places: places, species: species, captures: captures
        ) {
            ServiceRoutes.Health(
                version: "0", regions: ["village"], models: [], imageClassification: "off")
        }
        router = try Router(routes)
    }

    func answer(
        _ method: String, path: [UInt8], query: [Request.QueryItem],
        headers: [Response.Header], body: UnsafeRawBufferPointer
    ) throws {
        guard case .found(let index, let parameters) = match(method, path) else { return }
        let route = routes[index]
        guard let body = try? take(body, route.body, headers) else { return }
        let request = Request(
            method, String(decoding: path, as: UTF8.self), parameters: parameters, query: query,
            headers: headers, body: body)
        let response: Response
        do { response = try route.handler(request) } catch { response = .answer(to: error) }
        guard response.status < 500 else {
            FuzzTarget.violated("a request is no reason for status \(response.status)")
        }
        if case .stream(let next) = response.body { while try next() != nil {} }
        if case .upload(let upload) = body { upload.discard() }
        removeMade(response)
    }

    private func match(_ method: String, _ path: [UInt8]) -> Router.Match {
        path.withUnsafeBufferPointer { router.match(method: method, path: $0) }
    }

    private func take(
        _ body: UnsafeRawBufferPointer, _ policy: Route.BodyPolicy, _ headers: [Response.Header]
    ) throws -> Request.Body? {
        switch policy {
        case .none: return Request.Body.none
        case .memory(let limit): return body.count <= limit ? .bytes(Array(body)) : nil
        case .upload(let folder, _):
            let receiver = try UploadReceiver(
                folder: folder,
                contentType: headers.first { $0.name.lowercased() == "content-type" }?.value,
                limits: UploadLimits())
            try receiver.receive(body)
            return .upload(try receiver.finish())
        }
    }

    /// Deletes what the request has made, so that a long run does not fill the store.
    private func removeMade(_ response: Response) {
        guard response.status == 201,
            let place = response.headers.first(where: { $0.name == "Location" })?.value,
            case .found(let index, let parameters) = match("DELETE", Array(place.utf8))
        else { return }
        _ = try? routes[index].handler(Request("DELETE", place, parameters: parameters))
    }

    private static let village = """
        <osm version="0.6">
        <node id="1" lat="60.1700" lon="24.9500"><tag k="place" v="village"/><tag k="name" v="Kylä"/></node>
        <node id="2" lat="60.1702" lon="24.9503"><tag k="amenity" v="cafe"/><tag k="name" v="Café 咖啡"/></node>
        <node id="3" lat="60.1698" lon="24.9497"><tag k="amenity" v="toilets"/></node>
        <node id="4" lat="60.1690" lon="24.9480"/>
        <node id="5" lat="60.1710" lon="24.9520"/>
        <node id="6" lat="60.1701" lon="24.9501"><tag k="addr:street" v="Main Street"/><tag k="addr:housenumber" v="7"/><tag k="addr:postcode" v="00100"/></node>
        <way id="1"><nd ref="4"/><nd ref="5"/><tag k="highway" v="residential"/><tag k="name" v="Main Street"/></way>
        </osm>
        """
}
