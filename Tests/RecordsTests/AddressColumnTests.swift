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

@Suite struct `The content of a confirmation` {
    @Test(arguments: [nil, 1, 0.25, 1e-7] as [Double?], ["Cathedral", "say \"hi\"", "Ёж\n", ""])
    func `is written as the encoder writes it`(confidence: Double?, text: String) throws {
        let answer = ConfirmedAnswer(
            identification: Identification(
                name: "x" + text, kind: .place, scientificName: text,
                ref: OSMRef(osmType: .way, osmID: 4), category: "amenity", confidence: confidence),
            occurrenceRemarks: text, geoprivacy: text.isEmpty ? .open : .obscured)
        let written: ConfirmedAnswer.Content = try JSONColumn.decode(answer.contentText())
        #expect(written == answer.content)
        if confidence != 1e-7 {
            #expect(
                try answer.contentText().replacing("\":1.0", with: "\":1")
                    == JSONColumn.encode(answer.content))
        }
    }
}
