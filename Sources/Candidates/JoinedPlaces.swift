import GeoModel
import Glibc

/// Which places of a map are one to a person who looks at them, and are offered once.
///
/// A map has one stop many times, a river in many pieces, a peak on a border once for each side, and many a castle
/// as a point and as an area: namesakes. And it has eight benches in a row, and the trees of an avenue: things of one
/// kind without a name, which nobody can tell apart in a list. Of those that are near each other the likeliest stands
/// for all. Other namesakes, two branches of a shop say, or a square and its stop, remain apart, and so do things
/// whose tags tell them apart.
enum JoinedPlaces {
    /// One that is offered, and those that it stands for besides: indices of the places.
    struct Standing {
        let place: Int
        var joined: [Int] = []
    }

    /// Farther apart, in metres, two of one name are two places.
    private static let sameWithin = 100.0
    /// Nearer to each other, in metres, two of one name and kind are one: two drawings of it, or its parts. The same
    /// of two of one kind without a name.
    static let touching = 25.0

    /// What a map has once for each side of the street, platform and entrance.
    private static let stops: Set<String> = [
        "highway=bus_stop", "amenity=bus_station", "railway=station", "railway=halt",
        "railway=stop", "railway=tram_stop", "railway=platform", "railway=subway_entrance",
        "public_transport=station", "public_transport=stop_position", "public_transport=platform",
    ]

    /// - Parameter odds: How likely each place is; nil for one that is not offered.
    /// - Returns: Of each place that has odds, the one that stands for it, itself or another.
    static func standing(for places: [NearbyPlace], odds: [Double?]) -> [Standing?] {
        var found = [Standing?](repeating: nil, count: places.count)
        let (last, before) = byLabel(places, odds)
        for end in last.values {
            if before[end] < 0 {
                found[end] = Standing(place: end)
                continue
            }
            let indices = Array(sequence(first: end) { before[$0] < 0 ? nil : before[$0] })
            for one in standing(for: indices, places, odds) {
                for index in [one.place] + one.joined { found[index] = one }
            }
        }
        return found
    }

    /// Places of one label: of each label the last, and of each place the one before it; -1 behind the first. Most are
    /// alone under theirs, and take no array.
    private static func byLabel(
        _ places: [NearbyPlace], _ odds: [Double?]
    ) -> (last: [String: Int], before: [Int]) {
        var last: [String: Int] = [:]
        last.reserveCapacity(places.count)
        var before = [Int](repeating: -1, count: places.count)
        for index in places.indices where odds[index] != nil {
            before[index] = last.updateValue(index, forKey: places[index].label) ?? -1
        }
        return (last, before)
    }

    /// - Parameter indices: More than one, all of one label.
    private static func standing(
        for indices: [Int], _ places: [NearbyPlace], _ odds: [Double?]
    ) -> [Standing] {
        let likeliestFirst = indices.sorted { one, other in
            let (first, second) = (odds[one] ?? 0, odds[other] ?? 0)
            return first == second
                ? places[one].place.ref < places[other].place.ref : first > second
        }
        let plan = Plan(places[likeliestFirst[0]].place)
        var standing: [(place: Standing, box: Plan.Box)] = []
        for index in likeliestFirst {
            let box = plan.box(places[index].place)
            let same = standing.firstIndex { other in
                // Most are too far away, which is known soonest.
                box.distance(to: other.box) <= sameWithin
                    && isOne(
                        places[other.place.place], places[index],
                        apart: box.distance(to: other.box))
            }
            if let same {
                standing[same].place.joined.append(index)
            } else {
                standing.append((Standing(place: index), box))
            }
        }
        return standing.map(\.place)
    }

    /// - Parameter apart: Metres between the boxes of the footprints.
    private static func isOne(_ one: NearbyPlace, _ other: NearbyPlace, apart: Double) -> Bool {
        let (first, second) = (one.place, other.place)
        guard one.isNamed == other.isNamed else { return false }
        guard one.isNamed else {
            return apart <= touching && first.category == second.category
                && first.type == second.type && !differ(first, second, in: tellingNamelessApart)
        }
        let kinds = [first, second].map { "\($0.category)=\($0.type)" }
        let areStops = kinds.allSatisfy(stops.contains)
        let areOneRiver = first.category == "waterway" && second.category == "waterway"
        let areOnePeak = kinds.allSatisfy { $0 == "natural=peak" }
        if areStops || areOneRiver || areOnePeak { return first.metersApart(second) <= sameWithin }
        return kinds[0] == kinds[1] && apart <= touching
            && !differ(first, second, in: tellingNamesakesApart)
    }

    private static let tellingNamesakesApart = [
        "addr:housenumber", "addr:street", "addr:city", "branch", "ref",
    ]
    /// What can be seen of a thing, or stands in the list of candidates.
    private static let tellingNamelessApart = [
        "addr:housenumber", "addr:street", "addr:city", "operator", "brand", "species", "genus",
        "leaf_type", "sport", "religion", "cuisine", "bicycle_parking", "artwork_type", "memorial",
        "information", "vending", "man_made", "historic", "tourism",
    ]

    /// Whether both say something of a key, and not the same.
    private static func differ(_ first: Place, _ second: Place, in keys: [String]) -> Bool {
        keys.contains { key in
            guard let one = first.tags[key], let other = second.tags[key] else { return false }
            return one != other
        }
    }

    /// Metres north and east of one place, for places within some kilometres of it.
    private struct Plan {
        private static let degree = 111_320.0
        private let latitude, longitude, eastern: Double

        init(_ origin: Place) {
            latitude = origin.position.decimalLatitude
            longitude = origin.position.decimalLongitude
            eastern = Self.degree * cos(latitude * .pi / 180)
        }

        struct Box {
            let south, north, west, east: Double

            /// 0 where they meet.
            func distance(to other: Box) -> Double {
                let north = max(0, other.south - self.north, south - other.north)
                let east = max(0, other.west - self.east, west - other.east)
                return (north * north + east * east).squareRoot()
            }
        }

        func box(_ place: Place) -> Box {
            let box = place.boundingBox
            func east(_ longitude: Double) -> Double {
                eastern * (longitude - self.longitude).remainder(dividingBy: 360)
            }
            return Box(
                south: Self.degree * (box.south - latitude),
                north: Self.degree * (box.north - latitude), west: east(box.west),
                east: east(box.east))
        }
    }
}
