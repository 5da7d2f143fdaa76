import Access
import Captures
import HTTPServer
import PlaceIndex
import Records
import Species
import TestSupport
import Testing

@testable import API

@Suite struct `The gate` {
    private let folder: TemporaryDirectory
    private let tokens: TokenStore

    init() throws {
        folder = try TemporaryDirectory()
        tokens = try TokenStore(dataDirectory: folder.path)
    }

    private func status(
        _ method: String, _ pattern: String, authorization: String? = nil, isLoopback: Bool = true,
        gate: AccessGate? = nil
    ) throws -> Int {
        let gate = gate ?? AccessGate(tokens: tokens, isOpenWithoutTokens: isLoopback)
        let request = Request(
            method, pattern,
            headers: authorization.map { [Response.Header("Authorization", $0)] } ?? [])
        do {
            _ = try gate.admit(Route(method, pattern) { _ in Response() }, request)
            return 200
        } catch {
            return Response.answer(to: error).status
        }
    }

    @Test func `knows every route there is, and no other`() throws {
        let directory = DataDirectory(folder.path)
        try directory.create()
        let records = try RecordStore(directory)
        let places = try PlaceIndex(directory: directory.places, countries: nil, connections: 1)
        let routes = Service.routes(
            records: records, places: places,
            species: try SpeciesStore(path: directory.speciesDatabase),
            captures: CaptureFlow(records: records, places: places, classifiers: []),
            health: {
                .init(version: "0", regions: [], models: [], imageClassification: "off")
            })
        #expect(
            Set(routes.map { "\($0.method) \($0.pattern)" }) == Set(AccessGate.needs.keys))
    }

    @Test func `is open to this machine, and to no other, before there is a token`() throws {
        #expect(try status("GET", "/v1/records") == 200)
        #expect(try status("GET", "/v1/records", isLoopback: false) == 401)
        #expect(try status("GET", "/healthz", isLoopback: false) == 200)
    }

    @Test func `closes with the first token, and stays closed when it is revoked`() throws {
        let (token, secret) = try tokens.create(role: .admin, name: "root")
        #expect(try status("GET", "/v1/records") == 401)
        #expect(try status("GET", "/v1/records", authorization: "Bearer \(secret)") == 200)
        _ = try tokens.revoke("\(token.id)")
        #expect(try status("GET", "/v1/records") == 401)
        #expect(try status("GET", "/v1/records", authorization: "Bearer \(secret)") == 401)
    }

    @Test(arguments: [
        ("GET", "/", 200, 200, 200), ("GET", "/openapi.json", 200, 200, 200),
        ("GET", "/reverse", 200, 200, 200), ("POST", "/v1/captures", 200, 200, 200),
        ("GET", "/v1/records", 200, 200, 200), ("DELETE", "/v1/records/{id}", 403, 200, 200),
        ("GET", "/v1/export/geojson", 200, 200, 200), ("GET", "/v1/export/csv", 200, 200, 200),
        ("GET", "/v1/lifelist", 403, 200, 200),
        ("GET", "/v1/forgotten", 403, 403, 200),
    ])
    func `lets each role do its part`(
        method: String, pattern: String, capture: Int, review: Int, admin: Int
    ) throws {
        for (role, expected) in [
            (AccessRole.capture, capture), (.review, review), (.admin, admin),
        ] {
            let (_, secret) = try tokens.create(role: role, name: role.rawValue)
            #expect(
                try status(method, pattern, authorization: "Bearer \(secret)") == expected,
                "\(role)")
        }
    }

    @Test(arguments: [
        "Basic dHNu", "Bearer", "Bearer a b", "tsn_x", "Bearer  ", "bearer tsn_wrong",
    ])
    func `refuses what is not a token in use`(authorization: String) throws {
        _ = try tokens.create(role: .admin, name: "root")
        #expect(try status("GET", "/reverse", authorization: authorization) == 401)
    }

    @Test func `takes the scheme in any case`() throws {
        let (_, secret) = try tokens.create(role: .admin, name: "root")
        #expect(try status("GET", "/reverse", authorization: "bearer \(secret)") == 200)
    }

    @Test func `slows wrong tokens down, and no right one`() throws {
        let (_, secret) = try tokens.create(role: .capture, name: "phone")
        let gate = AccessGate(tokens: tokens, isOpenWithoutTokens: true)
        let answers = try (1...12).map { _ in
            try status("GET", "/reverse", authorization: "Bearer tsn_wrong", gate: gate)
        }
        #expect(answers == [Int](repeating: 401, count: 10) + [429, 429])
        #expect(
            try status("GET", "/reverse", authorization: "Bearer \(secret)", gate: gate) == 200)
    }

    @Test func `says how to ask`() throws {
        let missing = Response.answer(to: AccessRefusal.tokenMissing)
        #expect(missing.headers == [.init("WWW-Authenticate", #"Bearer realm="turnstone""#)])
        let late = Response.answer(to: AccessRefusal.tooManyWrongTokens(retryAfterInSeconds: 30))
        #expect(late.headers == [.init("Retry-After", "30")])
    }
}
