import Glibc
import TestSupport
import Testing

@Suite struct `Stopping the service` {
    @Test(arguments: [SIGTERM, SIGINT])
    func `an idle service ends at once, with 0`(signal: Int32) throws {
        let service = try start(in: PreparedData.copy())
        #expect(try service.client.get("/healthz").status == 200)
        let start = ContinuousClock.now
        let result = try service.process.stop(signal: signal)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(result.exitCode == 0, "\(result.standardError)")
        #expect(result.complaints.isEmpty)
        #expect(result.standardError.contains("/healthz"), "the request is in the log")
    }

    @Test func `an upload in flight is finished, or refused cleanly`() throws {
        let church = try Photos.church
        let service = try start(in: PreparedData.copy())
        let connection = try HTTPConnection(port: service.client.port)
        connection.send(
            HTTPClient.head(
                "POST", "/v1/captures?decimalLatitude=60.1702&decimalLongitude=24.9522",
                headers: [("Content-Type", "image/jpeg"), ("Content-Length", "\(church.count)")]))
        let half = church.count / 2
        connection.send(church.prefix(half))
        usleep(200_000)
        service.process.send(signal: SIGTERM)
        usleep(300_000)
        #expect(service.process.endedWith == nil, "it waits for the request")
        // The rest comes slowly, but it comes.
        for start in stride(from: half, to: church.count, by: 20_000) {
            connection.send(church[start..<min(start + 20_000, church.count)])
            usleep(50_000)
        }
        let answer = try connection.answer()
        #expect([201, 503].contains(answer.status), "\(answer)")
        let result = try service.process.stop()
        #expect(result.exitCode == 0, "\(result.standardError)")
        // A refusal may be reported, as it is one.
        #expect(answer.status == 503 || result.complaints.isEmpty)
        #expect(service.photoFiles.count == (answer.status == 201 ? 1 : 0))
        #expect(service.leftovers == [])
        let check = try turnstone("check", "--data", service.data)
        #expect(check.exitCode == 0, "\(check.standardOutput)\(check.standardError)")
    }

    @Test func `the log has a line for each request, without positions`() throws {
        let service = try start(in: PreparedData.copy())
        _ = try service.client.get("/v1/places/nearby?lat=60.1702&lon=24.9522")
        _ = try service.churchCapture()
        _ = try service.client.get("/nothing")
        let log = try service.process.stop().standardError
        for text in ["/v1/places/nearby", "/v1/captures", "404"] {
            #expect(log.contains(text), "\(log)")
        }
        #expect(!log.contains("60.17"), "\(log)")
        #expect(!log.contains("24.95"), "\(log)")
    }
}
