/// How far a task is, as one line of text.
package struct ProgressLine: Hashable, Sendable {
    /// What `done` counts; decides how rates are written.
    package enum Unit: Hashable, Sendable { case bytes, items }

    package let phase: String
    package let done: Int64
    /// nil when it is not known how much there is.
    package let total: Int64?
    package let unit: Unit
    /// Since the phase began.
    package let seconds: Double

    package init(phase: String, done: Int64, total: Int64?, unit: Unit, seconds: Double) {
        self.phase = phase
        self.done = max(0, done)
        self.total = total.flatMap { $0 > 0 ? $0 : nil }
        self.unit = unit
        self.seconds = seconds
    }

    /// `Reading  [#######-----------]  37 %  12.3 MB/s  0:05 left`, never wider than `columns`.
    ///
    /// Parts are left out from the right when the terminal is narrow; without a total there is no
    /// bar, and neither rate nor time left before there is half a second to measure them by.
    package func text(columns: Int) -> String {
        var parts = [phase]
        if let fraction {
            let filled = Int(fraction * Double(Self.barWidth))
            let bar =
                String(repeating: "#", count: filled)
                + String(repeating: "-", count: Self.barWidth - filled)
            let percent = String(Int(fraction * 100))
            let padding = String(repeating: " ", count: 3 - percent.count)
            parts.append("[\(bar)] \(padding)\(percent) %")
        } else if done > 0 {
            parts.append(Self.amount(Double(done), unit))
        }
        if let rate { parts.append("\(Self.amount(rate, unit))/s") }
        if let left = secondsLeft { parts.append("\(Self.clock(left)) left") }
        while parts.count > 1, parts.joined(separator: "  ").count > columns { parts.removeLast() }
        return String(parts.joined(separator: "  ").prefix(max(0, columns)))
    }

    private static let barWidth = 24

    private var fraction: Double? {
        total.map { min(1, Double(done) / Double($0)) }
    }

    private var rate: Double? {
        seconds >= 0.5 && done > 0 ? Double(done) / seconds : nil
    }

    /// By the mean rate so far.
    private var secondsLeft: Double? {
        guard let rate, let total, total > done else { return nil }
        return Double(total - done) / rate
    }

    /// `940 B`, `12.3 MB` (powers of 1,000), `24,260`, `1.2 million`.
    package static func amount(_ value: Double, _ unit: Unit) -> String {
        switch unit {
        case .bytes: bytes(value)
        case .items:
            value < 999_950 ? grouped(Int64(value.rounded())) : "\(tenths(value / 1e6)) million"
        }
    }

    private static func bytes(_ value: Double) -> String {
        var (value, index) = (value, 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 999.5, index < units.count - 1 { (value, index) = (value / 1000, index + 1) }
        return index == 0 || value >= 99.95
            ? "\(Int(value.rounded())) \(units[index])" : "\(tenths(value)) \(units[index])"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// `1,234,567`.
    package static func grouped(_ value: Int64) -> String {
        var digits = String(value.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// `1 record`, `1,234 records`: a regular noun with its number.
    package static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(Int64(count))) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `0:05`, `12:00`, `1:02:03`.
    package static func clock(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 359_999).rounded(.up))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
    }
}
