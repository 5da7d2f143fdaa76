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

    private static func camera(
        of object: MappedObject, using random: inout SeededGenerator
    ) -> Coordinate {
        let isWalkedIn = object.isArea && isOf(object, walkedIn)
        if random.happens(isWalkedIn ? 0.7 : isOf(object, seenFromInside) ? 0.35 : 0) {
            return inside(object, using: &random)
        }
        let size = min(object.metersAcross, 120)
        let isPeak = object.category == "natural" && object.type == "peak"
        let usual = isPeak ? 400 : 5 + 0.5 * size + 0.9 * object.height
        let median = usual * (object.hasArticle ? 1.5 : 1)
        let wanted = min(3_000, random.logNormal(median: median, deviation: 0.7))
        return outside(object, meters: wanted, using: &random)
    }

    private static func inside(
        _ object: MappedObject, using random: inout SeededGenerator
    ) -> Coordinate {
        guard object.isArea, let box = object.shape.boundingBox else {
            return Geodesic.destination(
                from: object.position, bearingInDegrees: 360 * random.unit(),
                distanceInMeters: 6 * random.unit().squareRoot())
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

    private static func telephone(
        at camera: Coordinate, aim: Double?, using random: inout SeededGenerator
    ) -> (CapturePosition, Double?) {
        let deviation =
            random.logNormal(median: 4, deviation: 0.6) * (random.happens(0.07) ? 4 : 1)
        let (north, east) = (deviation * random.normal(), deviation * random.normal())
        let measured = Geodesic.destination(
            from: camera, bearingInDegrees: atan2(east, north) * 180 / .pi,
            distanceInMeters: hypot(north, east))
        let radius = 1.51 * random.logNormal(median: deviation, deviation: 0.25)
        let position = CapturePosition(
            coordinate: measured,
            coordinateUncertaintyInMeters: random.happens(0.85) ? radius : nil, source: .exif)
        let looked =
            random.happens(0.08) ? 360 * random.unit() : (aim ?? 360 * random.unit())
        let heading = (looked + 10 * random.normal()).truncatingRemainder(dividingBy: 360)
        let isStated = random.happens(0.65)
        return (position, isStated ? (heading < 0 ? heading + 360 : heading) : nil)
    }
}
