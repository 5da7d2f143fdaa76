internal import GeoModel
internal import Geodesy
internal import Glibc

/// Where a photo of an object is taken from, and what the telephone says of it.
///
/// Assumptions, stated in full:
/// - a park, a lake, a square from within in 7 of 10 photos; a house with something to see inside (a
///   shop, a cafe, a museum, a church) from inside in 35 of 100: a point of the area, or of a node
///   within 6 m;
/// - else from outside, in any direction, whether or not something stands in the way: half of the
///   photos from nearer than 5 m, plus half of its size (120 m at most), plus 0.9 times its height;
///   half as far again when it has an article; of a peak 400 m; log-normal (0.7), at most 3 km;
/// - an error of position in each direction with a deviation of 4 m for half of the telephones
///   (log-normal, 0.6), four times as much for 7 of 100, as between high houses;
/// - an uncertainty stated by 85 of 100: the radius that holds 2 of 3, itself wrong by a quarter;
/// - a heading stated by 65 of 100, off by 10 degrees (deviation), and by any angle for 8 of 100.
struct CameraDraw {
    let camera: Coordinate
    let stated: CapturePosition
    let headingInDegrees: Double?

    init(of object: MappedObject, using random: inout SeededGenerator) {
        camera = Self.camera(of: object, using: &random)
        let distance = FootprintDistance.measure(from: camera, to: object.shape)
        let aim =
            distance.distanceInMeters > 0
            ? Geodesic.inverse(from: camera, to: object.position).bearingInDegrees : nil
        (stated, headingInDegrees) = Self.telephone(at: camera, aim: aim, using: &random)
    }

    /// A photo of something that is not on the map.
    init(at camera: Coordinate, using random: inout SeededGenerator) {
        self.camera = camera
        (stated, headingInDegrees) = Self.telephone(at: camera, aim: nil, using: &random)
    }

    private static let seenFromInside: Set<String> = [
        "shop", "amenity=restaurant", "amenity=cafe", "amenity=bar", "amenity=pub",
        "amenity=fast_food", "amenity=place_of_worship", "amenity=theatre", "amenity=library",
        "amenity=cinema", "amenity=ice_cream", "tourism=museum", "tourism=gallery",
    ]

    private static let walkedIn: Set<String> = [
        "leisure=park", "leisure=garden", "leisure=nature_reserve", "place=square",
        "natural=water", "natural=beach", "natural=wood", "place=island", "leisure=playground",
        "leisure=pitch", "landuse", "boundary", "railway=station", "tourism=zoo",
    ]

    private static func isOf(_ object: MappedObject, _ kinds: Set<String>) -> Bool {
        kinds.contains(object.category) || kinds.contains("\(object.category)=\(object.type)")
    }

    /// The part of an object's photos that is taken within it.
    static func insideShare(of object: MappedObject) -> Double {
        if object.isArea, isOf(object, walkedIn) { return 0.7 }
        return isOf(object, seenFromInside) ? 0.35 : 0
    }

    /// Half of the photos from outside are taken from nearer than so many metres.
    static func usualDistance(of object: MappedObject) -> Double {
        let size = min(object.metersAcross, 120)
        let isPeak = object.category == "natural" && object.type == "peak"
        return (isPeak ? 400 : 5 + 0.5 * size + 0.9 * object.height)
            * (object.hasArticle ? 1.5 : 1)
    }

    /// Of the logarithm of that distance.
    static let distanceDeviation = 0.7

    private static func camera(
        of object: MappedObject, using random: inout SeededGenerator
    ) -> Coordinate {
        if random.happens(insideShare(of: object)) { return inside(object, using: &random) }
        let wanted = min(
            3_000,
            random.logNormal(median: usualDistance(of: object), deviation: distanceDeviation))
        return outside(object, meters: wanted, using: &random)
    }

    /// How far from a point, in metres, counts as in it.
    static let pointRadius = 6.0

    private static func inside(
        _ object: MappedObject, using random: inout SeededGenerator
    ) -> Coordinate {
        guard object.isArea, let box = object.shape.boundingBox else {
            return Geodesic.destination(
                from: object.position, bearingInDegrees: 360 * random.unit(),
                distanceInMeters: pointRadius * random.unit().squareRoot())
        }
        for _ in 0..<50 {
            let point = Coordinate(
                clampingLatitude: .random(in: box.south...box.north, using: &random),
                wrappingLongitude: .random(in: box.west...box.east, using: &random))
            if Containment.covers(object.shape, point) { return point }
        }
        return object.position
    }

    /// A point that far from the shape, straight away from a point on it.
    private static func outside(
        _ object: MappedObject, meters: Double, using random: inout SeededGenerator
    ) -> Coordinate {
        let bearing = 360 * random.unit()
        var reach = meters
        var point = object.position
        for _ in 0..<6 {
            point = Geodesic.destination(
                from: object.position, bearingInDegrees: bearing, distanceInMeters: reach)
            let found = FootprintDistance.measure(from: point, to: object.shape).distanceInMeters
            guard abs(found - meters) > 0.5 else { break }
            reach += meters - found
        }
        return point
    }

    /// The error of position in each direction, in metres, of half of the telephones; how much they differ, in
    /// the logarithm; how many have a bad fix, and how much worse it is.
    static let usualError = 4.0
    static let errorDeviation = 0.6
    static let badFixes = 0.07
    static let badFix = 4.0
    /// The radius stated by the deviation in each direction, and the deviation of its logarithm.
    static let statedPart = 1.51
    static let statedDeviation = 0.25
    /// The error of a heading, in degrees, and how many headings are of no worth.
    static let headingDeviation = 10.0
    static let lostHeadings = 0.08

    private static func telephone(
        at camera: Coordinate, aim: Double?, using random: inout SeededGenerator
    ) -> (CapturePosition, Double?) {
        let deviation =
            random.logNormal(median: usualError, deviation: errorDeviation)
            * (random.happens(badFixes) ? badFix : 1)
        let (north, east) = (deviation * random.normal(), deviation * random.normal())
        let measured = Geodesic.destination(
            from: camera, bearingInDegrees: atan2(east, north) * 180 / .pi,
            distanceInMeters: hypot(north, east))
        let radius =
            statedPart * random.logNormal(median: deviation, deviation: statedDeviation)
        let position = CapturePosition(
            coordinate: measured,
            coordinateUncertaintyInMeters: random.happens(0.85) ? radius : nil, source: .exif)
        let looked =
            random.happens(lostHeadings) ? 360 * random.unit() : (aim ?? 360 * random.unit())
        let heading = (looked + headingDeviation * random.normal()).truncatingRemainder(
            dividingBy: 360)
        let isStated = random.happens(0.65)
        return (position, isStated ? (heading < 0 ? heading + 360 : heading) : nil)
    }
}
