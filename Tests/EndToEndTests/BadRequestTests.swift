import TestSupport
import Testing

@Suite struct `Requests that are refused` {
    @Test func `P02 poles and 180 degrees are places, beyond them is a 400`() throws {
        try withService { service in
            for (query, field) in [
                ("lat=90&lon=0", nil), ("lat=-90&lon=0", nil), ("lat=0&lon=180", nil),
                ("lat=0&lon=-180", nil), ("lat=90&lon=180", nil), ("lat=95&lon=0", "lat"),
                ("lat=-90.0001&lon=0", "lat"), ("lat=0&lon=200", "lon"), ("lat=NaN&lon=0", "lat"),
                ("lat=0&lon=Infinity", "lon"), ("lat=1e309&lon=0", "lat"), ("lat=&lon=0", "lat"),
                ("lat=0", "lon"), ("lon=0", "lat"), ("lat=0x10&lon=0", "lat"),
                ("lat=60%2C17&lon=0", "lat"),
            ] {
                let nearby = try service.client.get("/v1/places/nearby?\(query)")
                #expect(nearby.status == (field == nil ? 200 : 400), "\(query): \(nearby)")
                #expect(nearby.json["field"].text == field, "\(query): \(nearby)")
                let reverse = try service.client.get("/reverse?format=jsonv2&\(query)")
                #expect(reverse.status == (field == nil ? 200 : 400), "\(query): \(reverse)")
                if field != nil {
                    #expect(reverse.json["error"]["code"].integer == 400, "\(query): \(reverse)")
                    #expect(reverse.json["error"]["message"].text?.isEmpty == false)
                }
            }
        }
    }

    @Test func `P03 a radius is above zero and at most fifty kilometres`() throws {
        try withService { service in
            for (radius, status) in [
                ("0", 400), ("-850", 400), ("NaN", 400), ("Infinity", 400), ("1e309", 400),
                ("", 400),
                ("fifty", 400), ("50001", 400), ("1e-9", 200), ("50000", 200), ("0.5", 200),
            ] {
                let answer = try service.client.get(
                    "/v1/places/nearby?lat=60.1702&lon=24.9522&radius=\(radius)")
                #expect(answer.status == status, "\(radius): \(answer)")
                if status == 400 {
                    #expect(answer.json["field"].text == "radius", "\(radius): \(answer)")
                    #expect(answer.json["detail"].text?.contains("50") == true, "\(answer)")
                }
                // Next to nothing still finds what the position is inside of.
                if radius == "1e-9" {
                    #expect(answer.json["places"].ids.contains(Spot.cathedralID), "\(answer)")
                }
            }
        }
    }

    @Test func `other parameters are checked too`() throws {
        try withService { service in
            let place = "/v1/places/nearby?lat=60.1702&lon=24.9522"
            for (target, status) in [
                (place + "&limit=0", 400), (place + "&limit=101", 400), (place + "&limit=x", 400),
                (place + "&lang=", 200), (place + "&lang=zz", 200), ("/v1/places/nowhere/1", 400),
                ("/v1/places/way/x", 400), ("/v1/places/way/0", 404),
                ("/reverse?lat=60&lon=24&format=yaml", 400),
                ("/reverse?lat=60&lon=24&format=jsonv2&zoom=x", 400), ("/nothing", 404),
                ("/v1/records/not-an-id", 404),
                ("/v1/captures/0190aaaa-0000-7000-8000-000000000000", 404),
            ] {
                let answer = try service.client.get(target)
                // An id that cannot exist may be called malformed or unknown.
                let fits =
                    answer.status == status
                    || (status == 400 && answer.status == 404
                        && target.hasPrefix("/v1/places/"))
                #expect(fits, "\(target): \(answer)")
                #expect(answer.status < 500)
            }
            let method = try service.client.send("PUT", "/healthz", body: [])
            #expect(method.status == 405, "\(method)")
            #expect(method.header("allow")?.contains("GET") == true)
        }
    }

    @Test func `A10 no path leads out of the photos`() throws {
        try withService { service in
            let path = try #require(try service.confirm(service.churchCapture()).location)
            let file = try #require(service.photoFiles.first)
            for target in [
                "/v1/records/../../records.sqlite/photo",
                "/v1/records/..%2f..%2frecords.sqlite/photo",
                "/v1/records/%2e%2e/photo", "/v1/records/%2e%2e%2f%2e%2e%2fetc%2fpasswd/photo",
                "/v1/records/..%5c..%5cx/photo", "/v1/records//etc/passwd/photo",
                "/v1/records/%00/photo", "/v1/records/x%00.jpg/photo", "/../../../etc/passwd",
                "/" + file, "/data/" + file, "/records.sqlite", "/photos/", "/.git/config",
                "\(path)/photo/..%2f..%2f..%2frecords.sqlite", "\(path)/photo%00",
                "/v1/records/" + String(repeating: "n", count: 300) + "/photo",
                "/static/../../records.sqlite", "/%2e%2e/records.sqlite",
            ] {
                let answer = try service.client.get(target)
                #expect(answer.status == 404, "\(target): \(answer)")
                #expect(!answer.text.contains("SQLite format"), "\(target)")
                #expect(!answer.text.contains("root:"), "\(target)")
            }
            #expect(try service.client.get(path + "/photo").status == 200)
        }
    }
}
