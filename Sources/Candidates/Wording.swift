/// Numbers and nouns as the evidence's sentences need them.
enum Wording {
    /// `0 m`, `14 m`, `1.2 km`.
    static func distance(_ meters: Double) -> String {
        if meters < 999.5 { return "\(Int(meters.rounded())) m" }
        let tenths = Int((meters / 100).rounded())
        return tenths >= 1000 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
    }

    /// Two decimals: `0.83`. Takes 0…1.
    static func probability(_ value: Double) -> String {
        let hundredths = Int((min(max(value, 0), 1) * 100).rounded())
        let digits = String(hundredths % 100)
        return "\(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits)"
    }

    /// `a church`, `an altar`, `a unicorn`.
    static func withArticle(_ noun: String) -> String {
        let lower = noun.lowercased()
        guard let first = lower.first else { return noun }
        // Spoken with the consonant of "you".
        let isSpokenOtherwise = ["uni", "eu", "use"].contains { lower.hasPrefix($0) }
        return ("aeiou".contains(first) && !isSpokenOtherwise ? "an " : "a ") + noun
    }

    /// Months 1…12, ascending, as runs: `March to May, October`; one that goes over the year's end is one
    /// run.
    static func months(_ months: [Int]) -> String {
        let known = Set(months.filter { (1...12).contains($0) })
        guard known.count < 12 else { return "all year" }
        let starts = known.filter { !known.contains($0 == 1 ? 12 : $0 - 1) }.sorted()
        return starts.map { start in
            var end = start
            while known.contains(end % 12 + 1) { end = end % 12 + 1 }
            return start == end
                ? monthNames[start - 1] : "\(monthNames[start - 1]) to \(monthNames[end - 1])"
        }.joined(separator: ", ")
    }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
