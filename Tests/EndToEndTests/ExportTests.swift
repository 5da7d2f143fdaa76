import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Exporting as GeoJSON` {
    @Test func `E01 numbers, longitude first, at most seven decimals`() throws {
        try withService { service in
            _ = try service.record(named: "Sydney", at: ("-33.9", "151.2"))
            _ = try service.record(named: "precise", at: ("-33.123456789012", "-0.000000123"))
            let answer = try service.client.get("/v1/export/geojson")
            #expect(answer.status == 200)
            #expect(answer.header("content-type")?.hasPrefix("application/geo+json") == true)
            #expect(answer.header("content-disposition")?.contains(".geojson") == true)
            #expect(GeoJSONRules.broken(by: answer.json) == [])
            let features = answer.json["features"].all
            let sydney = features.first { $0["properties"]["name"].text == "Sydney" } ?? .absent
            #expect(
                sydney["geometry"]["coordinates"] == .list([.number(151.2), .number(-33.9)]),
                "\(answer)")
            for match in answer.text.matches(of: /"coordinates":\s*\[([^\]]*)\]/) {
                for number in match.output.1.split(separator: ",") {
                    let text = number.drop { $0 == " " }
                    #expect(text.wholeMatch(of: /-?[0-9]+(\.[0-9]{1,7})?/) != nil, "\(text)")
                }
            }
        }
    }

    @Test func `E04 a record without a position has a null geometry, and is counted`() throws {
        try withService { service in
            _ = try service.record(named: "nowhere", photo: Photos.church, at: nil)
            _ = try service.record(named: "somewhere")
            let answer = try service.client.get("/v1/export/geojson")
            #expect(GeoJSONRules.broken(by: answer.json) == [])
            let features = answer.json["features"].all
            #expect(features.count == 2)
            let nowhere = features.first { $0["properties"]["name"].text == "nowhere" } ?? .absent
            #expect(nowhere["geometry"] == .null)
            #expect(try service.recordCount == 2)
        }
    }

    @Test(.needs(.ogrinfo)) func `GDAL reads what HTTP and the command line export`() throws {
        try withService { service in
            for (name, position) in [
                ("Tuomiokirkko \\\"quoted\\\" ÄÖ 🕍", Spot.cathedral),
                ("Sydney", (latitude: "-33.9", longitude: "151.2")),
            ] {
                _ = try service.record(
                    named: name, photo: Photos.church, at: position,
                    fields: ["eventDate": "2026-06-01T12:05:00+02:00"])
            }
            _ = try service.record(named: "nowhere", photo: Photos.church, at: nil)
            let answer = try service.client.get("/v1/export/geojson")
            let overHTTP = try service.folder.write(answer.body, as: "http.geojson")
            let byCommand = service.folder.file("command.geojson")
            let exported = try turnstone(
                "export", "geojson", "-o", byCommand, "--data", service.data)
            #expect(exported.exitCode == 0, "\(exported.standardError)")
            let printed = try turnstone("export", "geojson", "--data", service.data)
            #expect(try Array(printed.standardOutput.utf8) == Bytes.of(byCommand))

            for file in [overHTTP, byCommand] {
                #expect(GeoJSONRules.broken(by: try JSON(parsing: Bytes.of(file))) == [])
                let read = try ExternalTool.ogrinfo.run(["-ro", "-al", file])
                #expect(read.exitCode == 0 && read.standardError.isEmpty, "\(read.standardError)")
                for text in [
                    "using driver `GeoJSON'", "Feature Count: 3", "ID[\"EPSG\",4326]",
                    "POINT (151.2 -33.9)", "POINT (24.9522 60.1702)",
                    "Tuomiokirkko \"quoted\" ÄÖ 🕍",
                ] {
                    #expect(read.standardOutput.contains(text), "no \(text)")
                }
            }
        }
    }

    @Test func `without records the collection is empty and valid`() throws {
        try withService { service in
            let answer = try service.client.get("/v1/export/geojson")
            #expect(answer.status == 200)
            #expect(GeoJSONRules.broken(by: answer.json) == [])
            #expect(answer.json["features"].list == [])
        }
    }

    @Test func `the filters of the list hold for the export`() throws {
        try withService { service in
            _ = try service.record(named: "Sydney", at: ("-33.9", "151.2"))
            _ = try service.record(named: "Helsinki")
            let answer = try service.client.get("/v1/export/geojson?bbox=150,-35,152,-33")
            let names = answer.json["features"].all.map(\.["properties"]["name"].text)
            #expect(names == ["Sydney"])
            let bad = try service.client.get("/v1/export/geojson?bbox=1,2,3")
            #expect(bad.status == 400 && bad.json["field"].text == "bbox", "\(bad)")
        }
    }
}

@Suite struct `Exporting in other formats` {
    /// What GDAL says of a file: its driver, how many features, and some of the texts.
    private static let formats: [(format: String, type: String, driver: String, count: Int)] = [
        ("csv", "text/csv", "CSV", 3), ("gpx", "application/gpx+xml", "GPX", 2),
        ("kml", "application/vnd.google-earth.kml+xml", "LIBKML", 3),
    ]

    @Test(.needs(.ogrinfo)) func `E01, E04 GDAL reads what HTTP and the command line export`()
        throws
    {
        try withService { service in
            _ = try service.record(
                named: "Tuomiokirkko \\\"quoted\\\" <ÄÖ> & 🕍", photo: Photos.church,
                at: Spot.cathedral, fields: ["eventDate": "2026-06-01T12:05:00+02:00"])
            _ = try service.record(named: "Sydney", at: ("-33.9", "151.2"))
            _ = try service.record(named: "nowhere", photo: Photos.church, at: nil)
            for (format, type, driver, count) in Self.formats {
                let answer = try service.client.get("/v1/export/\(format)")
                #expect(answer.status == 200)
                #expect(answer.header("content-type")?.hasPrefix(type) == true)
                #expect(
                    answer.header("content-disposition")
                        == "attachment; filename=\"turnstone-records.\(format)\"")
                let overHTTP = try service.folder.write(answer.body, as: "http.\(format)")
                let byCommand = service.folder.file("command.\(format)")
                let exported = try turnstone(
                    "export", format, "-o", byCommand, "--data", service.data)
                #expect(exported.exitCode == 0, "\(exported.standardError)")
                #expect(
                    exported.standardError.contains("1 record left out") == (format == "gpx"))
                for file in [overHTTP, byCommand] {
                    let read = try ExternalTool.ogrinfo.run([
                        "-ro", "-al", "-oo", "X_POSSIBLE_NAMES=decimalLongitude", "-oo",
                        "Y_POSSIBLE_NAMES=decimalLatitude", file,
                    ])
                    #expect(read.exitCode == 0, "\(read.standardError)")
                    for text in [
                        "using driver `\(driver)'", "Feature Count: \(count)",
                        "POINT (151.2 -33.9)", "POINT (24.9522 60.1702)",
                        "Tuomiokirkko \"quoted\" <ÄÖ> & 🕍",
                    ] {
                        #expect(read.standardOutput.contains(text), "\(format): no \(text)")
                    }
                }
            }
        }
    }

    @Test func `E08 the name of the file has the words that were asked for`() throws {
        try withService { service in
            _ = try service.record(named: "Ägypten 한글", at: ("-33.9", "151.2"))
            let answer = try service.client.get("/v1/export/gpx?q=%C3%84gypten%20%ED%95%9C")
            #expect(
                answer.header("content-disposition")
                    == "attachment; filename=\"turnstone-records-Agypten-_.gpx\"; "
                    + "filename*=UTF-8''turnstone-records-%C3%84gypten-%ED%95%9C.gpx")
            #expect(answer.text.contains("<name>Ägypten 한글</name>"))
        }
    }
}

@Suite struct `Exporting a Darwin Core Archive over HTTP and by command` {
    /// Reads an archive as its `meta.xml` describes it, with nothing of this project.
    private static let script = """
        import sys, xml.etree.ElementTree as tree, zipfile
        text = '{http://rs.tdwg.org/dwc/text/}'
        archive = zipfile.ZipFile(sys.argv[1])
        assert archive.testzip() is None
        meta = tree.fromstring(archive.read('meta.xml'))
        for table in meta:
            assert table.get('fieldsTerminatedBy') == '\\\\t' and table.get('encoding') == 'UTF-8'
            terms = [f.get('term').rsplit('/', 1)[1] for f in table.findall(text + 'field')]
            lines = archive.read(table.find(f'{text}files/{text}location').text).decode()
            rows = [line.split('\\t') for line in lines.split('\\n')[:-1]]
            assert rows[0] == terms and all(len(row) == len(terms) for row in rows)
            for row in rows[1:]:
                cells = dict(zip(terms, row))
                print(*[cells.get(t, '') for t in sys.argv[2:]], sep='|')
        title = tree.fromstring(archive.read(meta.get('metadata'))).find('dataset/title')
        print(title.text)
        """

    @Test(.needs(.python3))
    func `another program reads its tables, its photos and what it says of itself`() throws {
        try withService { service in
            let captured = try service.capture(
                photo: Photos.church, at: ("-33.9", "151.2"),
                fields: ["eventDate": "2026-06-01T12:05:00+10:00"])
            let made = try service.confirm(
                #require(captured.location), #"{"name": "Harakka", "kind": "species"}"#)
            let bird = try #require(made.location)
            _ = try service.record(named: "a place")
            let answer = try service.client.get("/v1/export/dwca")
            #expect(answer.status == 200 && answer.header("content-type") == "application/zip")
            #expect(
                answer.header("content-disposition")
                    == "attachment; filename=\"turnstone-records.zip\"")
            let overHTTP = try service.folder.write(answer.body, as: "http.zip")
            let byCommand = service.folder.file("command.zip")
            // A photo has a whole address: over HTTP the one that was asked.
            let exported = try turnstone(
                "export", "dwca", "-o", byCommand, "--service", "http://127.0.0.1/", "--data",
                service.data)
            #expect(exported.exitCode == 0 && exported.standardError.contains("1 record left out"))
            for file in [overHTTP, byCommand] {
                let read = try ExternalTool.python3.run(
                    [
                        "-c", Self.script, file, "verbatimIdentification", "decimalLatitude",
                        "decimalLongitude", "eventDate", "identifier",
                    ], environment: ["PYTHONIOENCODING": "utf-8"])
                #expect(read.exitCode == 0, "\(read.standardError)")
                let lines = read.standardOutput.split(separator: "\n").map(String.init)
                #expect(
                    lines.prefix(2) == [
                        "Harakka|-33.9|151.2|2026-06-01T12:05:00+10:00|",
                        "||||http://127.0.0.1\(bird)/photo",
                    ])
                #expect(lines.last?.hasPrefix("Sightings confirmed with Turnstone") == true)
            }
        }
    }
}
