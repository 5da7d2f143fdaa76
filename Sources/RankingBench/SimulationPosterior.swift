internal import GeoModel
internal import Geodesy
internal import Glibc

/// The best that any ranking can do on simulated captures: what a photo shows, by one who knows how captures are drawn.
///
/// It reads the simulation the other way by Bayes' rule: how often each object is photographed, from where, with which errors of position and
/// heading, and which classes the model then answers. It is told what a ranking is told of a capture and nothing of its truth. A ranking
/// knows none of these numbers, so that its own figures are below these on average; what is missing to 100 % nobody can know.
///
/// The camera's place is integrated over by points round the position sent that fill it evenly (`EvenPoints`): few of them for every object, many for
/// those that the few find likeliest. What `LabelDraw` says of how further classes
/// are drawn is used as far as `LabelLikelihood` says.
struct SimulationPosterior {
    /// The rank of the truth, nil when it is not among the first ten, and the probability of the first answer.
    typealias Answer = (rank: Int?, score: Double?)

    private let draw: CaptureDraw
    private let places: [PlaceOfInterest]
    /// Classes of what is on no map, with the part of all photos that show each.
    private let living, things: [(index: Int, share: Double)]

    /// Points at which the camera may have been: of every object, and of those that are likeliest by them.
    private static let points = 64
    private static let finePoints = 512
    private static let likeliest = 20
    private static let offered = 10
    /// Objects less likely than this are left out.
    private static let least = 1e-7
    private static let degree = 111_320.0

    /// An object with what every capture asks of it.
    private struct PlaceOfInterest {
        let camera: CameraLikelihood
        /// The part of photos of places that show it.
        let share: Double
        let classes: [Int]
        let box: BoundingBox

        var object: MappedObject { camera.object }
    }

    init(_ draw: CaptureDraw) {
        self.draw = draw
        let labels = draw.labelDraw
        let each = CaptureDraw.shares[1] / Double(max(1, labels.living.count))
        living = labels.living.map { ($0, each) }
        let whole = max(labels.thingWeights.reduce(0, +), .leastNormalMagnitude)
        things = zip(labels.things, labels.thingWeights).map {
            ($0, CaptureDraw.shares[2] * $1 / whole)
        }
        let total = max(draw.cumulativeWeights.last ?? 0, .leastNormalMagnitude)
        places = draw.objects.indices.compactMap { index in
            let object = draw.objects[index]
            let before = index > 0 ? draw.cumulativeWeights[index - 1] : 0
            let share = (draw.cumulativeWeights[index] - before) / total
            guard share > 0, let box = object.shape.boundingBox else { return nil }
            return PlaceOfInterest(
                camera: CameraLikelihood(object), share: share,
                classes: draw.labelDraw.classes(of: object), box: box)
        }
    }

    // MARK: The answer

    /// Something that the photo may show, and how likely it is.
    private struct Hypothesis {
        /// nil for something that the picture model did not think of, which nobody can name.
        let subject: Subject?
        let probability: Double
    }

    /// - Parameter isRight: Whether an answer counts as right.
    func answer(
        to capture: SimulatedCapture, isRight: (Subject) -> Bool
    ) -> Answer {
        var rest = hypotheses(capture)
        var answer: Answer = (nil, nil)
        for rank in 1...Self.offered {
            guard let best = best(of: rest) else { break }
            if rank == 1 { answer.score = best.probability }
            if let subject = best.subject, isRight(subject) {
                answer.rank = rank
                break
            }
            rest.removeAll { Self.isSame($0.subject, best.subject) }
        }
        return answer
    }

    /// What is right most often: a place counts for its namesakes near too.
    private func best(of hypotheses: [Hypothesis]) -> Hypothesis? {
        let likeliest = hypotheses.lazy.filter { $0.subject != nil }.map(\.probability).max() ?? 0
        return hypotheses.filter { $0.subject != nil && $0.probability > likeliest / 50 }.map {
            one in
            let sum = hypotheses.reduce(0) {
                Self.isSame($1.subject, one.subject) ? $0 + $1.probability : $0
            }
            return Hypothesis(subject: one.subject, probability: sum)
        }.max { $0.probability < $1.probability }
    }

    private static func isSame(_ one: Subject?, _ other: Subject?) -> Bool {
        guard let one, let other else { return false }
        return switch (one, other) {
        case (.place(let one), .place(let other)): RankingTrial.isSame(one, other)
        case (.living(let one), .living(let other)): one.scientificName == other.scientificName
        case (.thing(let one), .thing(let other)): one.name == other.name
        case (.spot, .spot), (.own, .own): true
        case (.place, _), (.living, _), (.thing, _), (.spot, _), (.own, _): false
        }
    }

    // MARK: Bayes' rule

    private func hypotheses(_ capture: SimulatedCapture) -> [Hypothesis] {
        let labels = draw.labelDraw
        let here = capture.position.coordinate
        guard let heard = labels.heard(capture.labels, near: draw.classes(near: here)) else {
            return []
        }
        let (coarse, spot) = densities(
            Self.cameras(of: capture, count: Self.points), capture, of: places)
        let elsewhere = labels.likelihoodOfNone(heard)
        var weighed = coarse.map { place, density in
            (
                place: place, density: density,
                likelihood: labels.likelihood(heard, of: place.object, bearing: place.classes)
            )
        }.sorted { $1.density * $1.likelihood < $0.density * $0.likelihood }
        let cameras = Self.cameras(of: capture, count: Self.finePoints)
        let fine = densities(cameras, capture, of: weighed.prefix(Self.likeliest).map(\.place))
        let byRef = Dictionary(
            fine.places.map { ($0.0.object.key, $0.1) }, uniquingKeysWith: { one, _ in one })
        for index in weighed.indices.prefix(Self.likeliest) {
            weighed[index].density = byRef[weighed[index].place.object.key] ?? 0
        }
        var found = weighed.map { place, density, likelihood in
            Hypothesis(
                subject: .place(place.object),
                probability: CaptureDraw.shares[0] * density * likelihood)
        }
        let answered = Set(capture.labels.map(\.label.index))
        let meant = capture.ownPlace.map { Self.meant($0, cameras) }
        let livingHere =
            spot * (1 - PersonalDraw.livingAtOwn + PersonalDraw.livingAtOwn * (meant ?? 0))
        for (here, classes) in [(livingHere, living), (spot, things)] {
            found += classes.filter { answered.contains($0.index) }.map { index, share in
                let label = labels.labels[index]
                let subject: Subject = label.scientificName == nil ? .thing(label) : .living(label)
                return Hypothesis(
                    subject: subject,
                    probability: share * here * labels.likelihood(heard, showing: index)
                        * PersonalDraw.ratio(label.scientificName.flatMap { capture.ranges[$0] }))
            }
            let unheard = classes.reduce(0) { sum, one in
                answered.contains(one.index)
                    ? sum : sum + one.share * labels.likelihood(heard, showing: one.index)
            }
            found.append(Hypothesis(subject: nil, probability: here * unheard))
        }
        found.append(
            Hypothesis(
                subject: .spot,
                probability: CaptureDraw.shares[3] * (1 - PersonalDraw.ownShare) * spot
                    * elsewhere))
        if let own = capture.ownPlace, let meant {
            found.append(
                Hypothesis(
                    subject: .own(own),
                    probability: CaptureDraw.shares[3] * PersonalDraw.ownShare * spot * elsewhere
                        * meant))
        }
        let total = found.reduce(0) { $0 + $1.probability }
        return found.map {
            Hypothesis(subject: $0.subject, probability: total > 0 ? $0.probability / total : 0)
        }.filter { $0.probability > Self.least }
    }

    /// How many times likelier a place of the person's own lies so when they stand in it for its sake than when they
    /// do not.
    private static func meant(_ own: OwnPlace, _ cameras: [Coordinate]) -> Double {
        let inside = share(of: cameras, within: own.radiusInMeters, of: own.center)
        let near = share(of: cameras, within: PersonalDraw.reach, of: own.center)
        return inside / (own.radiusInMeters * own.radiusInMeters)
            / max(
                1e-9,
                PersonalDraw.othersWithOwn * near / (PersonalDraw.reach * PersonalDraw.reach))
    }

    /// The part of the cameras that is within a circle.
    private static func share(
        of cameras: [Coordinate], within radius: Double, of center: Coordinate
    ) -> Double {
        let within = cameras.count {
            Geodesic.inverse(from: $0, to: center).distanceInMeters <= radius
        }
        return Double(within) / Double(max(1, cameras.count))
    }

    /// Photos for each square metre and degree of heading, of each place, and of something that is not on the map.
    private func densities(
        _ cameras: [Coordinate], _ capture: SimulatedCapture, of places: [PlaceOfInterest]
    ) -> (places: [(PlaceOfInterest, Double)], spot: Double) {
        guard let box = BoundingBox(enclosing: cameras) else { return ([], 0) }
        let heading = capture.headingInDegrees
        let any = heading == nil ? 1 : 1.0 / 360
        let count = Double(cameras.count)
        var spot = 0.0
        let radius = CaptureDraw.spotRadius
        var found: [(PlaceOfInterest, Double)] = []
        for place in places {
            let away = Self.meters(from: box, to: place.box)
            guard away <= max(place.camera.reach, radius) else { continue }
            var sum = 0.0
            for camera in cameras {
                let seen = place.camera.seen(from: camera)
                let toMiddle = Geodesic.inverse(from: camera, to: place.object.position)
                if toMiddle.distanceInMeters < radius {
                    spot += place.share * any / (.pi * radius * radius)
                }
                guard seen.density > 0 else { continue }
                let aim = seen.distanceInMeters > 0 ? heading.map { ($0, seen.aimInDegrees) } : nil
                sum += seen.density * (aim.map { Self.density(of: $0.0, aim: $0.1) } ?? any)
            }
            if sum > 0 { found.append((place, place.share * sum / count)) }
        }
        return (found, spot / count)
    }

    /// Of each degree, of a heading when the camera is aimed at something.
    private static func density(of heading: Double, aim: Double) -> Double {
        let off = (heading - aim).remainder(dividingBy: 360) / CameraDraw.headingDeviation
        let aimed =
            exp(-0.5 * off * off) / (CameraDraw.headingDeviation * (2 * .pi).squareRoot())
        return (1 - CameraDraw.lostHeadings) * aimed + CameraDraw.lostHeadings / 360
    }

    /// Metres between two boxes, 0 when they meet; right to a part in a hundred over some kilometres.
    private static func meters(from box: BoundingBox, to other: BoundingBox) -> Double {
        let north = max(0, other.south - box.north, box.south - other.north)
        let east = max(0, other.west - box.east, box.west - other.east)
        return degree * hypot(north, east * cos(box.south * .pi / 180)) * 0.99
    }

    // MARK: Where the camera was

    private static func cameras(of capture: SimulatedCapture, count: Int) -> [Coordinate] {
        (1...count).map { number in
            let point = EvenPoints(number)
            let deviation = deviation(
                capture.position.coordinateUncertaintyInMeters, share: point[4],
                normal: (-2 * log(1 - point[2])).squareRoot() * cos(2 * .pi * point[3]))
            return Geodesic.destination(
                from: capture.position.coordinate, bearingInDegrees: 360 * point[0],
                distanceInMeters: deviation * (-2 * log(1 - point[1])).squareRoot())
        }
    }

    /// One of the deviations that a telephone may have that states so great an uncertainty: the log-normal of
    /// telephones and that of what they state, multiplied.
    ///
    /// - Parameters:
    ///   - share: Chooses between usual and bad fixes, 0..<1.
    ///   - normal: Of a normal distribution.
    private static func deviation(_ stated: Double?, share: Double, normal: Double) -> Double {
        let prior = CameraDraw.errorDeviation * CameraDraw.errorDeviation
        let means = [
            log(CameraDraw.usualError), log(CameraDraw.usualError * CameraDraw.badFix),
        ]
        var shares = [1 - CameraDraw.badFixes, CameraDraw.badFixes]
        func chosen() -> Double {
            share * (shares[0] + shares[1]) < shares[0] ? means[0] : means[1]
        }
        guard let stated, stated > 0 else {
            return exp(chosen() + CameraDraw.errorDeviation * normal)
        }
        let error = CameraDraw.statedDeviation * CameraDraw.statedDeviation
        let heard = log(stated / CameraDraw.statedPart)
        for index in means.indices {
            let off = heard - means[index]
            shares[index] *= exp(-0.5 * off * off / (prior + error))
        }
        let centre = (chosen() * error + heard * prior) / (prior + error)
        return exp(centre + (prior * error / (prior + error)).squareRoot() * normal)
    }
}
