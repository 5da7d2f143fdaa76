import GeoModel
import Testing

@testable import Candidates

@Suite struct `Ranking what a capture may show` {
    @Test func `a church photo at the cathedral puts the cathedral first and says why`() throws {
        let candidates = Ranking.candidates(
            for: Make.input(
                places: Make.neighbours + [Make.cathedralPlace], address: Make.address,
                labels: [Make.church(0.83), Make.label("palace", 0.05, index: 698)]))
        let first = try #require(candidates.first)
        #expect(first.ref == OSMRef(osmType: .node, osmID: 419_479_428))
        #expect(first.score > 0.6)
        let kinds = Set(first.evidence.map(\.kind))
        #expect(kinds.isSuperset(of: ["distance", "image"]))
        #expect(
            first.evidence.map(\.text).contains(
                "the picture looks like a church (0.83), whose tags this place bears"))
        #expect(candidates.contains { $0.kind == .address })
    }

    @Test func `a church photo without a position answers with what the picture shows`() throws {
        let candidates = Ranking.candidates(
            for: Make.input(position: nil, labels: [Make.church(0.83)]))
        let first = try #require(candidates.first)
        #expect(first.kind == .thing)
        #expect(first.name == "church")
        #expect(first.evidence.contains { $0.kind == "image" })
        #expect(!candidates.contains { $0.kind == .time })
    }

    @Test func `with nothing at all the time stamp is the answer`() throws {
        let candidates = Ranking.candidates(for: Make.input(position: nil))
        #expect(candidates.map(\.kind) == [.time])
        #expect(candidates.first?.name == "2026-06-01 12:05:00 +02:00")
        #expect(candidates.first?.id == "1")
    }

    @Test(arguments: [
        ("2026-06-01T12:05:00Z", "2026-06-01 12:05:00 UTC"),
        ("2026-06-01T12:05:00-09:30", "2026-06-01 12:05:00 -09:30"),
        ("2026-06-01T12:05:00", "2026-06-01 12:05:00"),
    ])
    func `a time stamp's name sorts by time`(date: String, name: String) throws {
        let date = try #require(EventDate(date))
        #expect(Ranking.timeCandidate(date).name == name)
    }

    @Test
    func `without a picture the nearer of equal places comes first, and the address is there`()
        throws
    {
        let candidates = Ranking.candidates(
            for: Make.input(places: Make.neighbours.reversed(), address: Make.address))
        let places = candidates.filter { $0.kind == .place }
        #expect(places.map(\.name) == (1...places.count).map { "Cafe \($0)" })
        #expect(places.count >= 8)
        #expect(candidates.first?.kind == .place)
        #expect(candidates.contains { $0.kind == .address })
    }

    @Test func `without a picture the better known of two equally near comes first`() throws {
        let candidates = Ranking.candidates(
            for: Make.input(places: [
                Make.place(1, "Kiosk", at: 15, importance: 0.05),
                Make.place(2, "Opera", at: 15, importance: 0.6),
            ]))
        #expect(candidates.map(\.name) == ["Opera", "Kiosk"])
    }

    @Test func `a nameless thing is offered, below a named one as near`() throws {
        let candidates = Ranking.candidates(
            for: Make.input(places: [
                Make.place(1, nil, "amenity", "toilets", at: 15),
                Make.place(2, "Cafe", at: 15),
            ]))
        #expect(candidates.map(\.name) == ["Cafe", "toilets"])
        #expect(try candidates.named("toilets").evidence.contains { $0.kind == "name" })
    }

    @Test func `a place 40 km away is never in the list, however well it fits`() {
        let far = Make.place(
            1, "Far cathedral", "amenity", "place_of_worship",
            tags: ["religion": "christian", "building": "cathedral", "height": "300"], at: 40_000,
            importance: 1)
        let candidates = Ranking.candidates(
            for: Make.input(places: [far], address: Make.address, labels: [Make.church(0.9)]))
        #expect(!candidates.contains { $0.kind == .place })
        #expect(candidates.map(\.name) == ["church", "29, Unioninkatu, Helsinki, Suomi"])
    }

    @Test func `a tall and famous tower is offered from 700 m, a shop at that distance is not`() {
        let tower = Make.place(
            1, "Tower", "man_made", "tower", tags: ["height": "120 m"], at: 700, importance: 0.5)
        let shop = Make.place(2, "Shop", "shop", "bakery", at: 700)
        let candidates = Ranking.candidates(for: Make.input(places: [tower, shop]))
        #expect(candidates.map(\.name) == ["Tower"])
    }

    @Test func `a living thing in the picture is offered as a species, before the bench nearby`()
        throws
    {
        let candidates = Ranking.candidates(
            for: Make.input(
                places: [Make.place(1, nil, "amenity", "bench", at: 6)], address: Make.address,
                labels: [Make.label("dunlin", 0.9, taxon: "Calidris alpina")]))
        let first = try #require(candidates.first)
        #expect(first.kind == .species)
        #expect(first.scientificName == "Calidris alpina")
        #expect(first.taxonRank == "species")
        // No surer than the picture itself.
        #expect(first.score < 0.9)
        #expect(first.evidence.contains { $0.text == "a picture alone is a hint, not a proof" })
    }

    @Test func `a best answer below 0.4 counts for less, and says so`() throws {
        func score(_ probability: Double) throws -> Candidate {
            try Ranking.candidates(
                for: Make.input(
                    places: Array(Make.neighbours.prefix(2)), address: Make.address,
                    labels: [Make.label("dunlin", probability, taxon: "Calidris alpina")])
            ).named("dunlin")
        }
        let unsure = try score(0.39)
        let sure = try score(0.6)
        #expect(unsure.score < 0.5 * sure.score)
        #expect(
            unsure.evidence.contains {
                $0.text == "the picture gave no sure answer: its best is below 0.40"
            })
    }

    @Test func `breeds of one species are one candidate, by the species when none stands out`()
        throws
    {
        let dogs = [("beagle", 0.3, 1), ("basset", 0.28, 2), ("whippet", 0.25, 3)].map {
            Make.label($0.0, $0.1, taxon: "Canis familiaris", index: $0.2)
        }
        let candidates = Ranking.candidates(for: Make.input(position: nil, labels: dogs))
        #expect(candidates.map(\.name) == ["Canis familiaris"])
        #expect(candidates.first?.evidence.contains { $0.text.contains("(0.83)") } == true)
    }

    @Test func `R36 same-named places carry the street and settlement they lie in`() throws {
        let candidates = Ranking.candidates(
            for: Make.input(
                places: [
                    Make.place(
                        1, "Alko",
                        tags: [
                            "addr:street": "Salomonkatu", "addr:housenumber": "1",
                            "addr:city": "Helsinki",
                        ], at: 10),
                    Make.place(2, "Alko", tags: ["addr:city": "Espoo"], at: 20),
                ], address: Make.address))
        let contexts = candidates.filter { $0.kind == .place }.map(\.context)
        #expect(contexts == ["Salomonkatu 1, Helsinki", "Espoo"])
    }

    @Test func `the place that lent its address is left out of the address line`() throws {
        let lender = GeocoderResult(
            ref: OSMRef(osmType: .way, osmID: 7), category: "amenity", type: "cafe", placeRank: 30,
            addressRank: 30, addressType: "amenity", importance: 0, name: "Engel",
            displayName: "Engel, 26, Aleksanterinkatu, Helsinki",
            address: Make.address.address, tags: [:], position: Make.cathedral,
            boundingBox: BoundingBox(Make.cathedral), distanceInMeters: 3)
        let candidates = Ranking.candidates(for: Make.input(address: lender))
        #expect(candidates.map(\.name) == ["26, Aleksanterinkatu, Helsinki"])
        #expect(candidates.first?.ref == nil)
    }

    @Test func `the platforms of one stop are one candidate, likelier than one of them`() throws {
        let stops = (1...3).map {
            Make.place(Int64($0), "Post", "highway", "bus_stop", at: 10 * Double($0))
        }
        let shop = Make.place(9, "Post", "shop", "kiosk", at: 15)
        func candidates(_ places: [NearbyPlace]) -> [Candidate] {
            Ranking.candidates(for: Make.input(places: places, address: Make.address))
        }
        let all = candidates(stops.reversed() + [shop])
        #expect(Set(all.filter { $0.kind == .place }.compactMap(\.osmID)) == [1, 9])
        let stop = try #require(all.first { $0.osmID == 1 })
        #expect(stop.evidence.map(\.text).contains("the map has it 3 times here under this name"))
        #expect(stop.evidence.map(\.text).contains("measured against one other place near"))
    }

    @Test
    func `a castle drawn as a point and as an area is one candidate, a branch elsewhere is not`()
        throws
    {
        func castle(_ id: Int64, tags: [String: String] = [:], at meters: Double) -> NearbyPlace {
            Make.place(id, "Vaduz", "historic", "castle", tags: tags, at: meters)
        }
        func shown(_ places: [NearbyPlace]) -> [Candidate] {
            Ranking.candidates(for: Make.input(places: places)).filter { $0.kind == .place }
        }
        let both = shown([castle(1, at: 0), castle(2, at: 10)])
        #expect(both.map(\.osmID) == [1])
        #expect(both.first?.joined == [JoinedPlace(ref: OSMRef(osmType: .node, osmID: 2))])
        let ofTwo = shown([castle(1, at: 0), Make.place(2, "Inn", "historic", "castle", at: 10)])
        #expect(try #require(both.first).score > ofTwo[0].score)
        #expect(
            both.first?.evidence.map(\.text).contains("the map has it twice here under this name")
                == true)
        let branches = ["4", "6"].enumerated().map { index, number in
            castle(Int64(index), tags: ["addr:housenumber": number], at: Double(index) * 10)
        }
        #expect(shown(branches).count == 2)
        let inn = Make.place(3, "Vaduz", "tourism", "hotel", at: 10)
        #expect(shown([castle(1, at: 0), inn]).count == 2)
    }

    /// Benches that stand so many metres north of each other, the first nearest to the camera.
    private static func benches(
        _ ids: ClosedRange<Int64>, apart meters: Double, tags: [String: String] = [:]
    ) -> [NearbyPlace] {
        ids.map { id in
            let away = Double(id - ids.lowerBound) * meters
            let position = Coordinate(
                clampingLatitude: Make.cathedral.decimalLatitude + away / 111_320,
                wrappingLongitude: Make.cathedral.decimalLongitude)
            return NearbyPlace(
                place: Place(
                    ref: OSMRef(osmType: .node, osmID: id), category: "amenity", type: "bench",
                    tags: tags.merging(["amenity": "bench"]) { own, _ in own }, position: position,
                    boundingBox: BoundingBox(position), importance: 0.01),
                label: "Bench", isNamed: false, distanceInMeters: 3 + away, bearingInDegrees: 0)
        }
    }

    @Test func `eight benches in a row are one candidate, which says so and names the others`()
        throws
    {
        let row = Self.benches(1...8, apart: 3)
        func shown(_ places: [NearbyPlace]) -> [Candidate] {
            Ranking.candidates(for: Make.input(places: places)).filter { $0.kind == .place }
        }
        let all = shown(row.reversed())
        let bench = try #require(all.first)
        #expect(all.count == 1 && bench.osmID == 1 && bench.name == "Bench")
        #expect(bench.joined?.map(\.osmID) == [2, 3, 4, 5, 6, 7, 8])
        let line = try #require(bench.evidence.first { $0.kind == "alike" })
        #expect(line.weight > 0)
        #expect(
            line.text == "it stands for 8 of its kind without a name, all within 25 m of it")
        #expect(bench.score > shown([row[0]] + [Make.place(9, "Cafe", at: 6)])[1].score)
        #expect(shown([row[0]]).first?.joined == nil)
    }

    @Test func `things without a name are two where they are apart or a person sees a difference`()
    {
        func count(_ places: [NearbyPlace]) -> Int {
            Ranking.candidates(for: Make.input(places: places)).count { $0.kind == .place }
        }
        #expect(count(Self.benches(1...2, apart: 20)) == 1)
        #expect(count(Self.benches(1...2, apart: 30)) == 2)
        let named = ["wood", "stone"].enumerated().flatMap { index, artwork in
            Self.benches(
                Int64(index)...Int64(index), apart: 0, tags: ["artwork_type": artwork])
        }
        #expect(count(named) == 2)
        let other = Make.place(5, nil, "amenity", "waste_basket", at: 4)
        #expect(count(Self.benches(1...2, apart: 2) + [other]) == 2)
    }

    @Test func `beside a river of 20 km a living thing is as likely as beside a small pond`() throws
    {
        func heron(_ place: NearbyPlace) throws -> Double {
            try Ranking.candidates(
                for: Make.input(
                    places: [place], labels: [Make.label("heron", 0.9, taxon: "Ardea cinerea")])
            ).named("heron").score
        }
        let river = try heron(Make.place(1, "Rhine", "waterway", "river", at: 5, across: 0.3))
        let pond = try heron(Make.place(1, "Pond", "natural", "water", at: 5, across: 0.0003))
        #expect(abs(river - pond) < 0.1)
    }

    @Test func `a living thing competes with what else lives in the picture`() throws {
        func score(_ other: LabelledProbability) throws -> Double {
            try Ranking.candidates(
                for: Make.input(
                    position: nil,
                    labels: [Make.label("dunlin", 0.5, taxon: "Calidris alpina"), other])
            ).named("dunlin").score
        }
        let besideGull = try score(Make.label("gull", 0.4, taxon: "Larus canus", index: 1))
        let alone = try score(Make.label("nail", 0.0006, index: 1))
        #expect(alone > besideGull)
        #expect(besideGull > 0.4)
    }

    @Test func `the list ends at the limit and still holds the address`() {
        let candidates = Ranking.candidates(
            for: Make.input(
                places: (1...9).map { Make.place($0, "Sight \($0)", at: 0, importance: 0.9) },
                address: Make.address, limit: 4))
        #expect(candidates.count == 4)
        #expect(candidates.map(\.id) == ["1", "2", "3", "4"])
        #expect(candidates.last?.kind == .address)
    }

    @Test
    func `R14 a node inside its building, both at distance 0, keep one order: node before way`()
        throws
    {
        let node = Make.place(7, "Workshop", "craft", "carpenter", at: 0)
        let building = NearbyPlace(
            place: Place(
                ref: OSMRef(osmType: .way, osmID: 3), category: "building", type: "yes",
                tags: ["building": "yes", "name": "Workshop"], position: node.place.position,
                boundingBox: node.place.boundingBox, importance: node.place.importance),
            label: "Workshop", isNamed: true, distanceInMeters: 0, bearingInDegrees: nil)
        for turn in 0..<50 {
            let places = turn.isMultiple(of: 2) ? [node, building] : [building, node]
            let candidates = Ranking.candidates(for: Make.input(places: places))
            #expect(candidates.compactMap(\.ref?.osmType) == [.node, .way])
            #expect(candidates[0].score == candidates[1].score)
        }
    }

    @Test func `R36 three places called Brooklyn carry where they lie and how far`() {
        let places = (1...3).map {
            Make.place(
                $0, "Brooklyn", tags: ["addr:city": "City \($0)"], at: Double($0) * 20)
        }
        let candidates = Ranking.candidates(
            for: RankingInput(
                position: CapturePosition(
                    coordinate: Make.cathedral, coordinateUncertaintyInMeters: 12, source: .request),
                headingInDegrees: nil, places: places,
                contexts: [
                    OSMRef(osmType: .node, osmID: 1): "Brooklyn, New York",
                    OSMRef(osmType: .node, osmID: 2): "Pretoria, Gauteng",
                    OSMRef(osmType: .node, osmID: 3): "Wellington",
                ], address: Make.address, labels: [], eventDate: EventDate("2026-06-01T12:05:00Z")!)
        )
        let shown = candidates.filter { $0.kind == .place }
        #expect(shown.map(\.context) == ["Brooklyn, New York", "Pretoria, Gauteng", "Wellington"])
        #expect(shown.map(\.distanceInMeters) == [20, 40, 60])
    }

    @Test func `R14 the order does not depend on the order of the input`() {
        let twins = (1...6).map {
            Make.place(Int64($0), "Twin", tags: ["addr:housenumber": "\($0)"], at: 0)
        }
        let once = Ranking.candidates(for: Make.input(places: twins))
        let again = Ranking.candidates(for: Make.input(places: twins.reversed()))
        #expect(once == again)
        #expect(once.compactMap(\.osmID) == [1, 2, 3, 4, 5, 6])
    }
}
