import GeoModel
import Glibc

/// What speaks for and against one place, as log-likelihood ratios against any other place.
struct PlaceEvidence {
    /// Log-odds that are not worth a line.
    private static let negligible = 0.02
    /// A place so wide, in metres, holds other things.
    private static let wide = 50.0
    // What fits simulated captures best: all numbers here are fitted by likelihood, on captures of both bundled
    // extracts that `turnstone bench ranking` draws with the seeds 1, 2 and 3, photographed and even; together, but for
    // those of `withinWeight`, which were fitted behind the others.

    /// The heading of a telephone is good to so many radians, and for 4 of 100 to nothing.
    private static let headingError = 0.211
    private static let headingFailure = 0.031
    /// By how much of its uncertainty the position moves the bearing; and from what depth of its half size a place is
    /// aimed at, as nobody aims at its nearest corner.
    private static let headingShift = 0.82
    private static let headingDepth = 0.34
    /// What a place has from a heading when the camera looks at it.
    private static let ahead = 1.9
    /// What everything has that is on no map, as nobody knows where it is.
    private static let anyDirection = 0.8

    private let uncertainty: Double
    private let isUncertaintyAssumed: Bool
    private let heading: Double?
    /// In radians.
    private let headingError: Double
    private let tags: TagComparison

    /// - Parameter headingUncertainty: Degrees by which the heading may be off besides, as one from magnetic
    ///   north where the declination is not known.
    init(
        uncertainty: Double?, heading: Double?, headingUncertainty: Double = 0, image: ImageReading
    ) {
        self.uncertainty = Uncertainty.inMeters(uncertainty)
        isUncertaintyAssumed = Uncertainty.isAssumed(uncertainty)
        self.heading = heading.flatMap { $0.isFinite ? $0 : nil }
        let besides = headingUncertainty.isFinite ? max(0, headingUncertainty) * .pi / 180 : 0
        headingError = hypot(Self.headingError, besides)
        tags = TagComparison(image)
    }

    /// Whether the place can be what is shown: within the search radius or as far as over open country, or for a
    /// famous or tall one, within sight (up to 3 km).
    func isInReach(_ found: NearbyPlace) -> Bool {
        guard found.distanceInMeters >= 0 else { return false }
        return found.distanceInMeters <= max(searchRadius, Ranking.openCountryInMeters)
            || found.distanceInMeters <= found.place.sightInMeters + uncertainty
    }

    /// A saved place is offered within the search radius alone.
    func isInReach(_ saved: NearbySavedPlace) -> Bool {
        saved.distanceInMeters <= searchRadius
    }

    private var searchRadius: Double { Ranking.searchRadiusInMeters(uncertainty: uncertainty) }

    /// What is known of one place before a sentence is written.
    struct Weight {
        /// The sum of the reasons' weights.
        let ofPlace: Double
        /// What it has by its renown alone, wherever one stands.
        let ofRenown: Double
        /// How much of the photos of what is on no map is made so far from it, as a part of those next to a small
        /// thing, 0…1. What is photographed along a river is spread as far as the river.
        let nearness: Double
    }

    func weight(of found: NearbyPlace) -> Weight {
        let seen = Seen(found)
        let image = tags.weight(of: found.place, isNamed: found.isNamed)
        let renown = standing(of: found)
        let scale = scale(seen)
        let reach = max(Self.surroundings, scale)
        let ratio = seen.distanceInMeters / reach
        let spread =
            Self.spread * log(reach / Self.surroundings) + Self.spreadOfWide * log(seen.wideness)
        return Weight(
            ofPlace: distanceWeight(seen, scale) + extentWeight(seen)
                + (heading.map { sight(seen, $0).weight } ?? 0)
                + (abs(image) >= Self.negligible ? image : 0) + renown,
            ofRenown: renown,
            nearness: exp(-spread) * pow(1 + ratio * ratio, -Self.slowness * fall(seen)))
    }

    /// The log-odds of a place of the person's own against what is on no map: who has saved one goes there, whatever
    /// else stands around, and photographs this and that within it.
    func weight(of saved: NearbySavedPlace) -> Double {
        distanceWeight(of: saved) + savedWeight(saved)
    }

    /// What a place has by its renown and its name.
    private func standing(of found: NearbyPlace) -> Double {
        importanceWeight(found.place) + (found.isNamed ? 0 : Self.nameless)
    }

    /// A thing without a name of its own is seldom what a photo is about.
    private static let nameless = -2.5

    /// The reasons, in the order to show them.
    func reasons(for found: NearbyPlace) -> [Evidence] {
        var reasons = [distance(Seen(found))]
        if let heading = headingReason(Seen(found)) { reasons.append(heading) }
        if let image = imageReason(found) { reasons.append(image) }
        reasons.append(importance(found.place))
        if let extent = extent(Seen(found)) { reasons.append(extent) }
        if !found.isNamed {
            reasons.append(
                Evidence(
                    kind: "name", weight: Self.nameless,
                    text: "it has no name of its own on the map"))
        }
        return reasons
    }

    // MARK: Places of the person's own

    /// The reasons for a place of the person's own: where it is, and that they saved it. A heading tells nothing of
    /// what one stands in.
    func reasons(for saved: NearbySavedPlace) -> [Evidence] {
        [
            distance(saved.distanceInMeters, weight: distanceWeight(of: saved)),
            Evidence(
                kind: "saved", weight: savedWeight(saved),
                text: "a place that you have saved yourself"),
        ]
    }

    private static let own = -1.67
    private static let ownFall = 4.0
    /// By the logarithm of its width, in parts of `ownWidth` metres: to stand in a wide one says less.
    private static let ownThinning = 1.88
    private static let ownWidth = 56.6
    private static let leastOwnWidth = 14.0

    private func savedWeight(_ saved: NearbySavedPlace) -> Double {
        let across = saved.metersAcross.isFinite ? saved.metersAcross : Self.ownWidth
        return Self.own - Self.ownThinning * log(max(across, Self.leastOwnWidth) / Self.ownWidth)
    }

    private func distanceWeight(of saved: NearbySavedPlace) -> Double {
        let ratio = saved.distanceInMeters / (5 + 0.5 * uncertainty)
        return -Self.ownFall * log(1 + ratio * ratio)
    }

    /// Where a place stands, as seen from the position.
    private struct Seen {
        let distanceInMeters: Double
        let bearingInDegrees: Double?
        let metersAcross: Double
        let height: Double
        /// A line: as long as it is, one stands beside it.
        let isLong: Bool
        /// Of an area; a point has no inside.
        let visit: PlaceVisit

        init(_ found: NearbyPlace) {
            isLong =
                switch found.place.category {
                case "waterway", "highway", "railway": true
                default: false
                }
            distanceInMeters = found.distanceInMeters
            bearingInDegrees = found.bearingInDegrees
            metersAcross = found.place.metersAcross
            height = found.place.heightInMeters ?? 0
            visit = metersAcross > 0 ? PlaceVisit(found.place) : .fromOutside
        }

        /// Half of the size, as far as one steps back for it, in metres.
        var halfSize: Double { min(metersAcross, Self.steppedBackFor) / 2 }

        /// How many times wider it is than what one steps back for; 1 of all that is not.
        var wideness: Double { max(1, metersAcross / Self.steppedBackFor) }

        private static let steppedBackFor = 120.0
    }

    /// What everything has, in log-odds, that is on no map and that the camera may look at or not; and what the
    /// distance has besides for the sake of its sentence.
    var unlisted: Double { (heading == nil ? 0 : Self.anyDirection) + Self.near }

    /// How far, in metres, from such a thing most captures of it are made: a part of the uncertainty, and the
    /// distance from which it is photographed, more for a large or tall one.
    private func scale(_ found: Seen) -> Double {
        pointScale + 2.93 * found.halfSize + 0.55 * found.height
    }

    private var pointScale: Double { 10.4 + 0.82 * uncertainty }

    /// How fast the odds fall with distance: the larger and taller a thing, the longer some still step back for it.
    private func fall(_ found: Seen) -> Double {
        max(
            Self.leastFall,
            Self.fall - Self.fallOfSize * log(1 + found.halfSize / 10)
                - Self.fallOfHeight * log(1 + min(found.height, Self.mountain) / 5))
    }

    /// A heavy-tailed fall with distance, from `near`: where it is nought, nearness speaks neither for a place nor
    /// against it.
    private func distanceWeight(_ found: Seen, _ scale: Double) -> Double {
        let ratio = found.distanceInMeters / scale
        return Self.near - Self.thinning * log(pointScale / 18)
            - fall(found) * log(1 + ratio * ratio) + withinWeight(found)
    }

    /// What an area has besides that is photographed from within: the more, the surer the position is in it, and the
    /// less, the wider it is, as its photos are spread over all of it.
    private func withinWeight(_ found: Seen) -> Double {
        let (gain, loss): (Double, Double)
        switch found.visit {
        case .walkedIn: (gain, loss) = (8, 0.6)
        case .seenInside: (gain, loss) = (3, 0.3)
        case .fromOutside: return 0
        }
        let across = found.metersAcross / Self.wandered
        let part = 1 / (1 + across * across)
        let ratio = found.distanceInMeters / (0.5 * max(uncertainty, Self.leastError))
        return log(1 + gain * part * exp(-ratio * ratio)) - loss * part
    }

    /// Metres across, of an area whose photos are half as dense as those of a small one.
    private static let wandered = 200.0
    /// No position is better than that, in metres.
    private static let leastError = 4.0

    /// What is photographed from many places is the less likely at each of them.
    private func extentWeight(_ found: Seen) -> Double {
        -Self.thinningOfSize * log(1 + found.halfSize / (Self.sizeOfPoint * pointScale))
            - Self.thinningOfHeight * log(1 + found.height / (Self.heightOfPoint * pointScale))
            - Self.thinningOfWide * log(found.wideness)
            - (found.isLong ? 0 : Self.thinningOfVast * log(max(1, found.wideness / Self.vast)))
    }

    private static let near = 2.5
    private static let fall = 4.3
    private static let fallOfSize = 0.23
    private static let fallOfHeight = 0.82
    private static let leastFall = 0.8
    /// No height counts for more, in metres.
    private static let mountain = 200.0
    /// By the logarithm of `pointScale`: about by the square of it, which is the area that one may stand on.
    private static let thinning = 2.9
    /// By the logarithms of half the size and of the height, from as much of `pointScale` on.
    private static let thinningOfSize = 2.87
    private static let sizeOfPoint = 0.49
    private static let thinningOfHeight = 4.2
    private static let heightOfPoint = 6.8
    /// By the logarithm of `wideness`: a river has many banks.
    private static let thinningOfWide = 0.59
    /// Besides, from so wide on, of what is not only long: nobody photographs the island on which they stand.
    private static let vast = 8.0
    private static let thinningOfVast = 1.0
    /// Photos of something that is on no map are made as far as this from what is, in metres.
    private static let surroundings = 84.0
    /// By the logarithms of their scale and of `wideness`, as the thinning.
    private static let spread = 3.34
    private static let spreadOfWide = 0.65
    /// As a part of `fall`, and at no smaller scale, so that no place gains from being farther away: what its odds
    /// lose, what is expected round it loses more slowly.
    private static let slowness = 0.98

    private func distance(_ found: Seen) -> Evidence {
        distance(found.distanceInMeters, weight: distanceWeight(found, scale(found)))
    }

    private func distance(_ meters: Double, weight: Double) -> Evidence {
        let away = "\(Wording.distance(meters)) away"
        let error = Wording.distance(uncertainty)
        let stated =
            isUncertaintyAssumed
            ? "the \(error) assumed for the position" : "the \(error) uncertainty"
        let text =
            if meters == 0 {
                "the position is inside it"
            } else if meters <= uncertainty {
                "\(away), within \(stated)"
            } else {
                "\(away), beyond \(stated)"
            }
        return Evidence(kind: "distance", weight: weight, text: text)
    }

    /// How well a heading and the bearing agree, and the angle between them in degrees, what of it is beyond the
    /// footprint, in radians, and how far the bearing is known; nil from inside.
    ///
    /// A von Mises density as part of its peak, whose width grows for what is near, as the bearing moves with the
    /// position's error. A wide footprint is met by every heading between its edges. Taken as part of the peak, it
    /// never grows with distance.
    private func sight(
        _ found: Seen, _ heading: Double
    ) -> (weight: Double, view: (turn: Double, beyond: Double, concentration: Double)?) {
        guard let bearing = found.bearingInDegrees, bearing.isFinite, found.distanceInMeters > 0
        else { return (Self.ahead, nil) }
        let distance = found.distanceInMeters
        let turn = abs((bearing - heading).remainder(dividingBy: 360))
        let halfWidth = atan(found.halfSize / distance) * 180 / .pi
        let beyond = max(0, turn - 0.7 * halfWidth) * .pi / 180
        let shift =
            Self.headingShift * uncertainty / (distance + Self.headingDepth * found.halfSize)
        let concentration = 1 / (headingError * headingError + shift * shift)
        let agreement = exp(concentration * (cos(beyond) - 1))
        let weight =
            Self.ahead + log(Self.headingFailure + (1 - Self.headingFailure) * agreement)
        return (weight, (turn, beyond, concentration))
    }

    private func headingReason(_ found: Seen) -> Evidence? {
        guard let heading else { return nil }
        let (weight, view) = sight(found, heading)
        guard let (turn, beyond, concentration) = view else {
            return Evidence(
                kind: "heading", weight: weight,
                text: "the camera is inside it, whatever its heading")
        }
        let degrees = "\(Int(turn.rounded()))° from where the camera looked"
        let text =
            if concentration < 0.5 {
                "too near for the heading to tell, \(degrees)"
            } else if beyond == 0, turn > 10 {
                "so wide that the camera looks at it, its nearest point \(degrees)"
            } else if turn <= 45 {
                "in front of the camera, \(degrees)"
            } else if turn < 135 {
                "to the side of the camera, \(degrees)"
            } else {
                "behind the camera, \(degrees)"
            }
        return Evidence(kind: "heading", weight: weight, text: text)
    }

    /// The sentence names the class which moved the place most.
    private func imageReason(_ found: NearbyPlace) -> Evidence? {
        let place = found.place
        let weight = tags.weight(of: place, isNamed: found.isNamed)
        guard abs(weight) >= Self.negligible else { return nil }
        if tags.isUnseen(place) {
            return Evidence(
                kind: "image", weight: weight,
                text: "the picture model knows such places, and does not see one")
        }
        guard let (answer, agreement) = tags.strongest(of: place) else {
            return Evidence(
                kind: "image", weight: weight, text: "the picture shows something else")
        }
        return Evidence(
            kind: "image", weight: weight, text: sentence(answer, agreement: agreement))
    }

    private func sentence(_ answer: LabelledProbability, agreement: TagAgreement) -> String {
        let seen =
            "\(Wording.withArticle(answer.label.name)) "
            + "(\(Wording.probability(answer.probability)))"
        let isMapped = answer.label.osmMatch == .same
        let verb = isMapped ? "looks like" : "shows"
        switch agreement {
        case .matches:
            return "the picture \(verb) \(seen), "
                + (isMapped ? "whose tags this place bears" : "typical of such a place")
        case .contradicted(let tag):
            return "the picture \(verb) \(seen), but this place is tagged \(tag.key)=\(tag.value)"
        case .differs, .silent:
            return "the picture \(verb) \(seen), "
                + (isMapped ? "whose tags this place does not bear" : "not typical of such a place")
        }
    }

    private func known(_ place: Place) -> Double {
        place.importance.isFinite ? min(max(place.importance, 0), 1) : 0
    }

    private func importanceWeight(_ place: Place) -> Double {
        let known = known(place)
        return 1.3 * (known - 0.25) + 0.53 * log((known + 0.02) / 0.27)
    }

    private func importance(_ place: Place) -> Evidence {
        let (known, weight) = (known(place), importanceWeight(place))
        return Evidence(
            kind: "importance", weight: weight,
            text: (weight >= 0 ? "well known" : "not widely known")
                + " (importance \(Wording.probability(known)))")
    }

    /// Being inside a wide area says little: most of what is in it has a name of its own.
    private func extent(_ found: Seen) -> Evidence? {
        let weight = extentWeight(found)
        guard abs(weight) >= Self.negligible else { return nil }
        let across = found.metersAcross
        let text =
            if across > Self.wide {
                "it is \(Wording.distance(across)) across, and holds other things"
            } else if found.height > across {
                "it is \(Wording.distance(found.height)) tall, and seen from many places"
            } else {
                "it is \(Wording.distance(across)) across, and seen from many places"
            }
        return Evidence(kind: "extent", weight: weight, text: text)
    }
}

extension Place {
    private static let degree = 111_320.0

    /// Metres between two points of the places that are near each other.
    func metersApart(_ other: Place) -> Double {
        let north = other.position.decimalLatitude - position.decimalLatitude
        let east = (other.position.decimalLongitude - position.decimalLongitude)
            .remainder(dividingBy: 360)
        return Self.degree
            * hypot(north, east * cos(position.decimalLatitude * .pi / 180))
    }

    /// The diagonal of the footprint's box, in metres; 0 of a point.
    var metersAcross: Double {
        let degree = Self.degree
        let width =
            boundingBox.east - boundingBox.west + (boundingBox.crossesAntimeridian ? 360 : 0)
        let narrowing = cos((boundingBox.south + boundingBox.north) / 2 * .pi / 180)
        return hypot(
            width * degree * narrowing, (boundingBox.north - boundingBox.south) * degree)
    }
}
