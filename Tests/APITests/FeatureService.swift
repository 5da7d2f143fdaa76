import Captures
import FoundationEssentials
import GeoModel
import HTTPServer
import PlaceIndex
import Records
import Species
import TestSupport
import Testing

@testable import API

/// A server with records of a test's own, asked as a map tool asks; stopped when the last reference goes.
final class FeatureService {
    let folder: TemporaryDirectory
    let records: RecordStore
    let species: SpeciesStore
    let places: PlaceIndex
    let client: HTTPClient
    private let server: Server

    /// What links begin with: the client's `Host` names no port.
    static let base = "http://127.0.0.1"

    /// - Parameters:
    ///   - caller: Who everybody is.
    ///   - isTLS: Whether links are to say that the service speaks TLS.
    init(caller: Caller = .local, isTLS: Bool = false, map: String? = nil) throws {
        folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.file("data"))
        try directory.create()
        if let map {
            _ = try OSMImporter(region: "map", directory: directory.places).run(files: [map])
        }
        let species = try SpeciesStore(path: directory.speciesDatabase)
        self.species = species
        records = try RecordStore(directory, judge: SensitivityJudge { species })
        places = try PlaceIndex(directory: directory.places, countries: nil, connections: 2)
        let routes = Service.routes(
            records: records, places: places, species: species,
            captures: CaptureFlow(records: records, places: places, classifiers: []),
            isTLS: isTLS,
            health: { .init(version: "0", regions: [], models: [], imageClassification: "off") })
        server = try Server(
            ServerConfiguration(), routes: routes, admit: { _, _ in caller },
            onError: { Response.answer(to: $0) })
        client = HTTPClient(port: server.port)
    }

    deinit { _ = server.stop(within: .seconds(5)) }

    /// Confirms a record.
    @discardableResult
    func add(
        _ name: String = "Parus major", at position: (latitude: Double, longitude: Double)?,
        _ date: String = "2026-06-01T12:00:00Z", geoprivacy: Geoprivacy = .open
    ) throws -> Record {
        let eventDate = try #require(EventDate(date))
        let coordinate = position.flatMap {
            Coordinate(decimalLatitude: $0.latitude, decimalLongitude: $0.longitude)
        }
        let capture = Capture(
            id: UUIDv7(), state: .pending, created: Date(),
            expires: Date().addingTimeInterval(999), eventDate: eventDate,
            position: coordinate.map {
                CapturePosition(
                    coordinate: $0, coordinateUncertaintyInMeters: 17, source: .request)
            }, headingInDegrees: nil, photo: nil, sources: [], candidates: [], notices: [])
        _ = try records.insert(
            StoredCapture(capture: capture, address: nil, addressParts: [], key: nil))
        let answer = ConfirmedAnswer(
            identification: Identification(name: name, kind: .species, scientificName: name),
            geoprivacy: geoprivacy)
        return try records.confirm(capture.id, as: answer).record
    }

    /// An answer of status 200.
    func page(
        _ target: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> JSON {
        let answer = try client.get(target)
        #expect(answer.status == 200, "\(target): \(answer)", sourceLocation: sourceLocation)
        return answer.json
    }

    /// Path and query of the link of a relation; nil when there is none.
    func target(_ relation: String, of answer: JSON) -> String? {
        let link = answer["links"].all.first { $0["rel"].text == relation }
        guard let href = link?["href"].text else { return nil }
        return href.hasPrefix(Self.base) ? String(href.dropFirst(Self.base.count)) : nil
    }

    /// Holds what features of a collection have to its schema: no other property, and no other type.
    func expectItemsAsTheSchemaSays(
        _ collection: String, query: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let path = "/ogc/collections/\(collection)"
        let description = try page(path)
        #expect(
            target("describedBy", of: description) == "\(path)/schema",
            sourceLocation: sourceLocation)
        let answer = try client.get("\(path)/schema\(query)")
        #expect(answer.header("content-type") == "application/schema+json")
        let known = answer.json["properties"]["properties"]["properties"].object ?? [:]
        let features = try page("\(path)/items\(query)")["features"].all
        #expect(!features.isEmpty, sourceLocation: sourceLocation)
        for (name, value) in features.flatMap({ $0["properties"].object ?? [:] }) {
            let fits =
                switch (value, known[name]?["type"].text) {
                case (.text(let text), "string"):
                    known[name]?["format"].text == nil || EventDate(text) != nil
                case (.bool, "boolean"): true
                case (.number(let number), "integer"): Int32(exactly: number) != nil
                case (.number(let number), "number"):
                    known[name]?["multipleOf"].integer != 1 || Int64(exactly: number) != nil
                default: false
                }
            #expect(fits, "\(name): \(value)", sourceLocation: sourceLocation)
        }
    }

    /// Follows `next` from a first page to the last.
    ///
    /// - Parameter between: Called after each page.
    func walk(
        _ first: String, between: (Int) throws -> Void = { _ in }
    ) throws -> (ids: [String], pages: [JSON]) {
        var (ids, pages): ([String], [JSON]) = ([], [])
        var next: String? = first
        while let target = next, pages.count < 200 {
            let page = try page(target)
            ids += page["features"].all.compactMap { $0["id"].text }
            pages.append(page)
            next = self.target("next", of: page)
            try between(pages.count)
        }
        return (ids, pages)
    }
}

extension JSON {
    /// The ids of a page's features.
    var featureIDs: [String] { self["features"].all.compactMap { $0["id"].text } }
}
