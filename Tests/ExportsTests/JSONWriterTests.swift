import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Exports

@Suite struct `Writing JSON` {
    private func text(_ fill: (inout JSONWriter) -> Void) throws -> String {
        var writer = JSONWriter()
        fill(&writer)
        return String(decoding: try writer.finish(), as: UTF8.self)
    }

    @Test func `puts commas between members and elements, nested or not`() throws {
        let json = try text { writer in
            writer.beginObject()
            writer.member("a", 1)
            writer.array("b") { writer in
                writer.value("x")
                writer.beginObject()
                writer.endObject()
                writer.beginArray()
                writer.endArray()
                writer.null()
                writer.value(true)
            }
            writer.object("c") { $0.member("d", false) }
            writer.member(ifPresent: "absent", nil as String?)
            writer.endObject()
        }
        #expect(json == #"{"a":1,"b":["x",{},[],null,true],"c":{"d":false}}"#)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("say \"hi\" \\ there", #""say \"hi\" \\ there""#),
        ("a\nb\tc\r\u{1}\u{1f}\0", #""a\nb\tc\r\u0001\u001f\u0000""#), ("", #""""#),
        ("Ägypten 한글 🐦", #""Ägypten 한글 🐦""#), ("\"", #""\"""#),
    ])
    func `escapes what must be, and nothing else`(value: String, json: String) throws {
        #expect(try text { $0.value(value) } == json)
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == value)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (12.0, "12"), (-7.5, "-7.5"), (0.1, "0.1"), (1e-7, "1e-07"),
        (1e300, "1e+300"), (9_007_199_254_740_992, "9007199254740992.0"),
        (.pi, "3.141592653589793"),
    ])
    func `writes the shortest text of a number that reads back the same`(
        number: Double, json: String
    ) throws {
        #expect(try text { $0.value(number) } == json)
        #expect(try JSONDecoder().decode(Double.self, from: Data(json.utf8)) == number)
    }

    @Test(arguments: [
        (24.95, 7, "24.95"), (-33.9, 7, "-33.9"), (151.123456789, 7, "151.1234568"),
        (-0.00000001, 7, "0"), (0.00000005, 7, "0.0000001"), (-0.5, 1, "-0.5"), (2.96, 1, "3"),
        (180, 7, "180"), (1.0000001, 7, "1.0000001"), (0.05, 0, "0"), (1e300, 7, "1e+300"),
    ])
    func `rounds to so many decimals and leaves out zeros`(
        number: Double, places: Int, json: String
    ) throws {
        #expect(try text { $0.value(number, decimals: places) } == json)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `refuses what is no number and says where`(number: Double) {
        #expect(throws: ExportError.notANumber(key: "score")) {
            try text { writer in
                writer.beginObject()
                writer.member("score", number)
                writer.member("later", 1)
                writer.endObject()
            }
        }
        #expect(throws: ExportError.notANumber(key: "metres")) {
            try text { writer in
                writer.beginObject()
                writer.member("metres", number, decimals: 2)
                writer.endObject()
            }
        }
    }

    @Test func `random numbers read back the same`() throws {
        var random = SeededGenerator(seed: 20_260_601)
        for _ in 0..<2000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let json = try text { $0.value(number) }
            #expect(Double(json) == number, "seed 20260601: \(number) became \(json)")
        }
    }
}
