import FoundationEssentials
import GeoModel
import Testing

@Suite struct `A UUID of version 7` {
    @Test func `has the milliseconds first, then version 7 and variant 10`() throws {
        // The time of RFC 9562, appendix A.6: 2022-02-22T19:22:22Z.
        let id = UUIDv7(now: Date(timeIntervalSince1970: 1_645_557_742))
        #expect(id.description.hasPrefix("017f22e2-79b0-7"))
        #expect(id.description.count == 36)
        let variant = try #require(Array(id.description).dropFirst(19).first)
        #expect("89ab".contains(variant))
        #expect(UUID(uuidString: id.description) != nil)
    }

    @Test func `sorts by the time it was made`() {
        let times = [0, 1, 1.001, 1_645_557_742, 1_645_557_742.5, 4_000_000_000]
        let ids = times.map { UUIDv7(now: Date(timeIntervalSince1970: $0)) }
        #expect(ids.sorted() == ids)
        #expect(ids.shuffled().sorted() == ids)
    }

    @Test func `is another one each time`() {
        let now = Date()
        #expect(Set((0..<10_000).map { _ in UUIDv7(now: now) }).count == 10_000)
    }

    @Test func `made before 1970 takes the first millisecond`() {
        let id = UUIDv7(now: Date(timeIntervalSince1970: -5))
        #expect(id.description.hasPrefix("00000000-0000-7"))
    }

    @Test func `reads what it wrote, in capitals too`() throws {
        let id = UUIDv7()
        #expect(UUIDv7(id.description) == id)
        #expect(UUIDv7(id.description.uppercased()) == id)
        let json = try JSONEncoder().encode([id])
        #expect(try JSONDecoder().decode([UUIDv7].self, from: json) == [id])
    }

    @Test(arguments: [
        "", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f0",
        "017f22e2-79b0-4cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f",
        "017f22e279b07cc398c4dc0c0c07398f",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398g", "../../../etc/passwd-7aaaaaaaaaaaaaaa",
        "017f22e2/79b0-7cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-98c4-dc0c0c07398\u{0}",
        "０17f22e2-79b0-7cc3-98c4-dc0c0c0739",
    ])
    func `reads nothing else, so that it can stand in a file name`(text: String) {
        #expect(UUIDv7(text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([UUIDv7].self, from: JSONEncoder().encode([text]))
        }
    }
}
