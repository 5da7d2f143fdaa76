import GeoModel
import Testing

@testable import Records

@Suite struct `The parts of an address in a column` {
    @Test(
        arguments: [
            [], [("road", "Unioninkatu", false)],
            [("road", "", false), ("city", "Åbo 한글 🐦", true)],
            [("road", #"say "hi" \ there"#, false), ("city", "a\nb]", true)],
            [("road", "[\"x\",\"y\"],", false)],
        ] as [[(String, String, Bool)]])
    func `read back as they were written`(values: [(String, String, Bool)]) throws {
        let parts = values.map { AddressPart(key: $0.0, value: $0.1, isInferred: $0.2) }
        #expect(try AddressColumn.decode(AddressColumn.encode(parts)) == parts)
    }

    @Test(arguments: ["", "[", "[[\"a\"]]", "[[\"a\",\"b\"", "{}", "[[1,2]]"])
    func `are refused when they are none`(text: String) {
        #expect(throws: (any Error).self) { try AddressColumn.decode(text) }
    }
}
