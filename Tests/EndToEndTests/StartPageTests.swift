import GeoModel
import TestSupport
import Testing

@Suite struct `Opening the service in a browser` {
    @Test func `the page and what it loads come from the service, and from nowhere else`() throws {
        try withService { service in
            let page = try service.client.get("/")
            #expect(page.status == 200)
            #expect(page.header("content-type")?.hasPrefix("text/html") == true)
            let policy = try #require(page.header("content-security-policy"))
            #expect(policy.contains("default-src 'self'"), "\(policy)")
            #expect(page.text.contains("/openapi.json"))
            #expect(page.text.contains("/healthz"))
            #expect(page.text.contains("OpenStreetMap"))
            let links = page.text.matches(of: /(?:src|href)="([^"#]+)"/).map(\.output.1)
            #expect(links.contains("/app.js"), "\(links)")
            for link in links where !link.hasPrefix("https://www.openstreetmap.org/") {
                #expect(link.hasPrefix("/"), "\(link)")
                let answer = try service.client.get(String(link))
                #expect(answer.status == 200, "\(link): \(answer.status)")
            }
        }
    }

    @Test func `the page's script and its elements fit each other and the service`() throws {
        try withService { service in
            let page = try service.client.get("/").text
            let script = try service.client.get("/app.js").text
            let ids = Set(page.matches(of: /id="([^"]+)"/).map { String($0.output.1) })
            let used = Set(script.matches(of: /element\("([^"]+)"\)/).map { String($0.output.1) })
            #expect(used.count > 15 && used.isSubset(of: ids), "\(used.subtracting(ids))")
            // A telephone would open its camera, and take no photo that is there already.
            #expect(!page.contains("capture="))
            // What the page offers to choose from, the service takes.
            let options = page.matches(of: /<option value="([^"]+)"/).map { String($0.output.1) }
            let kinds = options.filter { CandidateKind(rawValue: $0) != nil }
            let privacies = options.filter { Geoprivacy(rawValue: $0) != nil }
            #expect(kinds.contains("species") && privacies.count == Geoprivacy.allCases.count)
            #expect(kinds.count + privacies.count == options.count, "\(options)")
        }
    }

    @Test func `health names the regions and the model`() throws {
        try withService { service in
            let health = try service.client.get("/healthz")
            #expect(health.status == 200)
            #expect(health.json["status"].text == "ok")
            #expect(health.json["version"].text?.isEmpty == false)
            let regions = health.json["regions"].all.compactMap(\.text).sorted()
            #expect(regions == ["helsinki-centre", "liechtenstein"])
            #expect(health.json["imageClassification"].text == "ready")
            let status = try service.client.get("/status?format=json")
            #expect(status.json["status"].integer == 0, "\(status)")
            #expect(status.json["message"].text == "OK")
        }
    }

    @Test func `the description is OpenAPI 3.1, and its plain paths answer`() throws {
        try withService { service in
            let description = try service.client.get("/openapi.json")
            #expect(description.json["openapi"].text?.hasPrefix("3.1") == true)
            let paths = try #require(description.json["paths"].object)
            #expect(paths.count > 10)
            for (path, operations) in paths
            where operations["get"] != .absent && !path.contains("{") {
                let answer = try service.client.get(path)
                // Those that need a position say so; none fails.
                #expect([200, 400].contains(answer.status), "\(path): \(answer.status)")
            }
        }
    }
}
