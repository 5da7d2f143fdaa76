import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Metrics of a service` {
    /// The value of each sample, by name and labels as they stand.
    private static func samples(_ text: String) throws -> [String: Double] {
        var samples: [String: Double] = [:]
        var typed: Set<String> = []
        for line in text.split(separator: "\n") {
            if let type = line.firstMatch(of: /^# TYPE (\w+) (?:counter|gauge|histogram)$/) {
                #expect(typed.insert(String(type.1)).inserted, "\(line)")
                continue
            }
            if line.hasPrefix("# HELP ") { continue }
            let sample = try #require(
                line.wholeMatch(of: /([a-z_]+)((?:\{(?:\w+="[^"]*",?)+\})?) ([0-9.e+-]+)/),
                "\(line)")
            let name = String(sample.1)
            let family = name.replacing(/_(?:bucket|sum|count)$/, with: "")
            #expect(typed.contains(name) || typed.contains(family), "\(line)")
            let key = name + sample.2
            #expect(samples.updateValue(try #require(Double(sample.3)), forKey: key) == nil)
        }
        return samples
    }

    private static func metrics(_ service: Service) throws -> [String: Double] {
        let answer = try service.client.get("/metrics")
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "text/plain; version=0.0.4; charset=utf-8")
        for word in ["60.17", "24.95", "Cathedral", service.data] {
            #expect(!answer.text.contains(word))
        }
        return try samples(answer.text)
    }

    @Test func `count requests, captures and their sources, and records`() throws {
        try withService { service in
            let confirmed = try service.confirm(service.churchCapture())
            #expect(confirmed.status == 201)
            _ = try service.churchCapture()
            for _ in 0..<3 { _ = try service.client.get("/v1/records/nothing") }
            _ = try service.client.get("/nothing")
            // The line of a request is counted behind its answer.
            try service.eventually("the last request is counted") {
                try Self.metrics(service)[Self.requests("none", "GET", 404)] == 1
            }
            let samples = try Self.metrics(service)
            #expect(samples[Self.requests("/v1/captures", "POST", 201)] == 2)
            #expect(samples[Self.requests("/v1/records/{id}", "GET", 404)] == 3)
            let buckets = ["0.001", "10", "60", "+Inf"].map {
                samples[
                    "turnstone_http_request_duration_seconds_bucket"
                        + #"{route="/v1/captures",method="POST",le="\#($0)"}"#] ?? -1
            }
            #expect(buckets == buckets.sorted() && buckets.last == 2, "\(buckets)")
            #expect(
                samples[#"turnstone_capture_sources_total{source="places",state="answered"}"#]
                    == 2)
            #expect(samples["turnstone_records"] == 1)
            #expect(samples["turnstone_captures_pending"] == 1)
            #expect(samples["turnstone_http_requests_in_flight"] == 1)
            #expect(samples["turnstone_regions"] ?? 0 > 0)
            #expect(samples["turnstone_disk_free_bytes"] ?? 0 > 0)
            #expect(samples["process_resident_memory_bytes"] ?? 0 > 0)
            let start = samples["process_start_time_seconds"] ?? 0
            #expect(abs(start - Date().timeIntervalSince1970) < 600)
        }
    }

    private static func requests(_ route: String, _ method: String, _ status: Int) -> String {
        "turnstone_http_requests_total"
            + #"{route="\#(route)",method="\#(method)",status="\#(status)"}"#
    }
}
