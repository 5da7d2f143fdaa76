/// Text in Prometheus' exposition format 0.0.4
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
struct MetricsText {
    enum Kind: String { case counter, gauge, histogram }

    typealias Labels = KeyValuePairs<String, String>

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// One metric and its samples.
    ///
    /// - Parameter name: Of letters, digits and `_`; a counter's ends in `_total`, its unit is a base unit.
    mutating func metric(
        _ name: String, _ kind: Kind, _ help: String, _ samples: (inout Samples) -> Void
    ) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        var lines = Samples(name: name)
        samples(&lines)
        text += lines.text
    }

    /// One metric with one sample.
    mutating func metric(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        metric(name, kind, help) { $0.sample(value) }
    }

    /// The samples of one metric.
    struct Samples {
        let name: String
        fileprivate var text = ""

        fileprivate init(name: String) { self.name = name }

        mutating func sample(_ value: Double, _ labels: Labels = [:], suffix: String = "") {
            text += name + suffix
            if !labels.isEmpty {
                let pairs = labels.map { #"\#($0.key)="\#(Self.escaped($0.value))""# }
                text += "{" + pairs.joined(separator: ",") + "}"
            }
            text += " \(MetricsText.number(value))\n"
        }

        private static func escaped(_ value: String) -> String {
            value.reduce(into: "") { escaped, character in
                switch character {
                case "\\": escaped += #"\\"#
                case "\"": escaped += #"\""#
                case "\n": escaped += #"\n"#
                default: escaped.append(character)
                }
            }
        }
    }

    /// A whole number without its fraction.
    static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? "\(value)"
    }
}
