import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Access to a service` {
    private func token(
        _ service: Service, role: String, name: String? = nil
    ) throws -> String {
        let result = try turnstone(
            "token", "create", "--role", role, "--data", service.data, "--name", name ?? role)
        #expect(result.exitCode == 0, "\(result)")
        return String(result.standardOutput.dropLast())
    }

    @Test func `is by token from the first one on, and ends with its revocation`() throws {
        try withService { service in
            #expect(try service.client.get("/v1/records").status == 200)
            let capture = try token(service, role: "capture", name: "phone")
            let review = try token(service, role: "review")
            func status(_ target: String, _ secret: String?) throws -> Int {
                try service.client.get(
                    target, headers: secret.map { [("Authorization", "Bearer \($0)")] } ?? []
                ).status
            }
            #expect(try status("/v1/records", nil) == 401)
            #expect(try status("/healthz", nil) == 200)
            #expect(try status("/v1/lifelist", capture) == 403)
            #expect(try status("/v1/records", review) == 200)
            #expect(try status("/reverse?lat=60.17&lon=24.95", capture) == 200)
            let list = try turnstone("token", "list", "--data", service.data)
            #expect(list.standardOutput.contains("phone"))
            #expect(!list.standardOutput.contains(capture))
            let revoked = try turnstone("token", "revoke", "phone", "--data", service.data)
            #expect(revoked.standardOutput == "Revoked token 1, 'phone'\n")
            #expect(try status("/reverse?lat=60.17&lon=24.95", capture) == 401)
            #expect(!service.process.log.contains(capture))
        }
    }

    @Test func `by the role capture gives the status of an override, and not why it was set`()
        throws
    {
        let folder = try PreparedData.copy()
        let data = folder.file("data")
        let made = try turnstone(
            "ranges", "override", "add", "Cygnus atratus", "60.1702,24.9522", "--status",
            "absent",
            "--reason", "Escaped from Ms Zzyx", "--data", data)
        #expect(made.exitCode == 0, "\(made)")
        try withService(in: folder, classifier: .recorded(["black swan": 0.9])) { service in
            func capture(_ secret: String) throws -> JSON {
                try service.capture(
                    photo: Photos.church, at: Spot.cathedral,
                    headers: [("Authorization", "Bearer \(secret)")]
                ).json
            }
            let (capturer, reviewer) = try (
                token(service, role: "capture"), token(service, role: "review")
            )
            for (secret, saysWhy) in [(capturer, false), (reviewer, true)] {
                let bird = try capture(secret)["candidates"].all.first {
                    $0["scientificName"].text == "Cygnus atratus"
                }
                #expect(bird?["rangeStatus"].text == "absent")
                let reasons = bird?["evidence"].all.compactMap { $0["text"].text } ?? []
                #expect(reasons.contains { $0.contains("Zzyx") } == saysWhy, "\(reasons)")
            }
        }
    }

    @Test func `a photo sent without a token is refused and leaves nothing`() throws {
        try withService { service in
            _ = try token(service, role: "capture")
            var form = MultipartForm()
            form.add("photo", file: [UInt8](repeating: 7, count: 3_000_000), named: "a.jpg")
            let answer = try service.client.post("/v1/captures", form: form)
            #expect(answer.status == 401)
            #expect(answer.header("www-authenticate")?.hasPrefix("Bearer") == true)
            #expect(service.photoFiles.isEmpty)
        }
    }

    @Test func `other addresses than the loopback are served with tokens only`() throws {
        let folder = try PreparedData.copy()
        let result = try turnstone(
            "serve", "--listen", "0.0.0.0:0", "--data", folder.file("data"))
        #expect(result.exitCode == 1)
        #expect(result.standardError.contains("turnstone token create"))
    }

    @Test(.needs(.openssl), .needs(.curl))
    func `TLS is spoken with the certificate that was given`() throws {
        let folder = try PreparedData.copy()
        let (certificate, key) = (folder.file("cert.pem"), folder.file("key.pem"))
        for (certificate, key) in [
            (certificate, key), (folder.file("other.pem"), folder.file("other-key.pem")),
        ] {
            let made = try ExternalTool.openssl.run([
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
            ])
            #expect(made.exitCode == 0, "\(made)")
        }
        try withService(
            in: folder, arguments: ["--tls-cert", certificate, "--tls-key", key]
        ) { service in
            func curl(_ path: String, _ more: [String]) throws -> ProgramResult {
                try ExternalTool.curl.run(
                    ["-s", "--max-time", "20", "-w", "\n%{http_code}"] + more
                        + ["https://127.0.0.1:\(service.client.port)\(path)"])
            }
            let trusted = try curl("/healthz", ["--cacert", certificate])
            #expect(trusted.standardOutput.hasSuffix("\n200"), "\(trusted)")
            #expect(try curl("/healthz", []).exitCode == 60)
            #expect(
                try curl("/healthz", ["--cacert", certificate, "--tls-max", "1.1"]).exitCode == 35)
            // A refused body of more than a socket's buffer is answered too.
            let large = folder.file("large.bin")
            try Data(repeating: 1, count: 3_000_000).write(to: URL(filePath: large))
            let refused = try curl(
                "/v1/records",
                ["--cacert", certificate, "--data-binary", "@\(large)", "-H", "Expect:"])
            #expect(refused.standardOutput.hasSuffix("\n405"), "\(refused)")
        }
        let mismatched = try turnstone(
            "serve", "--listen", "127.0.0.1:0", "--data", folder.file("data"), "--tls-cert",
            certificate, "--tls-key", folder.file("other-key.pem"))
        #expect(mismatched.exitCode == 1)
        #expect(mismatched.standardError.contains("the key belongs to the certificate"))
        let swapped = try turnstone(
            "serve", "--listen", "127.0.0.1:0", "--data", folder.file("data"), "--tls-cert", key,
            "--tls-key", certificate)
        #expect(swapped.exitCode == 1)
        #expect(swapped.standardError.contains("no PEM CERTIFICATE"))
    }

    @Test func `pages of the origins that were named may ask`() throws {
        try withService(arguments: ["--cors-origins", "https://map.example"]) { service in
            let answer = try service.client.send(
                "POST", "/v1/captures", headers: [("Origin", "https://map.example")])
            #expect(answer.status == 400)
            #expect(answer.header("access-control-allow-origin") == "https://map.example")
            let other = try service.client.send(
                "POST", "/v1/captures", headers: [("Origin", "https://evil.example")])
            #expect(other.status == 403)
        }
    }
}
