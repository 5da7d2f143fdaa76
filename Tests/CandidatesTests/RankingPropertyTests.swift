import FoundationEssentials
import GeoModel
import Glibc
import TestSupport
import Testing

@testable import Candidates

/// What holds for every capture; drawn with a fixed seed.
@Suite struct `Any ranking` {
    private static let captures = `The evidence of a candidate`.captures

    @Test func `keeps its scores in 0...1`() {
        for capture in Self.captures {
            #expect(Ranking.candidates(for: capture).allSatisfy { (0...1).contains($0.score) })
        }
    }

    @Test func `does not depend on the order of what it is told`() {
        var random = SeededGenerator(seed: 20_261_130)
        for capture in Self.captures {
            let other = capture.with(
                places: capture.places.shuffled(using: &random),
                labels: capture.labels.shuffled(using: &random))
            let (first, second) = (Ranking.candidates(for: capture), Ranking.candidates(for: other))
            #expect(first.map(\.name) == second.map(\.name))
            #expect(first.map(\.ref) == second.map(\.ref))
        }
    }

    @Test func `never raises a place for being farther away`() {
        var random = SeededGenerator(seed: 7)
        for capture in Self.captures where !capture.places.isEmpty && capture.position != nil {
            let index = Int.random(in: capture.places.indices, using: &random)
            let place = capture.places[index]
            var before = Double.infinity
            for distance in [0.0, 0.5, 3, 8, 15, 30, 60, 99, 150, 400, 1200, 4000] {
                var places = capture.places
                places[index] = NearbyPlace(
                    place: place.place, label: place.label, isNamed: place.isNamed,
                    distanceInMeters: distance,
                    bearingInDegrees: distance == 0 ? nil : place.bearingInDegrees ?? 40)
                let score =
                    Ranking.candidates(for: capture.with(places: places))
                    .first { $0.ref == place.place.ref }?.score ?? 0
                #expect(score <= before + 1e-9, "at \(distance) m")
                before = score
            }
        }
    }

    @Test func `never fails for want of a source`() {
        for capture in Self.captures.prefix(60) {
            let less = [
                capture.with(places: []), capture.with(labels: []), capture.without(address: true),
                capture.without(position: true), capture.without(address: true, position: true),
                capture.with(places: [], labels: []).without(address: true, position: true),
            ]
            for capture in less {
                let candidates = Ranking.candidates(for: capture)
                #expect(!candidates.isEmpty)
                #expect(candidates.map(\.id) == candidates.indices.map { "\($0 + 1)" })
            }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 2, 1e300])
    func `lets no broken number of a model out`(broken: Double) {
        for capture in Self.captures.prefix(60) {
            let labels =
                capture.labels + [
                    Make.label("broken bird", broken, taxon: "Fractura avis", index: 7),
                    Make.church(broken),
                ]
            for candidate in Ranking.candidates(for: capture.with(labels: labels)) {
                #expect(candidate.score.isFinite && (0...1).contains(candidate.score))
                #expect(candidate.evidence.allSatisfy { $0.weight.isFinite })
            }
        }
    }

    @Test func `lets no broken number of a place or heading out`() {
        for broken in [Double.nan, .infinity, -5] {
            let place = Make.place(1, "P", at: broken, bearing: broken, importance: broken)
            let candidates = Ranking.candidates(
                for: Make.input(
                    uncertainty: broken, heading: broken, places: [place], address: Make.address))
            #expect(candidates.allSatisfy { $0.score.isFinite && (0...1).contains($0.score) })
            #expect(candidates.flatMap(\.evidence).allSatisfy { $0.weight.isFinite })
        }
    }
}

extension RankingInput {
    fileprivate func with(
        places: [NearbyPlace]? = nil, labels: [LabelledProbability]? = nil
    ) -> RankingInput {
        RankingInput(
            position: position, headingInDegrees: headingInDegrees, places: places ?? self.places,
            address: address, labels: labels ?? self.labels, species: species,
            eventDate: eventDate, limit: limit)
    }

    fileprivate func without(address: Bool = false, position: Bool = false) -> RankingInput {
        RankingInput(
            position: position ? nil : self.position, headingInDegrees: headingInDegrees,
            places: position ? [] : places, address: address ? nil : self.address, labels: labels,
            eventDate: eventDate, limit: limit)
    }
}

@Suite struct `Places of the person's own` {
    private static func saved(
        _ name: String, at meters: Double, across: Double = 40
    ) -> NearbySavedPlace {
        NearbySavedPlace(
            place: SavedPlace(
                id: UUIDv7(), name: name,
                shape: .circle(center: Make.cathedral, radiusInMeters: 20),
                created: .init(timeIntervalSince1970: 0),
                modified: .init(timeIntervalSince1970: 0), revision: 1), distanceInMeters: meters,
            bearingInDegrees: meters == 0 ? nil : 10, metersAcross: across)
    }

    @Test func `are offered, first when one stands in them, with the reason`() throws {
        let garden = Self.saved("Our garden", at: 0)
        let candidates = Ranking.candidates(
            for: Make.input(places: Make.neighbours, address: Make.address, saved: [garden]))
        #expect(candidates.first?.name == "Our garden")
        #expect(candidates.first?.savedPlaceID == garden.place.id)
        #expect(candidates.first?.evidence.contains { $0.kind == "saved" } == true)
    }

    @Test func `lead in a town as they do in the country, wherever the camera looks`() throws {
        let garden = Self.saved("Our garden", at: 0)
        func found(_ places: [NearbyPlace], heading: Double? = nil) throws -> Candidate {
            try Ranking.candidates(
                for: Make.input(
                    heading: heading, places: places, address: Make.address, saved: [garden])
            ).named("Our garden")
        }
        let one = try found([Make.place(1, "Cafe", at: 12)])
        let cafes = (1...20).map { Make.place($0, "Cafe \($0)", at: 12) }
        #expect(abs(one.score - (try found(cafes)).score) < 0.05)
        #expect(!(try found(cafes, heading: 200)).evidence.contains { $0.kind == "heading" })
    }

    @Test
    func `are not offered from beyond the search radius, and lose to a landmark in the picture`()
        throws
    {
        let candidates = Ranking.candidates(
            for: Make.input(
                places: [Make.cathedralPlace], labels: [Make.church(0.9)],
                saved: [Self.saved("Far hide", at: 900), Self.saved("Kiosk", at: 30)]))
        #expect(candidates.first?.name == "Helsingin tuomiokirkko")
        #expect(!candidates.contains { $0.name == "Far hide" })
    }
}
