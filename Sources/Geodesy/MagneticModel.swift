package import GeoModel

#if canImport(Glibc)
    internal import Glibc
#endif

/// The angle from true to magnetic north.
package struct Declination: Hashable, Sendable {
    /// −180…180; positive where magnetic north is east of true north.
    package let degrees: Double
    /// One standard deviation: what the field of the earth's crust, which the model leaves out, adds; much near
    /// the magnetic poles.
    package let uncertaintyInDegrees: Double

    package init(degrees: Double, uncertaintyInDegrees: Double) {
        self.degrees = degrees
        self.uncertaintyInDegrees = uncertaintyInDegrees
    }
}

/// One epoch of the World Magnetic Model: spherical harmonics to degree 12 of the earth's main field, with
/// their yearly change.
///
/// The formulas are those of the model's report (Chulliat and others, "The US/UK World Magnetic Model for
/// 2025-2030", section 1.2): the potential's gradient at the position's geocentric latitude, turned into
/// the ellipsoid's horizon.
package struct MagneticModel: Sendable {
    /// A coefficient pair in nanotesla, and its change in a year.
    private struct Term: Sendable {
        let degree, order: Int
        let g, h, gChange, hChange: Double
    }

    /// The year from which the coefficients hold, and are exact.
    package let epoch: Double
    private let terms: [Term]
    private let degree: Int

    /// How many years an epoch is made for.
    package static let years = 5.0
    /// In metres.
    private static let referenceRadius = 6_371_200.0
    /// Fewer terms are no model, and more are another one.
    private static let degrees = 1...15
    /// Degrees, and nanotesla by degree: the error model of the report's section 3.
    private static let uncertainty = (least: 0.26, byIntensity: 5_417.0)
    /// What a year beyond the epoch's five adds, in degrees: the change of the change.
    private static let uncertaintyOfAYear = 0.3

    /// Reads a coefficient file, `WMM.COF`: a line with the epoch, then degree, order, g, h and their changes a
    /// line, then nines.
    ///
    /// - Returns: nil when it is none, or a term is missing.
    package init?(coefficientFile text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(whereSeparator: { $0 == " " || $0 == "\t" })
        }
        guard let head = lines.first, let epoch = head.first.flatMap({ Double($0) }),
            (1900...2100).contains(epoch)
        else { return nil }
        let terms = lines.dropFirst().prefix { $0.count >= 6 }.compactMap { words -> Term? in
            let numbers = words.prefix(6).compactMap { Double($0) }
            guard numbers.count == 6, numbers.allSatisfy({ $0.isFinite }),
                let degree = Int(words[0]), let order = Int(words[1]),
                Self.degrees.contains(degree), (0...degree).contains(order)
            else { return nil }
            return Term(
                degree: degree, order: order, g: numbers[2], h: numbers[3], gChange: numbers[4],
                hChange: numbers[5])
        }
        let highest = terms.map(\.degree).max() ?? 0
        let orders = Set(terms.map { [$0.degree, $0.order] })
        guard highest > 0, orders.count == highest * (highest + 3) / 2 else { return nil }
        self.epoch = epoch
        self.terms = terms
        degree = highest
    }

    /// Returns the declination at a height over the ellipsoid.
    ///
    /// - Parameter year: With its fraction: 2026.5 is the middle of 2026.
    /// - Returns: nil at a magnetic or geographic pole, where no direction is north.
    package func declination(
        at position: Coordinate, year: Double, heightInMeters height: Double = 0
    ) -> Declination? {
        let field = horizontalField(at: position, year: year, height: height)
        let intensity = hypot(field.north, field.east)
        // The model's own "blackout zone", where a compass is not to be used.
        guard intensity >= 2_000, abs(position.decimalLatitude) < 89.99 else { return nil }
        let beyond = max(0, epoch - year, year - epoch - Self.years)
        return Declination(
            degrees: atan2(field.east, field.north) * 180 / .pi,
            uncertaintyInDegrees: hypot(
                Self.uncertainty.least, Self.uncertainty.byIntensity / intensity)
                + Self.uncertaintyOfAYear * beyond)
    }

    /// In nanotesla, in the plane of the ellipsoid's horizon.
    private func horizontalField(
        at position: Coordinate, year: Double, height: Double
    ) -> (north: Double, east: Double) {
        let radians = Double.pi / 180
        let latitude = position.decimalLatitude * radians
        let longitude = position.decimalLongitude * radians
        let squaredEccentricity = Geodesic.flattening * (2 - Geodesic.flattening)
        let sine = sin(latitude)
        let normal =
            Geodesic.equatorialRadius / (1 - squaredEccentricity * sine * sine).squareRoot()
        let fromAxis = (normal + height) * cos(latitude)
        let fromEquator = (normal * (1 - squaredEccentricity) + height) * sine
        let radius = hypot(fromAxis, fromEquator)
        let geocentric = atan2(fromEquator, fromAxis)
        let legendre = SchmidtFunctions(degree: degree, latitude: geocentric)
        let since = year - epoch
        var (north, east, down) = (0.0, 0.0, 0.0)
        for term in terms {
            let (n, m) = (term.degree, Double(term.order))
            let (g, h) = (term.g + since * term.gChange, term.h + since * term.hChange)
            let fall = pow(Self.referenceRadius / radius, Double(n + 2))
            let (cosine, sine) = (cos(m * longitude), sin(m * longitude))
            let (value, slope) = legendre[n, term.order]
            north -= fall * (g * cosine + h * sine) * slope
            east += fall * m * (g * sine - h * cosine) * value
            down -= fall * Double(n + 1) * (g * cosine + h * sine) * value
        }
        east /= max(cos(geocentric), 1e-9)
        let turn = geocentric - latitude
        return (north * cos(turn) - down * sin(turn), east)
    }
}

/// Schmidt's semi-normalised associated Legendre functions of the sine of a latitude, and their slopes.
private struct SchmidtFunctions {
    private let degree: Int
    private var values, slopes: [Double]

    /// - Parameter latitude: Geocentric, in radians.
    init(degree: Int, latitude: Double) {
        self.degree = degree
        values = [Double](repeating: 0, count: (degree + 1) * (degree + 1))
        slopes = values
        // By the colatitude, whose cosine and sine these are; the slopes change sign at the end.
        let (c, s) = (sin(latitude), cos(latitude))
        values[0] = 1
        for n in 1...degree {
            for m in 0...n {
                let at = index(n, m)
                if m == n {
                    let before = index(n - 1, n - 1)
                    let factor = n == 1 ? 1 : (Double(2 * n - 1) / Double(2 * n)).squareRoot()
                    values[at] = factor * s * values[before]
                    slopes[at] = factor * (s * slopes[before] + c * values[before])
                } else {
                    let norm = Double(n * n - m * m).squareRoot()
                    let one = index(n - 1, m)
                    let earlier = Double((n - 1) * (n - 1) - m * m)
                    let back = n >= 2 && m <= n - 2 ? index(n - 2, m) : nil
                    let share = earlier > 0 ? earlier.squareRoot() : 0
                    let odd = Double(2 * n - 1)
                    values[at] =
                        (odd * c * values[one] - share * (back.map { values[$0] } ?? 0)) / norm
                    slopes[at] =
                        (odd * (c * slopes[one] - s * values[one])
                            - share * (back.map { slopes[$0] } ?? 0)) / norm
                }
            }
        }
    }

    private func index(_ n: Int, _ m: Int) -> Int { n * (degree + 1) + m }

    /// The value, and its slope by the latitude.
    subscript(n: Int, m: Int) -> (value: Double, slope: Double) {
        (values[index(n, m)], -slopes[index(n, m)])
    }
}

/// The epochs at hand.
package struct MagneticModels: Sendable {
    /// By epoch, ascending; not empty.
    private let models: [MagneticModel]

    /// Returns nil when none of the files is a model.
    package init?(coefficientFiles texts: [String]) {
        models = texts.compactMap { MagneticModel(coefficientFile: $0) }
            .sorted { $0.epoch < $1.epoch }
        if models.isEmpty { return nil }
    }

    /// The declination at a position on a date, by the epoch made for it, or the nearest.
    ///
    /// - Returns: nil at a magnetic or geographic pole.
    package func declination(at position: Coordinate, on date: EventDate) -> Declination? {
        let start = EventDate(year: date.year, month: 1, day: 1)?.dayNumber ?? date.dayNumber
        let year = Double(date.year) + Double(date.dayNumber - start) / 365.25
        let model = models.last { $0.epoch <= year } ?? models[0]
        return model.declination(at: position, year: year)
    }
}
