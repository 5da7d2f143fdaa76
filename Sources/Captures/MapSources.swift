internal import Candidates
package import GeoModel
package import PlaceIndex

/// What the place index says of a position: what is near, and the address.
///
/// Neither question fails the other, nor the capture.
package struct MapSources: Sendable {
    package private(set) var places: [NearbyPlace] = []
    package private(set) var address: GeocoderResult?
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
            try index.nearby(
                NearbyQuery(
                    position: position.coordinate,
                    radiusInMeters: Ranking.searchRadiusInMeters(
                        uncertainty: position.coordinateUncertaintyInMeters),
                    limit: Self.placeLimit, languages: languages))
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
        address = here.answer ?? nil
        reports = [near.report, here.report]
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
