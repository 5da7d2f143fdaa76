import FoundationEssentials
import GeoModel
import Glibc
import Records
import TestSupport
import Testing

/// A running service whose disk fails or is full from a chosen call on, and then is well again: nobody restarts
/// anything.
@Suite(.enabled(if: FaultLayer.isUsable, "A sanitizer has its own layer under the program."))
struct `While the disk fails` {
    enum Request: String, CaseIterable, CustomStringConvertible {
        case capture, confirm, edit, delete, cancel

        var description: String { rawValue }
    }

    /// A way to fail, with the statuses that it may have.
    enum Trouble: CaseIterable, CustomStringConvertible {
        case full, overQuota, failsOnce, failsOn, failsToRead, fallsShort

        func fault(at call: Int) -> FaultLayer.Fault {
            switch self {
            case .full:
                .init(action: .fail, at: call, value: ENOSPC, times: .max >> 1, kinds: .filling)
            case .overQuota:
                .init(action: .fail, at: call, value: EDQUOT, times: .max >> 1, kinds: .filling)
            case .failsOnce:
                .init(action: .fail, at: call, value: EIO, kinds: [.changes, .closing])
            case .failsOn: .init(action: .fail, at: call, value: EIO, times: .max >> 1)
            case .failsToRead:
                .init(action: .fail, at: call, value: EIO, kinds: [.reading, .opening])
            case .fallsShort: .init(action: .shorten, at: call, kinds: [.writing, .reading])
            }
        }

        /// Whether it lasts until the layer is disarmed.
        var isLasting: Bool {
            switch self {
            case .full, .overQuota, .failsOn: true
            case .failsOnce, .failsToRead, .fallsShort: false
            }
        }

        /// What is answered instead of success.
        var status: Int {
            switch self {
            case .full, .overQuota: 507
            case .failsOnce, .failsOn, .failsToRead, .fallsShort: 500
            }
        }

        var description: String {
            switch self {
            case .full: "the disk is full"
            case .overQuota: "the quota is used up"
            case .failsOnce: "one call fails (EIO)"
            case .failsOn: "all calls that change something fail (EIO)"
            case .failsToRead: "one reading or opening fails (EIO)"
            case .fallsShort: "one call reads or writes half"
            }
        }
    }

    @Test(arguments: Trouble.allCases)
    func `D07 a plain answer, reads go on, and the next attempt succeeds`(
        trouble: Trouble
    ) throws {
        let fixture = try Fixture()
        try fixture.restore()
        let layer = try FaultLayer(under: fixture.work)
        let service = try FaultyService(fixture, under: layer)
        for request in Request.allCases {
            var calls = 0
            var refused = 0
            while true {
                let subject = try service.prepare(request)
                layer.arm(trouble.fault(at: calls + 1))
                let answer = try service.send(request, subject)
                let wasHit = layer.hits > 0
                let place: Comment = "\(trouble) from call \(calls + 1) of \(request) on: \(answer)"
                if answer.status >= 300 {
                    refused += 1
                    #expect(wasHit, place)
                    #expect(answer.status == trouble.status, place)
                    #expect(answer.header("content-type") == "application/problem+json", place)
                    #expect(answer.json["detail"].text?.contains(fixture.work) == false, place)
                }
                // One that has not come yet would hit the reading.
                if trouble.isLasting { try service.expectReads() }
                layer.disarm()
                try service.expectReads()
                let again = try service.send(request, subject)
                #expect(
                    again.status < 300 || (request == .delete && again.status == 410), "\(again)")
                try service.expectDone(request, subject)
                guard wasHit else { break }
                calls += 1
            }
            print("\(trouble): \(request): each of \(calls) calls, \(refused) refused")
            #expect(calls > 2 || trouble == .failsToRead)
        }
        try service.expectCleanEnd()
    }
}

/// What the tests ask of a service under the layer.
final class FaultyService {
    let service: RunningService
    let fixture: Fixture
    private let photo: [UInt8]
    private var count = 0
    var client: HTTPClient { service.client }

    struct Subject {
        let key: String
        var capture = ""
        var record = ""
    }

    init(_ fixture: Fixture, data: String? = nil, under layer: FaultLayer? = nil) throws {
        self.fixture = fixture
        var environment = layer?.environment() ?? [:]
        environment["TURNSTONE_OPENVINO"] = "/nonexistent/openvino"
        service = try RunningService(
            data: data ?? fixture.data, arguments: ["--disk-reserve", "0"], environment: environment
        )
        photo = try Fixture.jpeg(200)
    }

    /// What a request needs to be there.
    func prepare(_ request: `While the disk fails`.Request) throws -> Subject {
        count += 1
        var subject = Subject(key: "key-\(count)")
        if request == .capture { return subject }
        let answer = try send(.capture, subject)
        subject.capture = try #require(answer.location, "\(answer)")
        if request == .edit || request == .delete {
            let answer = try send(.confirm, subject)
            subject.record = try #require(answer.location, "\(answer)")
        }
        return subject
    }

    func send(
        _ request: `While the disk fails`.Request, _ subject: Subject, photo: [UInt8]? = nil
    ) throws -> HTTPAnswer {
        switch request {
        case .capture:
            var form = MultipartForm()
            form.add("decimalLatitude", "60.17")
            form.add("decimalLongitude", "24.95")
            form.add("photo", file: photo ?? self.photo, named: "photo.jpg", type: "image/jpeg")
            return try client.post(
                "/v1/captures", headers: [("Idempotency-Key", subject.key)], form: form)
        case .confirm:
            return try client.send(
                "POST", subject.capture + "/confirmation",
                json: #"{"name": "\#(subject.key)", "kind": "thing"}"#)
        case .edit:
            return try client.send(
                "PATCH", subject.record, headers: [("If-Match", "*")],
                type: "application/merge-patch+json",
                json: #"{"name": "\#(subject.key) edited"}"#)
        case .delete: return try client.delete(subject.record)
        case .cancel: return try client.delete(subject.capture)
        }
    }

    /// What is stored can be read.
    func expectReads(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let id = fixture.others[0].occurrenceID
        for path in ["/v1/records?limit=3", "/v1/records/\(id)", "/v1/records/\(id)/photo"] {
            let answer = try client.get(path)
            #expect(answer.status == 200, "\(path) \(answer)", sourceLocation: sourceLocation)
        }
    }

    /// The request has done what it should.
    func expectDone(
        _ request: `While the disk fails`.Request, _ subject: Subject,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found =
            switch request {
            case .capture: try send(.capture, subject)
            case .confirm: try send(.confirm, subject)
            case .edit, .delete: try client.get(subject.record)
            case .cancel: try client.get(subject.capture)
            }
        let isGone = request == .delete || request == .cancel
        #expect(found.status == (isGone ? 410 : 200), "\(found)", sourceLocation: sourceLocation)
        if request == .edit {
            #expect(
                found.json["name"].text == "\(subject.key) edited", sourceLocation: sourceLocation)
        }
    }

    /// Ends the service, sweeps and checks.
    func expectCleanEnd(
        data: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try service.stop().exitCode == 0, sourceLocation: sourceLocation)
        let store = try RecordStore(DataDirectory(data ?? fixture.data))
        _ = try store.sweep(now: Fixture.later)
        let problems = try store.check(now: Fixture.later).problems
        #expect(problems == [], sourceLocation: sourceLocation)
    }
}
