import FoundationEssentials
import TestSupport
import Testing

@Suite struct `The log of requests` {
    private static func requests(_ log: String) -> [JSON] {
        log.split(separator: "\n").compactMap { try? JSON(parsing: $0.utf8) }
            .filter { $0["event"].text == "request" }
    }

    @Test func `has a line for each, soon and in order, the last one too`() throws {
        let data = try PreparedData.copy()
        let service = try RunningService(
            data: data.file("data"),
            environment: ["TURNSTONE_OPENVINO": "/nonexistent/openvino"])
        let start = Date()
        #expect(try service.client.get("/v1/places/nearby?lat=60.17&lon=24.95").status == 200)
        // It is there while the service runs.
        try service.waitForLog("/v1/places/nearby", within: 5)
        let count = 300
        for _ in 0..<count { #expect(try service.client.get("/healthz").status == 200) }
        #expect(try service.client.get("/nothing").status == 404)
        let lines = Self.requests(try service.stop().standardError)
        #expect(lines.count == count + 2)
        #expect(lines.first?["route"].text == "/v1/places/nearby")
        #expect(lines.last?["route"].text == "none" && lines.last?["status"].number == 404)
        #expect(Set(lines.compactMap { $0["id"].text }).count == lines.count)
        let times = lines.compactMap { $0["time"].text }
        #expect(times.count == lines.count)
        let format = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/
        #expect(times.allSatisfy { $0.wholeMatch(of: format) != nil })
        // One connection's requests, one after the other.
        #expect(times == times.sorted())
        let first = try #require(
            try? Date("\(times.first?.prefix(19) ?? "")Z", strategy: .iso8601))
        #expect(abs(first.timeIntervalSince(start)) < 60)
        for line in lines {
            #expect(line["level"].text == "info" && line["method"].text == "GET")
            #expect(line["bytes"].number ?? 0 > 0)
            #expect((0..<60_000).contains(line["milliseconds"].number ?? -1))
        }
    }

    @Test func `other events stand behind the requests that were answered before`() throws {
        try withService { service in
            #expect(try service.client.get("/healthz").status == 200)
            let log = try service.process.stop().standardError
            let events = log.split(separator: "\n").compactMap {
                (try? JSON(parsing: $0.utf8))?["event"].text
            }
            let request = try #require(events.firstIndex(of: "request"))
            let stopping = try #require(events.firstIndex(of: "stopping"))
            #expect(request < stopping && events.last == "stopped")
        }
    }
}
