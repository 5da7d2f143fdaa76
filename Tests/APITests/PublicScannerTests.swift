import Access
import Captures
import Exports
import FoundationEssentials
import GeoModel
import HTTPServer
import Hashing
import Imaging
import PlaceIndex
import Records
import Species
import TestSupport
import Testing

@testable import API

/// Walks all that can be asked, as the public, and looks for what would give a concealed record away.
@Suite(.serialized) struct `The public scan` {
    /// A record of the test, and what of it must not be found.
    private struct Hidden {
        let record: Record
        let publicID: String
    }

    private let folder: TemporaryDirectory
    private let records: RecordStore
    private let tokens: TokenStore
    private let routes: [Route]
    private let photo: [UInt8]
    private let taxa: [Int64]
    private var secrets = Secrets()
    private var hidden: [Hidden] = []
    private let open: Record

    init() throws {
        folder = try TemporaryDirectory()
        let directory = DataDirectory(folder.file("data"))
        try directory.create()
        let species = try SpeciesStore(path: directory.speciesDatabase)
        _ = try TaxonomyImporter(species).run(file: GeoDataFiles.birds)
        _ = try species.importSensitive(
            file: folder.write(
                Array("scientificName,area\nStrigidae,\n".utf8), as: "sensitive.csv"))
        records = try RecordStore(directory, judge: SensitivityJudge { species })
        taxa = try ["Parus major", "Strix aluco", "Strigidae"].compactMap {
            try species.taxonID(named: $0)?.rawValue
        }
        tokens = try TokenStore(dataDirectory: directory.path)
        let places = try PlaceIndex(directory: directory.places, countries: nil, connections: 1)
        let store = records
        routes = Service.routes(
            records: store, places: places, species: species,
            captures: CaptureFlow(records: store, places: places, classifiers: []),
            health: { .init(version: "0", regions: [], models: [], imageClassification: "off") })
        photo = try [UInt8](Data(contentsOf: URL(filePath: GeoDataFiles.Photo.coffee.path)))
        let parus = Identification(
            name: "Great Tit", kind: .species, scientificName: "Parus major", confidence: 0.9)
        open = try Self.record(store, photo, 0, parus, .open).record
        let cases: [(Identification, Geoprivacy)] = [
            (parus, .obscured), (parus, .private),
            // Open by choice, and on the list by its family.
            (.init(name: "Strix aluco", kind: .species, scientificName: "Strix aluco"), .open),
            (
                .init(
                    name: "Chapel Zzyx 3", kind: .place,
                    ref: OSMRef(osmType: .way, osmID: 8_765_430_003), category: "amenity",
                    type: "place_of_worship", confidence: 0.8), .obscured
            ),
            (.init(name: "My oak Zzyx 4 at 61.23454", kind: .thing), .private),
            (.init(name: "Mill Lane Zzyx 5", kind: .address, confidence: 0.7), .obscured),
        ]
        for (index, (identification, geoprivacy)) in cases.enumerated() {
            try hide(index + 1, identification, geoprivacy)
        }
        // One whose owl was corrected away: the name stays proposed.
        try hide(
            7, .init(name: "Strix aluco", kind: .species, scientificName: "Strix aluco"), .open)
        var patch = RecordPatch()
        patch.name = "Parus major"
        patch.scientificName = .set("Parus major")
        _ = try records.update(hidden[6].record.occurrenceID, patch)
    }

    private mutating func hide(
        _ index: Int, _ identification: Identification, _ geoprivacy: Geoprivacy
    ) throws {
        secrets.add(position: Self.position(index))
        var made = try Self.record(records, photo, index, identification, geoprivacy)
        var shown = try publicView(of: made.record)
        // Once in a thousand times the point that is drawn has four digits of the true one.
        while !secrets.found(in: Array("\(String(describing: shown.position))".utf8)).isEmpty {
            try records.delete(made.record.occurrenceID)
            made = try Self.record(records, photo, index, identification, geoprivacy)
            shown = try publicView(of: made.record)
        }
        #expect(shown.geoprivacy != .open)
        hidden.append(Hidden(record: made.record, publicID: shown.id))
        let record = made.record
        for text in [
            record.occurrenceID.description, record.captureID.description,
            record.photo?.sha256 ?? "?", "Zzyx", "876543000\(index)", "note-\(index)-word",
            "Observer\(index)", "2026-06-1\(index)", "12:0\(index):3", "17\(index).25",
            String(made.photoSHA256.prefix(16)),
        ] { secrets.add(text) }
    }

    private func publicView(of record: Record) throws -> PublicRecord {
        try #require(try records.publicRecord(of: record.occurrenceID, dates: .month))
    }

    private static func position(_ index: Int) -> (latitude: Double, longitude: Double) {
        // No two records share a digit, and no decimal is one that a grid would have by chance.
        (61.23451 + Double(index) * 0.31117, 25.67813 + Double(index) * 0.41113)
    }

    /// A confirmed record with all that a record can have.
    private static func record(
        _ store: RecordStore, _ picture: [UInt8], _ index: Int, _ identification: Identification,
        _ geoprivacy: Geoprivacy
    ) throws -> (record: Record, photoSHA256: String) {
        let (latitude, longitude) = position(index)
        var exif = ExifSegment(at: latitude, longitude)
        exif.image[0x010E] = .text("At \(latitude) \(longitude), Zzyx")
        let comment = Array("GPS \(latitude),\(longitude) note-\(index)-word".utf8)
        var bytes: [UInt8] = exif.inserted(into: picture)
        bytes.removeLast(2)
        bytes += [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + [0xFF, 0xD9]
        bytes += Array("behind the end: \(latitude)".utf8)
        let upload = "\(store.directory.staging)/\(UUIDv7()).part"
        try Data(bytes).write(to: URL(filePath: upload))
        let date = try #require(EventDate("2026-06-1\(index)T12:0\(index):3\(index)+03:00"))
        let id = UUIDv7(now: date.instant)
        try store.stage(upload: upload, as: id)
        let sha256 = SHA256.hexadecimal(of: bytes)
        let word = index == 0 ? "Open" : "Zzyx"
        let place = Candidate(
            id: "1", kind: .place, name: "\(word) Hide \(index)", score: 0.5,
            distanceInMeters: 17.25 + Double(index),
            ref: OSMRef(osmType: .way, osmID: 8_765_430_000 + Int64(index)),
            savedPlaceID: UUIDv7(), context: "\(word) Lane",
            evidence: [Evidence(kind: "distance", weight: 1, text: "17\(index).25 m away")])
        let capture = Capture(
            id: id, state: .pending, created: date.instant,
            expires: Date().addingTimeInterval(9999),
            eventDate: date,
            position: CapturePosition(
                coordinate: try #require(
                    Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)),
                coordinateUncertaintyInMeters: 17, source: .exif),
            headingInDegrees: 170.25 + Double(index),
            photo: PhotoFacts(width: 600, height: 400, bytes: bytes.count, sha256: sha256),
            sources: [], candidates: [place], notices: [word])
        _ = try store.insert(
            StoredCapture(
                capture: capture, address: "5 \(word) Lane, \(word)ville, Suomi",
                addressParts: [
                    AddressPart(key: "house_number", value: "5"),
                    AddressPart(key: "road", value: "\(word) Lane"),
                    AddressPart(key: "state", value: "\(word)land"),
                    AddressPart(key: "country", value: "Suomi"),
                    AddressPart(key: "country_code", value: "fi"),
                ], key: nil))
        let record = try store.confirm(
            id,
            as: ConfirmedAnswer(
                identification: identification, occurrenceRemarks: "note-\(index)-word, \(word)",
                recordedBy: "Observer\(index)", geoprivacy: geoprivacy), now: date.instant
        ).record
        return (record, sha256)
    }

    // MARK: Asking

    private func server(isPublic: Bool) throws -> Server {
        let gate = AccessGate(tokens: tokens, isOpenWithoutTokens: false, isPublic: isPublic)
        return try Server(
            ServerConfiguration(), routes: routes, admit: gate.admit,
            onError: { Response.answer(to: $0) })
    }

    /// Every id that a client may come by, and those it must not make use of.
    private var ids: [String] {
        let own = hidden.flatMap {
            [$0.publicID, $0.record.occurrenceID.description, $0.record.captureID.description]
        }
        return own + [open.occurrenceID.description, open.captureID.description]
            + taxa.map(String.init) + ["1", "2"]
    }

    /// All paths of a pattern.
    ///
    /// A parameter of a new name has no values yet: the test says so, and wants some.
    private func paths(of pattern: String) throws -> [String] {
        let values = [
            "{id}": ids, "{featureId}": ids + ["W8765430003"],
            "{osm_type}": ["node", "way", "relation"],
            "{osm_id}": hidden.indices.map { "876543000\($0)" },
        ]
        return try pattern.split(separator: "/").reduce([""]) { paths, segment in
            guard segment.hasPrefix("{") else { return paths.map { "\($0)/\(segment)" } }
            let known = try #require(values[String(segment)], "no values for \(segment)")
            return paths.flatMap { path in known.map { "\(path)/\($0)" } }
        }
        .map { $0.isEmpty ? "/" : $0 }
    }

    /// Queries that hold nothing secret, which an answer may repeat.
    private var queries: [String] {
        let taxon = "lat=62.1&lon=27.2"
        return [
            "", "scope=public", "scope=all", "limit=1", "limit=200", "bbox=-180,-90,180,90",
            "near=62,27&radius=900000", "datetime=2026-06-01/2026-06-30", "kind=species",
            "q=parus", "size=120", "size=1280", taxon, "\(taxon)&date=2026-06-15&limit=500",
            "bbox=61.2,25.6,64,30&bbox-crs=http://www.opengis.net/def/crs/EPSG/0/4326",
            "crs=http://www.opengis.net/def/crs/EPSG/0/4326", "limit=3&offset=2",
            "q=strix&lang=fi", "year=2026", "sort=taxonomy", "osm_ids=W8765430003&format=json",
            "\(taxon)&format=geojson",
        ]
    }

    /// What of a query the route takes: it refuses the whole for a name that it does not know.
    private func known(of query: String, to route: Route) -> String {
        guard let names = QueryNames.known["\(route.method) \(route.pattern)"] else { return query }
        return query.split(separator: "&").filter { item in
            names.contains(String(item.prefix { $0 != "=" }))
        }.joined(separator: "&")
    }

    private func bearer(_ role: AccessRole) throws -> [(String, String)] {
        let (_, secret) = try tokens.create(role: role, name: "\(role)-\(UUIDv7())")
        return [("Authorization", "Bearer \(secret)")]
    }

    private func leaks(_ answer: HTTPAnswer, asked: String = "") -> [String] {
        let headers = answer.headers.map { "\($0.name): \($0.value)\n" }.joined()
        var found =
            secrets.found(in: answer.body, asked: asked)
            + secrets.found(in: Array(headers.utf8), asked: asked)
        if answer.header("content-type") == "application/zip",
            let entries = try? UnzippedFile.entries(of: answer.body)
        {
            for entry in entries { found += secrets.found(in: entry.bytes, asked: asked) }
        }
        if answer.header("content-type") == "image/jpeg", !answer.body.isEmpty {
            guard let file = try? JPEGFile(bytes: answer.body) else { return found }
            let metadata = PhotoMetadata(of: file)
            if metadata.position != nil { found.append("GPS in the photo") }
            if metadata.eventDate != nil { found.append("time in the photo") }
        }
        return found
    }

    /// - Returns: How many answers were looked at, how many were 200, and what was found.
    private func scan(
        _ client: HTTPClient, _ headers: [(String, String)]
    ) throws -> (asked: Int, good: Int, leaks: Set<String>) {
        var (asked, good, leaks) = (0, 0, Set<String>())
        func look(
            _ route: Route, _ target: String, _ more: [(String, String)], _ body: String? = nil
        ) throws {
            let answer = try client.send(
                route.method, target, headers: headers + more, body: body.map { Array($0.utf8) })
            asked += 1
            good += answer.status == 200 ? 1 : 0
            for leak in self.leaks(answer, asked: target) {
                leaks.insert("\(route.method) \(target) \(more): \(answer.status) \(leak)")
            }
        }
        for route in routes {
            let isReading = route.method == "GET"
            for path in try paths(of: route.pattern) {
                guard isReading else {
                    try look(
                        route, path,
                        [("Content-Type", "application/json"), ("If-Match", "*")],
                        #"{"name": "Tit", "kind": "species"}"#)
                    continue
                }
                let isOfOne =
                    route.pattern.contains("{id}") || route.pattern.contains("{featureId}")
                for query in isOfOne ? Array(queries.prefix(3)) + ["size=120"] : queries {
                    try look(route, query.isEmpty ? path : "\(path)?\(query)", [])
                    let rest = known(of: query, to: route)
                    if rest != query, !rest.isEmpty { try look(route, "\(path)?\(rest)", []) }
                }
                for condition in [
                    ("If-None-Match", "*"), ("If-None-Match", "\"1\""), ("Range", "bytes=0-200"),
                ] {
                    try look(route, path, [condition])
                }
            }
        }
        return (asked, good, leaks)
    }

    // MARK: Tests

    @Test func `V01, V05: no route tells a token of the role capture where a concealed record is`()
        throws
    {
        let server = try server(isPublic: false)
        defer { server.stop(within: .seconds(5)) }
        let found = try scan(HTTPClient(port: server.port), bearer(.capture))
        #expect(found.leaks.isEmpty, "\(found.leaks.sorted().prefix(20))")
        #expect(found.asked > 1000 && found.good > 200)
        #expect(try records.list().total == hidden.count + 1)
        print("public scan, capture: \(found.asked) answers, \(found.good) of status 200, 0 leaks")
    }

    @Test func `V01, V05: no route tells anybody without a token where a concealed record is`()
        throws
    {
        _ = try bearer(.admin)
        let server = try server(isPublic: true)
        defer { server.stop(within: .seconds(5)) }
        let found = try scan(HTTPClient(port: server.port), [])
        #expect(found.leaks.isEmpty, "\(found.leaks.sorted().prefix(20))")
        #expect(found.asked > 1000 && found.good > 100)
        print("public scan, anybody: \(found.asked) answers, \(found.good) of status 200, 0 leaks")
    }

    @Test func `the scan finds what a reviewer is told: it is not blind`() throws {
        let server = try server(isPublic: false)
        defer { server.stop(within: .seconds(5)) }
        let (client, review) = (HTTPClient(port: server.port), try bearer(.review))
        let exports = ExportFormat.allCases.map(\.path)
        let others = ["/v1/records", "/v1/lifelist", "/ogc/collections/records/items"]
        for target in others + exports {
            let found = leaks(try client.get(target, headers: review))
            #expect(found.count > 5, "\(target)")
        }
        let id = hidden[0].record.occurrenceID
        let original = leaks(try client.get("/v1/records/\(id)/photo", headers: review))
        #expect(original.contains("GPS in the photo"))
        #expect(leaks(try client.get("/v1/records/\(id)", headers: review)).count > 8)
        // The same with scope=public: nothing, and by the public id.
        let target = "/v1/records/\(hidden[0].publicID)?scope=public"
        let shown = try client.get(target, headers: review)
        #expect(shown.status == 200 && leaks(shown).isEmpty)
        #expect(shown.json["occurrenceID"].text == hidden[0].publicID)
    }

    @Test func `a box, a circle or words round the truth find nothing`() throws {
        let server = try server(isPublic: false)
        defer { server.stop(within: .seconds(5)) }
        let (client, token) = (HTTPClient(port: server.port), try bearer(.capture))
        for one in hidden {
            let position = try #require(one.record.position?.coordinate)
            let (latitude, longitude) = (position.decimalLatitude, position.decimalLongitude)
            let box =
                "\(longitude - 1e-4),\(latitude - 1e-4),\(longitude + 1e-4),\(latitude + 1e-4)"
            for query in [
                "bbox=\(box)", "near=\(latitude),\(longitude)&radius=3", "q=zzyx", "q=note",
                "q=observer", "datetime=2026-06-30T23:00:00Z/2026-07-02&kind=thing&q=oak",
            ] {
                let page = try client.get("/v1/records?\(query)", headers: token)
                let ids = page.json["records"].all.compactMap { $0["occurrenceID"].text }
                #expect(page.status == 200 && !ids.contains(one.publicID), "\(query)")
                #expect(page.json["numberMatched"].integer == ids.count, "\(query)")
                for format in ExportFormat.allCases {
                    let export = try client.get("\(format.path)?\(query)", headers: token)
                    #expect(export.status == 200)
                    let texts =
                        format.isText
                        ? [export.text] : try UnzippedFile.entries(of: export.body).map(\.text)
                    #expect(!texts.joined().contains(one.publicID), "\(format) \(query)")
                }
                let features = try client.get(
                    "/ogc/collections/records/items?\(query)", headers: token)
                #expect(
                    features.status == 200 && !features.text.contains(one.publicID), "\(query)")
            }
        }
    }

    @Test func `the public is told who it is, and caches keep answers apart`() throws {
        let server = try server(isPublic: true)
        defer { server.stop(within: .seconds(5)) }
        let client = HTTPClient(port: server.port)
        let (capture, review) = (try bearer(.capture), try bearer(.review))
        let list = try client.get("/v1/records")
        #expect(list.status == 200 && list.json["numberMatched"].integer == hidden.count + 1)
        #expect(list.headers.contains { $0.name == "vary" && $0.value.contains("Authorization") })
        #expect(list.header("cache-control") == "private, no-cache")
        #expect(try client.get("/v1/records?scope=all").status == 401)
        #expect(try client.get("/v1/records?scope=all", headers: capture).status == 403)
        #expect(try client.get("/v1/records?scope=all", headers: review).status == 200)
        #expect(try client.get("/v1/records?scope=mine", headers: review).status == 400)
        #expect(try client.get("/v1/lifelist").status == 401)
        #expect(
            try client.get("/v1/records", headers: [("Authorization", "Bearer no")]).status == 401)
        let target = "/v1/records/\(hidden[0].publicID)"
        let tag = try #require(try client.get(target).header("etag"))
        #expect(try client.get(target, headers: [("If-None-Match", tag)]).status == 304)
        // An edit of what is not shown stays unseen; one of what is shown does not.
        var patch = RecordPatch()
        patch.occurrenceRemarks = .set("Another note")
        _ = try records.update(hidden[0].record.occurrenceID, patch)
        #expect(try client.get(target).header("etag") == tag)
        patch.name = "Tit"
        _ = try records.update(hidden[0].record.occurrenceID, patch)
        #expect(try client.get(target).header("etag") != tag)
    }

    @Test func `who confirms with a token of the role capture is answered as the public is`() throws
    {
        let server = try server(isPublic: false)
        defer { server.stop(within: .seconds(5)) }
        let (client, token) = (HTTPClient(port: server.port), try bearer(.capture))
        let made = try client.send(
            "POST", "/v1/captures?decimalLatitude=61.23451&decimalLongitude=25.67813",
            headers: token)
        let id = try #require(made.json["id"].text)
        func confirm() throws -> HTTPAnswer {
            try client.send(
                "POST", "/v1/captures/\(id)/confirmation", headers: token,
                json: #"{"name": "Tit", "kind": "species", "geoprivacy": "obscured"}"#)
        }
        let first = try confirm()
        #expect(first.status == 201 && first.json["geoprivacy"].text == "obscured")
        #expect(!first.text.contains("61.23451") && first.json["name"].text == "Tit")
        let location = try #require(first.location)
        #expect(try client.get(location, headers: token).json["eventDate"].text?.count == 7)
        #expect(try confirm().body == first.body)
        #expect(
            try client.send(
                "POST", "/v1/captures/\(id)/confirmation", headers: token,
                json: #"{"name": "Tit", "geoprivacy": "hidden"}"#
            ).status == 400)
        let after = try client.get("/v1/captures/\(id)", headers: token)
        #expect(after.status == 200 && !after.text.contains("61.2345"))
        #expect(after.json["state"].text == "confirmed")
    }
}
