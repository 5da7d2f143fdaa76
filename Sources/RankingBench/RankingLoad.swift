internal import Candidates
package import GeoModel
internal import Geodesy

/// A capture with a given number of places in reach and a whole answer of a picture model, to measure the ranking by
/// itself.
package struct RankingLoad {
    private let input: RankingInput
    package var count: Int { input.places.count }

    /// As a model gives it: a probability to each of its classes, half of what is left to the next.
    private static func answer(_ labels: [ImageLabel]) -> [LabelledProbability] {
        labels.enumerated().map { index, label in
            LabelledProbability(
                label: label, probability: max(0.5 / Double(1 << min(index, 12)), 1e-5))
        }
    }

    /// - Parameters:
    ///   - objects: More than `count`; the nearest to the middle one are taken.
    ///   - labels: The picture model's classes; each has its part of the answer.
    package init(_ count: Int, of objects: [MappedObject], labels: [ImageLabel]) {
        let named = objects.filter { $0.name != nil && !$0.isArea }
        let middle = named[named.count / 2].position
        let places = named.map { object in
            let (meters, bearing) = Geodesic.inverse(from: middle, to: object.position)
            return NearbyPlace(
                place: Place(
                    ref: object.ref, category: object.category, type: object.type,
                    tags: object.tags, position: object.position,
                    boundingBox: BoundingBox(object.position), importance: 0.2),
                label: object.name ?? "", isNamed: true, distanceInMeters: meters,
                bearingInDegrees: bearing)
        }.sorted { $0.distanceInMeters < $1.distanceInMeters }.prefix(count)
        // So uncertain that all of them are in reach.
        let farthest = places.last?.distanceInMeters ?? 100
        input = RankingInput(
            position: CapturePosition(
                coordinate: middle, coordinateUncertaintyInMeters: max(20, farthest / 2),
                source: .request),
            headingInDegrees: 45, places: Array(places), address: nil,
            labels: Self.answer(labels.reversed()), eventDate: RankingTrial.date, limit: 10)
    }

    /// Evidence in, scores and sentences out.
    ///
    /// - Returns: How many candidates there are.
    package func rank() -> Int { Ranking.candidates(for: input).count }
}
