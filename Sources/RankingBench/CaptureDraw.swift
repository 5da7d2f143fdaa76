package import GeoModel
internal import Geodesy

/// Draws captures in a region: one seed has one sequence.
///
/// Of 100 captures 70 show an object of the map (`PhotographedPlaces`), 14 something alive, 8 another
/// thing, and 8 nothing in particular, or a place of the person's own (`PersonalDraw`). The last three are taken within 60 m of a mapped object, by
/// people who walk where others do.
package struct CaptureDraw {
    /// Which objects are photographed.
    package enum Interest: String, Sendable, CaseIterable {
        /// By `PhotographedPlaces`.
        case photographed
        /// Every named object as often as any other: harder than life.
        case even
    }

    let objects: [MappedObject]
    let cumulativeWeights: [Double]
    private let nearby: [String: [Int]]
    let labelDraw: LabelDraw
    private var random: SeededGenerator
    private var personal: PersonalDraw

    /// Of places, living things, other things, and spots.
    static let shares = [0.70, 0.14, 0.08, 0.08]
    /// Objects within this many metres may be seen in the background.
    private static let background = 80.0

    /// - Parameters:
    ///   - objects: At least one.
    ///   - labels: The picture model's classes in the order of its outputs.
    package init(
        _ objects: [MappedObject], labels: [ImageLabel], interest: Interest, seed: UInt64
    ) {
        self.objects = objects
        var sum = 0.0
        cumulativeWeights = objects.map { object in
            sum +=
                interest == .photographed
                ? PhotographedPlaces.weight(of: object) : object.name == nil ? 0 : 1
            return sum
        }
        labelDraw = LabelDraw(labels)
        nearby = Dictionary(grouping: objects.indices) { Self.cell(objects[$0].position, 0, 0) }
        random = SeededGenerator(seed: seed)
        personal = PersonalDraw(seed: seed)
    }

    package mutating func next() -> SimulatedCapture {
        let drawn = photo()
        return personal.complete(drawn)
    }

    private mutating func photo() -> SimulatedCapture {
        switch random.index(ofWeights: Self.shares) {
        case 0:
            let object = object()
            let camera = CameraDraw(of: object, using: &random)
            let shown = labelDraw.shown(by: object, using: &random)
            return capture(.place(object), camera, shown)
        case 1:
            let camera = CameraDraw(at: spot(), using: &random)
            guard let index = labelDraw.living.randomElement(using: &random) else { break }
            return capture(.living(labelDraw.labels[index]), camera, index)
        case 2:
            let camera = CameraDraw(at: spot(), using: &random)
            guard let index = random.index(ofWeights: labelDraw.thingWeights) else { break }
            let thing = labelDraw.things[index]
            return capture(.thing(labelDraw.labels[thing]), camera, thing)
        default: break
        }
        return capture(.spot, CameraDraw(at: spot(), using: &random), nil)
    }

    private mutating func capture(
        _ subject: Subject, _ camera: CameraDraw, _ shown: Int?
    ) -> SimulatedCapture {
        let labels =
            if let shown {
                labelDraw.answer(showing: shown, using: &random)
            } else {
                labelDraw.answer(showingNoneBut: classes(near: camera.camera), using: &random)
            }
        return SimulatedCapture(
            subject: subject, camera: camera.camera, position: camera.stated,
            headingInDegrees: camera.headingInDegrees, labels: labels,
            mappedClasses: labelDraw.mapped)
    }

    private mutating func object() -> MappedObject {
        let wanted = random.unit() * (cumulativeWeights.last ?? 0)
        var (low, high) = (0, objects.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulativeWeights[middle] > wanted { high = middle } else { low = middle + 1 }
        }
        return objects[low]
    }

    /// How far from a mapped object, in metres, people photograph what is on no map.
    static let spotRadius = 60.0

    private mutating func spot() -> Coordinate {
        Geodesic.destination(
            from: object().position, bearingInDegrees: 360 * random.unit(),
            distanceInMeters: Self.spotRadius * random.unit().squareRoot())
    }

    // MARK: What stands near

    func classes(near position: Coordinate) -> [Int] {
        var classes: Set<Int> = []
        for north in -1...1 {
            for east in -1...1 {
                for index in nearby[Self.cell(position, north, east)] ?? [] {
                    let object = objects[index]
                    let away = Geodesic.inverse(from: position, to: object.position)
                    guard away.distanceInMeters < Self.background else { continue }
                    classes.formUnion(labelDraw.classes(of: object))
                }
            }
        }
        return classes.sorted()
    }

    /// A cell of a thousandth of a degree of latitude, and two of longitude.
    private static func cell(_ position: Coordinate, _ north: Int, _ east: Int) -> String {
        let row = Int((position.decimalLatitude * 1000).rounded(.down)) + north
        let column = Int((position.decimalLongitude * 500).rounded(.down)) + east
        return "\(row),\(column)"
    }
}
