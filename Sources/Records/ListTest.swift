internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import Geodesy
internal import Glibc

/// A filter as a test of rows of `ListColumns`: all of it but the words.
struct ListTest: Sendable {
    /// A box: parallels, and one or two pairs of meridians.
    private struct Area {
        let south, north, west, east: Double
        let secondWest, secondEast: Double

        init(_ box: BoundingBox) {
            (south, north) = (box.south, box.north)
            let parts = box.partsWithoutCrossing
            (west, east) = (parts[0].west, parts[0].east)
            secondWest = parts.count > 1 ? parts[1].west : .infinity
            secondEast = parts.count > 1 ? parts[1].east : -.infinity
        }

        /// False for what is not a number.
        @inline(__always)
        func holds(_ latitude: Double, _ longitude: Double) -> Bool {
            latitude >= south && latitude <= north
                && (longitude >= west && longitude <= east
                    || longitude >= secondWest && longitude <= secondEast)
        }

        func reaches(_ latitudes: ClosedRange<Double>?) -> Bool {
            latitudes.map { $0.lowerBound <= north && $0.upperBound >= south } ?? false
        }
    }

    /// The time that is asked for, ends included: instants in seconds, local days in digits.
    private struct Times {
        private var (start, end) = (Int64.min, Int64.max)
        private var (first, last) = (Int32.min, Int32.max)

        mutating func begin(at instant: Int64) { start = max(start, instant) }
        mutating func end(at instant: Int64) { end = min(end, instant) }
        mutating func begin(on day: Int32) { first = max(first, day) }
        mutating func end(on day: Int32) { last = min(last, day) }

        @inline(__always)
        func hold(_ instant: Int64, _ day: Int32) -> Bool {
            instant >= start && instant <= end && day >= first && day <= last
        }

        func reach(_ instants: ClosedRange<Int64>) -> Bool {
            instants.lowerBound <= end && instants.upperBound >= start
        }
    }

    private let box, circleBox: Area?
    private let circle: CircleTest?
    private let kind: UInt8?
    /// The names of the taxon.
    private let taxon: LivingNameNumbers?
    private var open = Times()
    /// Of records that show a coarse date only.
    private var concealed = Times()
    private let hasTimes: Bool

    /// Whether every record is asked for.
    var holdsAll: Bool { box == nil && circle == nil && kind == nil && taxon == nil && !hasTimes }
    /// Whether a record costs more than nanoseconds.
    var isSlow: Bool { circle != nil }

    static func number(of kind: CandidateKind) -> UInt8 {
        switch kind {
        case .place: 0
        case .address: 1
        case .species: 2
        case .thing: 3
        case .time: 4
        }
    }

    /// - Parameter dates: How exactly the date of a concealed record is shown: an interval is compared with it as
    ///   whole months or days.
    init(
        _ filter: RecordFilter, dates: PublicDates = .month
    ) {
        taxon = filter.taxon
        box = filter.boundingBox.map(Area.init)
        circle = filter.near.map(CircleTest.init)
        circleBox = filter.near.map {
            Area(Geodesic.box(around: $0.center, radiusInMeters: $0.radiusInMeters))
        }
        kind = filter.kind.map(Self.number)
        hasTimes =
            filter.from != nil || filter.to != nil || filter.firstDay != nil
            || filter.lastDay != nil
        let coarse: Int32 = dates == .month ? 100 : 1
        func beginCoarsely(on day: Int32) { concealed.begin(on: day / coarse * coarse) }
        func endCoarsely(on day: Int32) { concealed.end(on: day / coarse * coarse + coarse - 1) }
        if let from = filter.from {
            open.begin(at: Int64(from.timeIntervalSince1970.rounded(.up)))
            beginCoarsely(on: EventDate(utc: from).dayInDigits)
        }
        if let to = filter.to {
            open.end(at: Int64(to.timeIntervalSince1970.rounded(.down)))
            endCoarsely(on: EventDate(utc: to).dayInDigits)
        }
        if let first = filter.firstDay?.dayInDigits {
            open.begin(on: first)
            beginCoarsely(on: first)
        }
        if let last = filter.lastDay?.dayInDigits {
            open.end(on: last)
            endCoarsely(on: last)
        }
    }

    /// Whether a chunk may hold a record that is asked for.
    private func mayHold(_ chunk: ListChunk) -> Bool {
        (box?.reaches(chunk.latitudes) ?? true) && (circleBox?.reaches(chunk.latitudes) ?? true)
            && (chunk.isOpen ? open.reach(chunk.instants) : true)
    }

    func holds(_ chunk: ListChunk, _ index: Int) -> Bool {
        last(in: chunk, below: index + 1, above: index - 1) == index
    }

    /// The last record of a chunk that is asked for.
    ///
    /// - Parameters:
    ///   - end: Only those before this index.
    ///   - start: Only those behind this index.
    func last(in chunk: ListChunk, below end: Int, above start: Int = -1) -> Int? {
        guard end > start + 1 else { return nil }
        if holdsAll { return end - 1 }
        guard mayHold(chunk) else { return nil }
        return chunk.columns.withPointers { pointers in
            var index = end
            while index > start + 1 {
                index -= 1
                if holds(pointers, index) { return index }
            }
            return nil
        }
    }

    /// How many records of all are asked for; nil when that is slow and they are more than
    /// `RecordFilter.countLimit`.
    func count(in columns: ListColumns) -> Int? {
        if holdsAll { return columns.count }
        var count = 0
        for chunk in columns.chunks where mayHold(chunk) {
            count += chunk.columns.withPointers { pointers in
                (0..<chunk.count).reduce(0) { $0 + (holds(pointers, $1) ? 1 : 0) }
            }
            if isSlow, count > RecordFilter.countLimit { return nil }
        }
        return count
    }

    @inline(__always)
    private func holds(_ pointers: ListChunk.Pointers, _ index: Int) -> Bool {
        if let kind, pointers.kinds[index] != kind { return false }
        let (latitude, longitude) = (pointers.latitudes[index], pointers.longitudes[index])
        if let box, !box.holds(latitude, longitude) { return false }
        if let taxon {
            guard taxon.contains(pointers.names[index]),
                ListRow.Level.showsNames(in: pointers.levels[index])
            else { return false }
        }
        if hasTimes {
            let times = pointers.levels[index] == ListRow.Level.open ? open : concealed
            guard times.hold(pointers.instants[index], pointers.days[index]) else { return false }
        }
        guard let circleBox, let circle else { return true }
        return circleBox.holds(latitude, longitude) && circle.holds(latitude, longitude)
    }
}

/// Whether positions lie in a circle of geodesic distance, mostly by the great circle on a sphere, which takes a
/// tenth of the time.
private struct CircleTest {
    private let circle: RecordFilter.Circle
    private let latitude, longitude, cosine: Double

    private static let meanRadius = 6_371_008.8
    /// The two distances differ by 0.6 % at most: by that the radii of curvature of the ellipsoid differ from the
    /// mean radius.
    private static let margin = 0.01

    init(_ circle: RecordFilter.Circle) {
        self.circle = circle
        latitude = circle.center.decimalLatitude * .pi / 180
        longitude = circle.center.decimalLongitude * .pi / 180
        cosine = cos(latitude)
    }

    func holds(_ latitude: Double, _ longitude: Double) -> Bool {
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        let (height, width) = (sin((phi - self.latitude) / 2), sin((lambda - self.longitude) / 2))
        let chord = height * height + cosine * cos(phi) * width * width
        let distance = 2 * Self.meanRadius * asin(min(1, chord.squareRoot()))
        if distance * (1 + Self.margin) < circle.radiusInMeters { return true }
        if distance * (1 - Self.margin) > circle.radiusInMeters { return false }
        guard
            let position = Coordinate(decimalLatitude: latitude, decimalLongitude: longitude)
        else { return false }
        return Geodesic.inverse(from: circle.center, to: position).distanceInMeters
            <= circle.radiusInMeters
    }
}

extension EventDate {
    /// The local date as the number YYYYMMDD.
    var dayInDigits: Int32 { Int32(year * 10_000 + month * 100 + day) }
}
