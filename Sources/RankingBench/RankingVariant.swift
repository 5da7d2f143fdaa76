internal import Candidates
internal import Captures
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy

/// A way to order what a capture may show: the ranking, less one source or piece of evidence, or a
/// baseline.
package enum RankingVariant: String, CaseIterable, Sendable {
    case whole = "the ranking"
    case nearestNamed = "baseline: nearest named place"
    case pictureAlone = "baseline: picture score alone"
    case ceiling = "ceiling: all that the simulation knows"
    case withoutImage = "without source image"
    case withoutPlaces = "without source places"
    case withoutAddress = "without source address"
    case withoutSpecies = "without source species"
    case withoutSaved = "without source saved"
    case withoutPosition = "without a position"
    case withoutDistance = "without distance"
    case withoutHeading = "without heading"
    case withoutImportance = "without importance"
    case withoutTags = "without agreement of tags"
    case withoutUncertainty = "without stated uncertainty"

    /// Metres that stand for every distance where none is known.
    private static let noDistance = 20.0

    /// What the ranking is told of a capture.
    func input(_ capture: SimulatedCapture, _ map: MapSources) -> RankingInput {
        var places = map.places
        switch self {
        case .withoutPlaces, .withoutPosition: places = []
        case .withoutDistance:
            places = places.map { $0.at($0.distanceInMeters > 300 ? 301 : Self.noDistance) }
        case .withoutImportance: places = places.map { $0.ofImportance(0.25) }
        default: break
        }
        var labels =
            capture.labels
            + capture.mappedClasses.map { LabelledProbability(label: $0, probability: 0) }
        if self == .withoutImage { labels = [] }
        if self == .withoutTags { labels = labels.map(\.withoutTags) }
        let position: CapturePosition? =
            switch self {
            case .withoutPosition: nil
            case .withoutUncertainty:
                CapturePosition(
                    coordinate: capture.position.coordinate, coordinateUncertaintyInMeters: nil,
                    source: .exif)
            default: capture.position
            }
        return RankingInput(
            position: position,
            headingInDegrees: self == .withoutHeading ? nil : capture.headingInDegrees,
            places: places,
            savedPlaces: [.withoutSaved, .withoutPosition].contains(self) ? [] : capture.saved,
            contexts: map.contexts,
            address: [.withoutAddress, .withoutPosition].contains(self) ? nil : map.address,
            labels: labels,
            species: [.withoutSpecies, .withoutPosition].contains(self) ? [:] : capture.knowledge,
            eventDate: RankingTrial.date)
    }
}

extension SimulatedCapture {
    /// The person's own place, as a search near the position sent finds it.
    fileprivate var saved: [NearbySavedPlace] {
        guard let ownPlace else { return [] }
        let toCenter = Geodesic.inverse(from: position.coordinate, to: ownPlace.center)
        let away = max(0, toCenter.distanceInMeters - ownPlace.radiusInMeters)
        let made = Date(timeIntervalSince1970: 0)
        return [
            NearbySavedPlace(
                place: SavedPlace(
                    id: OwnPlace.id, name: "Own place",
                    shape: .circle(
                        center: ownPlace.center, radiusInMeters: ownPlace.radiusInMeters),
                    created: made, modified: made, revision: 1),
                distanceInMeters: away,
                bearingInDegrees: away > 0 ? toCenter.bearingInDegrees : nil,
                metersAcross: 2 * ownPlace.radiusInMeters * 2.0.squareRoot())
        ]
    }

    /// What range maps say, without a taxonomy.
    fileprivate var knowledge: [String: SpeciesKnowledge] {
        ranges.mapValues {
            SpeciesKnowledge(taxon: nil, lineage: [], range: RangeAnswer(status: $0))
        }
    }
}

extension NearbyPlace {
    /// The same at another distance; the far ones stay far, so that what is in reach stays so.
    fileprivate func at(_ meters: Double) -> NearbyPlace {
        NearbyPlace(
            place: place, label: label, isNamed: isNamed, distanceInMeters: meters,
            bearingInDegrees: bearingInDegrees)
    }

    fileprivate func ofImportance(_ importance: Double) -> NearbyPlace {
        NearbyPlace(
            place: Place(
                ref: place.ref, category: place.category, type: place.type, tags: place.tags,
                position: place.position, boundingBox: place.boundingBox, importance: importance),
            label: label, isNamed: isNamed, distanceInMeters: distanceInMeters,
            bearingInDegrees: bearingInDegrees)
    }
}

extension LabelledProbability {
    /// The same class, as one that is on no map.
    fileprivate var withoutTags: LabelledProbability {
        LabelledProbability(
            label: ImageLabel(
                model: label.model, index: label.index, name: label.name,
                scientificName: label.scientificName, taxonRank: label.taxonRank),
            probability: probability)
    }
}
