/// A point of a sequence that fills the unit cube of five dimensions evenly, so that few points integrate well.
///
/// Halton's sequence: the digits of the number in a prime base, mirrored behind the point.
struct EvenPoints {
    private static let bases = [2, 3, 5, 7, 11]
    private let number: Int

    /// - Parameter number: Of the point in the sequence, from 1.
    init(_ number: Int) { self.number = number }

    /// A coordinate, 0..<1.
    subscript(dimension: Int) -> Double {
        let base = Self.bases[dimension]
        var (rest, place, sum) = (number, 1.0 / Double(base), 0.0)
        while rest > 0 {
            sum += Double(rest % base) * place
            rest /= base
            place /= Double(base)
        }
        return sum
    }
}
