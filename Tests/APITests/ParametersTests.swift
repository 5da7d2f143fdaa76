import GeoModel
import Records
import TestSupport
import Testing

@testable import API

@Suite struct `Reading parameters` {
    private func parameters(_ pairs: KeyValuePairs<String, String>) -> Parameters {
        Parameters(pairs.map { (name: $0.key, value: $0.value) })
    }

    @Test(arguments: [
        ("90", "0"), ("-90", "180"), ("0", "-180"), ("60.1702", "24.9522"), ("-3.39e1", "151.2"),
    ])
    func `P02 poles and 180 degrees are positions`(latitude: String, longitude: String) throws {
        let read = try parameters(["lat": latitude, "lon": longitude]).position(.short)
        #expect(read?.decimalLatitude == Double(latitude))
        #expect(read?.decimalLongitude == Double(longitude))
    }

    @Test(arguments: [
        ("95", "0", "lat"), ("-90.1", "0", "lat"), ("0", "200", "lon"), ("0", "-180.5", "lon"),
        ("NaN", "0", "lat"), ("0", "Infinity", "lon"), ("1e309", "0", "lat"), ("", "0", "lat"),
        ("0", "", "lon"), ("0x10", "0", "lat"), ("60,17", "0", "lat"), ("abc", "0", "lat"),
    ])
    func `P02 what is no position is an error that names the field`(
        latitude: String, longitude: String, field: String
    ) {
        let error = #expect(throws: APIError.self) {
            try parameters(["lat": latitude, "lon": longitude]).position(.short)
        }
        #expect(error?.field == field)
        #expect(error?.status == 400)
    }

    @Test func `P05 coordinates that look swapped get a hint`() {
        let error = #expect(throws: APIError.self) {
            try parameters(["lat": "139.77", "lon": "35.68"]).position(.short)
        }
        #expect(error?.description.contains("swapped") == true)
    }

    @Test func `a plain decimal is the number that Double reads, to the last bit`() {
        var random = SeededGenerator(seed: 11)
        for digits in 1...20 {
            for _ in 0..<200 {
                var text = Bool.random(using: &random) ? "-" : ""
                let point = Int.random(in: 0...digits, using: &random)
                for place in 0..<digits {
                    if place == point { text += "." }
                    text += "\(Int.random(in: 0...9, using: &random))"
                }
                if point == digits, Bool.random(using: &random) { text += "." }
                #expect(PlainDecimal.number(text) == Double(text), "\(text)")
            }
        }
        #expect(PlainDecimal.number(" 12.5") == 12.5)
        #expect(PlainDecimal.number("+12.5") == 12.5)
        for text in ["", "-", ".", "-.", "1.2.3", "1-2", "12 ", "1,5", "0x1p3", "nan", "٣"] {
            #expect(PlainDecimal.number(text) == nil, "\(text)")
        }
    }

    @Test func `one coordinate alone is an error, none is none`() throws {
        #expect(throws: APIError.self) { try parameters(["lat": "1"]).position(.short) }
        #expect(throws: APIError.self) { try parameters(["lon": "1"]).position(.short) }
        #expect(try parameters([:]).position(.short) == nil)
    }

    @Test(arguments: ["0", "-850", "NaN", "Infinity", "1e309", "", "50001", "-0"])
    func `P03 a radius that is none names the field`(radius: String) {
        let error = #expect(throws: APIError.self) {
            try parameters(["radius": radius]).radius("radius", limit: 50_000, default: 100)
        }
        #expect(error?.field == "radius")
    }

    @Test func `P03 a tiny radius is one`() throws {
        let read = try parameters(["radius": "1e-9"]).radius("radius", limit: 50_000, default: 100)
        #expect(read == 1e-9)
    }

    @Test func `R29 a box across 180 degrees has its west greater than its east`() throws {
        let box = try parameters(["bbox": "177,-20,-178,-12"]).boundingBox("bbox")
        #expect(box?.crossesAntimeridian == true)
    }

    @Test(arguments: ["1,2,3", "1,2,3,4,5", "a,b,c,d", "0,10,1,5", "-181,0,1,1", "1,,2,3"])
    func `a box that is none is an error`(box: String) {
        #expect(throws: APIError.self) { try parameters(["bbox": box]).boundingBox("bbox") }
    }

    @Test func `an interval may be open at either end, and a date is a local day`() throws {
        let open = try parameters(["datetime": "../2026-06-01"]).recordFilter()
        #expect(open.from == nil && open.firstDay == nil && open.to == nil)
        #expect(open.lastDay == EventDate("2026-06-01"))
        let day = try parameters(["datetime": "2026-06-01"]).recordFilter()
        #expect(day.firstDay == EventDate("2026-06-01"))
        #expect(day.lastDay == EventDate("2026-06-01"))
        let mixed = try parameters(["datetime": "2026-06-01/2026-06-02T12:00:00+02:00"])
            .recordFilter()
        #expect(mixed.firstDay == EventDate("2026-06-01") && mixed.from == nil)
        #expect(mixed.to == EventDate("2026-06-02T10:00:00Z")?.instant)
        #expect(mixed.lastDay == nil)
    }

    @Test func `a language parameter goes before the header`() {
        let read = parameters(["lang": "fi"]).languages(["lang"], header: "de,en;q=0.5")
        #expect(read.languages == ["fi"])
        let header = parameters([:]).languages(["lang"], header: "de,en;q=0.5")
        #expect(header.languages == ["de", "en"])
    }

    @Test(arguments: ["", "0x1p3,0,10,10", "1,2,3", "nan,0,1,1", "1,2,3,4,5,6"])
    func `a box that is none is an error, an empty one too`(text: String) {
        let error = #expect(throws: APIError.self) {
            try parameters(["bbox": text]).recordFilter()
        }
        #expect(error?.field == "bbox")
    }

    @Test func `an empty centre is an error, not a list of everything`() {
        let error = #expect(throws: APIError.self) {
            try parameters(["near": ""]).recordFilter()
        }
        #expect(error?.field == "near")
    }

    @Test func `a name that is looked for is no longer than names are`() throws {
        func sought(_ value: String) throws(APIError) -> String? {
            try Parameters([(name: "q", value: value)]).soughtName("q", "name")
        }
        #expect(try sought("owl") == "owl" && sought("") == nil)
        #expect(try sought(String(repeating: "a", count: 200)) != nil)
        let error = #expect(throws: APIError.self) {
            try sought(String(repeating: "a ", count: 101))
        }
        #expect(error?.status == 400 && error?.field == "q")
    }
}
