internal import Glibc

extension Double {
    /// The natural logarithm.
    var logarithm: Double { log(self) }

    /// Two decimals: `0.07`.
    var hundredths: String {
        let count = Int((self * 100).rounded())
        return "\(count / 100).\(count % 100 < 10 ? "0" : "")\(count % 100)"
    }
}
