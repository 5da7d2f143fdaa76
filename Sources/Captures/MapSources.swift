internal import Candidates
package import GeoModel
package import PlaceIndex

/// What the place index says of a position: what is near, and the address.
///
/// Neither question fails the other, nor the capture.
package struct MapSources: Sendable {
    package private(set) var places: [NearbyPlace] = []
    package private(set) var address: GeocoderResult?
    /// Where places lie that share their name with another near.
    package private(set) var contexts: [OSMRef: String] = [:]
    /// `places`, then `address`.
    package private(set) var reports: [SourceReport] = []

    /// As many as the index gives: the ranking sees the landmark behind the benches.
    private static let placeLimit = NearbyQuery.limits.upperBound

    package init(
        _ index: PlaceIndex?, _ position: CapturePosition?, _ languages: LanguagePreferences
    ) {
        guard let index, let position else {
            let message = index == nil ? "No map is imported." : "There is no position."
            reports = ["places", "address"].map {
                SourceReport(name: $0, state: .off, milliseconds: 0, message: message)
            }
            return
        }
        let near = SourceReport.timing("places") {
            let uncertainty = position.coordinateUncertaintyInMeters
            let (close, radius) = try Self.close(index, position, languages)
            // Where more places are near than the index gives, the known ones behind them count too.
            let isCut = close.count == Self.placeLimit
            let far = try index.landmarks(
                near: position.coordinate,
                beyondMeters: isCut ? close.last?.distanceInMeters ?? radius : radius,
                uncertaintyInMeters: uncertainty ?? 0, languages: languages)
            return close + far
        } isEmpty: {
            $0.isEmpty
        }
        let here = SourceReport.timing("address") {
            try index.reverse(
                // A place is a candidate by itself; here the address alone is asked for.
                ReverseQuery(
                    position: position.coordinate, languages: languages, layers: [.address]))
        } isEmpty: {
            $0 == nil
        }
        places = near.answer ?? []
        contexts = Self.contexts(of: places, index, languages)
        address = here.answer ?? nil
        reports = [near.report, here.report]
    }

    /// Where fewer places are near, as in the country, what stands farther away is asked for too.
    private static let fewPlaces = 30

    /// The places near, and how far, in metres, they were looked for.
    private static func close(
        _ index: PlaceIndex, _ position: CapturePosition, _ languages: LanguagePreferences
    ) throws -> (places: [NearbyPlace], radius: Double) {
        func places(within radius: Double) throws -> [NearbyPlace] {
            try index.nearby(
                NearbyQuery(
                    position: position.coordinate, radiusInMeters: radius, limit: placeLimit,
                    languages: languages))
        }
        let radius = Ranking.searchRadiusInMeters(
            uncertainty: position.coordinateUncertaintyInMeters)
        let near = try places(within: radius)
        guard near.count < fewPlaces, radius < Ranking.openCountryInMeters else {
            return (near, radius)
        }
        return (try places(within: Ranking.openCountryInMeters), Ranking.openCountryInMeters)
    }

    /// The most places of which it is asked where they lie, 0.1 ms each.
    private static let contextLimit = 20

    /// Street, quarter and settlement of the places that bear the name of another; a place of which they
    /// cannot be read has none.
    private static func contexts(
        of places: [NearbyPlace], _ index: PlaceIndex, _ languages: LanguagePreferences
    ) -> [OSMRef: String] {
        let counts = places.reduce(into: [:]) { $0[$1.label, default: 0] += $1.isNamed ? 1 : 0 }
        var contexts: [OSMRef: String] = [:]
        for found in places.filter({ counts[$0.label, default: 0] > 1 }).prefix(contextLimit) {
            let query = try? ReverseQuery(
                position: found.place.position, languages: languages, layers: [.address])
            guard let query, let answer = try? index.reverse(query) else { continue }
            let street = answer["road"].map { road in
                answer["house_number"].map { "\(road) \($0)" } ?? road
            }
            let quarter = answer["neighbourhood"] ?? answer["suburb"] ?? answer["hamlet"]
            var parts: [String] = []
            for part in [street, quarter, answer.locality, answer["state"]].compactMap(\.self)
            where !parts.contains(part) {
                parts.append(part)
            }
            if !parts.isEmpty { contexts[found.place.ref] = parts.joined(separator: ", ") }
        }
        return contexts
    }
}

extension SourceReport {
    /// Asks a source, and tells how it fared and how long it took by a clock that never goes back.
    static func timing<Answer>(
        _ name: String, _ ask: () throws -> Answer, isEmpty: (Answer) -> Bool
    ) -> (answer: Answer?, report: SourceReport) {
        let start = ContinuousClock.now
        do {
            let answer = try ask()
            let report = SourceReport(
                name: name, state: isEmpty(answer) ? .nothing : .answered,
                milliseconds: start.millisecondsUntilNow)
            return (answer, report)
        } catch {
            let report = SourceReport(
                name: name, state: .failed, milliseconds: start.millisecondsUntilNow,
                message: "\(error)")
            return (nil, report)
        }
    }
}

extension ContinuousClock.Instant {
    var millisecondsUntilNow: Double {
        let (seconds, attoseconds) = (ContinuousClock.now - self).components
        return Double(seconds) * 1000 + Double(attoseconds) / 1e15
    }
}
