import TestSupport
import Testing

@Suite struct `Limits of the service` {
    private struct Limit {
        let option: String
        let value, least, greatest: Int
        let status: Int?
    }

    private func limits(_ arguments: String...) throws -> (limits: [Limit], memory: Int) {
        let result = try runProgram(["limits", "--json"] + arguments)
        #expect(result.exitCode == 0, "\(result)")
        let limits = result.json["limits"].all.compactMap { limit -> Limit? in
            #expect(limit["reason"].text?.isEmpty == false)
            #expect(limit["of"].text?.isEmpty == false)
            #expect(limit["beyond"].text?.isEmpty == false)
            guard let option = limit["option"].text, let value = limit["value"].integer,
                let least = limit["least"].integer, let greatest = limit["greatest"].integer
            else { return nil }
            return Limit(
                option: option, value: value, least: least, greatest: greatest,
                status: limit["status"].integer)
        }
        return (limits, try #require(result.json["memoryInBytes"].integer))
    }

    @Test func `are all options of serve with a number in their range and a reason`() throws {
        let (limits, memory) = try limits()
        let help = try runProgram(["serve", "--help"]).standardOutput
        #expect(limits.count >= 22)
        for limit in limits {
            #expect(help.contains("--\(limit.option) "), "\(limit.option)")
            #expect((limit.least...limit.greatest).contains(limit.value), "\(limit.option)")
        }
        let statuses = Set(limits.compactMap(\.status))
        #expect(statuses == [408, 410, 413, 414, 422, 429, 431, 503, 507])
        #expect(memory > 500 << 20 && memory < 2 << 30)
        #expect(try self.limits("--workers", "1", "--upload-limit", "8M").memory < memory)
        let text = try runProgram(["limits"]).standardOutput
        #expect(text.contains("--disk-reserve") && text.contains("in all"))
    }

    @Test func `are refused outside their range, before anything is opened`() throws {
        for limit in try limits().limits {
            for value in [limit.least - 1, limit.greatest + 1].map(String.init) + ["x", ""] {
                let result = try runProgram(
                    ["serve", "--data", "/nonexistent", "--\(limit.option)=\(value)"])
                #expect(result.exitCode == 2, "\(limit.option) \(value): \(result)")
                #expect(
                    result.standardError.contains("--\(limit.option)"), "\(limit.option) \(value)")
            }
        }
        let result = try runProgram(
            ["serve", "--target-limit", "20000", "--header-limit", "10000"])
        #expect(result.exitCode == 2, "\(result)")
    }

    @Test func `hold as they are given, and say so in each answer`() throws {
        try withService(arguments: [
            "--upload-limit", "64K", "--document-limit", "4096", "--target-limit", "1024",
            "--header-limit", "4K", "--pixel-limit", "1000000", "--part-limit", "8",
            "--field-limit", "1024",
        ]) { service in
            func expect(
                _ answer: HTTPAnswer, _ status: Int,
                sourceLocation: SourceLocation = #_sourceLocation
            ) {
                #expect(answer.status == status, "\(answer)", sourceLocation: sourceLocation)
                #expect(
                    answer.header("content-type") == "application/problem+json",
                    sourceLocation: sourceLocation)
                #expect(answer.json["status"].integer == status, sourceLocation: sourceLocation)
                #expect(
                    answer.json["detail"].text?.isEmpty == false, sourceLocation: sourceLocation)
            }
            let x = { (count: Int) in String(repeating: "x", count: count) }
            expect(try service.client.get("/v1/records?q=" + x(2000)), 414)
            expect(try service.client.get("/healthz", headers: [("X-Long", x(5000))]), 431)
            expect(try service.capture(photo: [UInt8](repeating: 1, count: 70_000)), 413)
            expect(
                try service.capture(
                    at: Spot.cathedral, fields: ["lang": x(1000), "eventDate": x(1000)]), 413)
            expect(
                try service.capture(
                    at: Spot.cathedral,
                    fields: Dictionary(uniqueKeysWithValues: (0..<9).map { ("f\($0)", "1") })), 413)
            let large = try Photos.declaring(
                width: 2000, height: 2000,
                in: Photos.quarters(.upright, width: 64, height: 64))
            expect(try service.capture(photo: large), 422)
            let capture = try service.capture(at: Spot.cathedral)
            expect(
                try service.confirm(try #require(capture.location), "{\"name\": \"\(x(5000))\"}"),
                413)
            #expect(service.photoFiles.isEmpty)
        }
    }

    @Test func `on the disk end uploads with 507, and nothing else`() throws {
        let service = try start(in: PreparedData.copy(), arguments: ["--disk-reserve", "1024T"])
        let answer = try service.capture(photo: Photos.church, at: Spot.cathedral)
        #expect(answer.status == 507, "\(answer)")
        #expect(answer.header("content-type") == "application/problem+json")
        #expect(service.photoFiles.isEmpty)
        let captured = try service.client.send(
            "POST", "/v1/captures?decimalLatitude=60.1702&decimalLongitude=24.9522")
        #expect(captured.status == 201, "\(captured)")
        let confirmed = try service.confirm(try #require(captured.location))
        let record = try #require(confirmed.location)
        #expect(try service.client.get(record).status == 200)
        #expect(try service.client.delete(record).status == 204)
        // An administrator reads of it.
        let result = try service.process.stop()
        #expect(result.exitCode == 0)
        #expect(result.complaints.count == 2, "\(result.complaints)")
        #expect(result.complaints.allSatisfy { $0.contains("507") || $0.contains("almost full") })
    }

    @Test(.measuresMemory) func `on memory hold while large pictures come at once`() throws {
        let stated = try limits().memory
        // 294 MB each while it is decoded.
        let photo = ProgressiveJPEG.flat(width: 7000, height: 7000)
        try withService { service in
            let client = service.client
            let statuses = onThreads(4) { _ in
                (try? client.send(
                    "POST", "/v1/captures", headers: [("Content-Type", "image/jpeg")], body: photo))?
                    .status
            }
            #expect(statuses == [201, 201, 201, 201])
            let peak = try #require(service.process.peakMemoryInBytes)
            #expect(peak < stated)
            // Two at once would be more.
            #expect(peak < 560_000_000, "\(peak)")
        }
    }

    @Test func `on wrong tokens are as given`() throws {
        try withService(arguments: ["--wrong-tokens", "3"]) { service in
            let made = try turnstone(
                "token", "create", "--role", "capture", "--data", service.data)
            #expect(made.exitCode == 0)
            let answers = try (0..<5).map { _ in
                try service.client.get("/v1/records", headers: [("Authorization", "Bearer no")])
            }
            #expect(answers.map(\.status) == [401, 401, 401, 429, 429])
            #expect(answers[4].header("retry-after").flatMap { Int($0) } ?? 0 > 0)
        }
    }
}
