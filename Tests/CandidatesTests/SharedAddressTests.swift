import GeoModel
import Testing

@testable import Candidates

@Suite struct `Offices at one address` {
    private static func office(
        _ id: Int64, _ name: String?, number: String = "25", at meters: Double = 6,
        bearing: Double = 0, importance: Double = 0.05
    ) -> NearbyPlace {
        Make.place(
            id, name, "office", "company",
            tags: [
                "addr:street": "Annankatu", "addr:housenumber": number, "addr:city": "Helsinki",
            ], at: meters, bearing: bearing, importance: importance, across: 0)
    }

    private static func candidates(_ places: [NearbyPlace]) -> [Candidate] {
        Ranking.candidates(for: Make.input(places: places, address: Make.address))
    }

    private static let seven = (1...7).map { office($0, "Company \($0)", at: 5 + Double($0) / 4) }

    @Test func `that nothing tells apart are one candidate, which names them all`() throws {
        let candidates = Self.candidates(Self.seven + [Make.place(20, "Cafe", at: 9)])
        let offices = try candidates.named("7 offices at Annankatu 25")
        #expect(candidates.filter { $0.category == "office" }.count == 1)
        #expect(offices.ref == nil)
        #expect(offices.context == "Helsinki")
        let joined = try #require(offices.joined)
        #expect(joined.map(\.name) == (1...7).map { "Company \($0)" })
        #expect(joined.map(\.id) == (1...7).map { "\(offices.id).\($0)" })
        #expect(joined.allSatisfy { $0.type == "company" })
        #expect(
            offices.evidence.contains {
                $0.kind == "offices" && $0.weight > 0
                    && $0.text == "7 offices have this address, and nothing tells which is meant"
            })
    }

    @Test func `are as likely together as one by one, and no less`() throws {
        let alone = Self.candidates([Self.office(1, "Company", at: 6)])
        let four = Self.candidates((1...4).map { Self.office($0, "Company \($0)", at: 6) })
        #expect(
            try four.named("4 offices at Annankatu 25").score >= alone.named("Company").score)
    }

    @Test func `remain two where there are two, and apart where the number differs`() {
        #expect(
            Self.candidates(Array(Self.seven.prefix(2))).filter { $0.kind == .place }.count == 2)
        let two = (1...2).map { Self.office($0, "Company \($0)") }
        let others = (3...4).map { Self.office($0, "Company \($0)", number: "27") }
        #expect(Self.candidates(two + others).filter { $0.joined != nil }.isEmpty)
    }

    @Test func `leave out the one that is likelier than all others together`() throws {
        let known = Self.office(9, "Known company", at: 0, importance: 0.9)
        let candidates = Self.candidates(
            [known] + (1...4).map { Self.office($0, "Company \($0)", at: 14) })
        #expect(candidates.first?.name == "Known company")
        #expect(candidates.contains { $0.name == "4 offices at Annankatu 25" })
    }

    @Test func `do not depend on the order in which they come`() {
        #expect(Self.candidates(Self.seven) == Self.candidates(Self.seven.reversed()))
    }

    @Test func `without a name or an address are offered one by one`() {
        let bare = (1...4).map { Make.place($0, "Company \($0)", "office", "company", at: 6) }
        let nameless = (5...7).map { Self.office($0, nil) }
        #expect(
            Self.candidates(bare + nameless).allSatisfy {
                $0.evidence.allSatisfy { $0.kind != "offices" }
            })
    }
}
