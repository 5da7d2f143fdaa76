/// Distances as a person reads them.
enum DistanceText {
    /// `0 m`, `14 m`, `1.2 km`.
    static func text(_ meters: Double) -> String {
        guard meters >= 999.5 else { return "\(Int(meters.rounded())) m" }
        let tenths = Int((meters / 100).rounded())
        return "\(tenths / 10).\(tenths % 10) km"
    }
}
