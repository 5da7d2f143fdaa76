import GeoModel
import Testing

@testable import API
@testable import HTTPServer

@Suite struct `The text of metrics` {
    private static func entry(
        _ route: String?, _ status: Int, microseconds: Int, method: String = "GET"
    ) -> LogEntry {
        LogEntry(
            id: RequestID(number: 1), method: method, route: route, status: status, bytes: 10,
            durationInMicroseconds: microseconds)
    }

    @Test func `a metric has its help and type once, its samples behind them`() {
        var text = MetricsText()
        text.metric("turnstone_things", .gauge, "Things there are.") {
            $0.sample(3, ["kind": "a"])
            $0.sample(0.5, ["kind": "b", "of": "c"])
        }
        #expect(
            text.text == """
                # HELP turnstone_things Things there are.
                # TYPE turnstone_things gauge
                turnstone_things{kind="a"} 3
                turnstone_things{kind="b",of="c"} 0.5

                """)
    }

    @Test func `a value of a label cannot end it`() {
        var text = MetricsText()
        text.metric("m", .gauge, "M.") { $0.sample(1, ["model": "a\"} 7\nb\\"]) }
        #expect(text.text.hasSuffix(#"m{model="a\"} 7\nb\\"} 1"# + "\n"))
    }

    @Test func `durations are counted in the first bound that holds them`() {
        var durations = ServiceMetrics.Durations()
        for microseconds in [0, 1000, 1001, 60_000_000, 60_000_001] {
            durations.note(microseconds: microseconds)
        }
        #expect(durations.counts == [2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1])
        #expect(durations.sumInMicroseconds == 120_002_002)
    }

    @Test func `requests are counted by pattern, method and status`() {
        let metrics = ServiceMetrics()
        metrics.note(Self.entry("/v1/records/{id}", 200, microseconds: 900))
        metrics.note(Self.entry("/v1/records/{id}", 404, microseconds: 100))
        metrics.note(Self.entry("/v1/records/{id}", 200, microseconds: 500, method: "DELETE"))
        metrics.note(Self.entry(nil, 404, microseconds: 100))
        let counts = metrics.now.routes
        #expect(counts.count == 3)
        let read = counts[.init(route: "/v1/records/{id}", method: "GET")]
        #expect(read?.byStatus == [200: 1, 404: 1])
        #expect(read?.bytes == 20)
        #expect(counts[.init(route: "none", method: "GET")]?.byStatus == [404: 1])
    }

    @Test func `sources are counted by what they said`() {
        let metrics = ServiceMetrics()
        metrics.note([
            SourceReport(name: "image", state: .answered, milliseconds: 20),
            SourceReport(name: "places", state: .nothing, milliseconds: 1),
        ])
        metrics.note([SourceReport(name: "image", state: .failed, milliseconds: 5)])
        let image = metrics.now.sources["image"]
        #expect(image?.byState == [.answered: 1, .failed: 1])
        #expect(image?.milliseconds == 25)
    }

    @Test func `the process is told as the kernel counts it`() throws {
        let usage = try #require(ProcessUsage())
        #expect(usage.residentBytes > 1e6)
        #expect(usage.cpuSeconds > 0)
        #expect(usage.openDescriptors > 2 && usage.openDescriptors < usage.descriptorLimit)
        // Between 2001 and 2286: an offset mistaken for a time would be neither.
        #expect(usage.startTime > 1e9 && usage.startTime < 1e10)
    }
}
