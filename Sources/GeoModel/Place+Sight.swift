extension Place {
    /// Metres above the ground by the tags `height` (`96`, `96 m`, `315 ft`) or `building:levels`, of
    /// 3 m each; 200 m of a mountain, which rises so far above those who look at it. nil when they say
    /// neither, or no number of 0 to 1,000.
    package var heightInMeters: Double? {
        let metres =
            tags["height"].flatMap(Self.meters)
            ?? tags["building:levels"].flatMap(Double.init).map { $0 * Self.storey }
        guard let metres, (0...1_000).contains(metres) else {
            return category == "natural" && Self.mountains.contains(type) ? Self.mountain : nil
        }
        return metres
    }

    /// The farthest from which a thing is recognised by those who know nothing of it but what the
    /// map says, in metres: see `sight`.
    package var sightInMeters: Double {
        Self.sight(importance: importance, heightInMeters: heightInMeters ?? 0)
    }

    /// No place is looked for farther away, in metres.
    package static let farthestSightInMeters = 3_000.0

    /// Metres from which a thing of an importance of 0…1 and of a height is recognised: ten times the
    /// height, at which it is as tall as a thumb's breadth at arm's length, and 2,000 m for a thing
    /// that all the world knows, falling with the square of the importance; 3,000 m at most.
    package static func sight(importance: Double, heightInMeters: Double) -> Double {
        guard importance.isFinite, heightInMeters.isFinite else { return 0 }
        return min(farthestSightInMeters, 2_000 * importance * importance + 10 * heightInMeters)
    }

    private static let mountains: Set<String> = ["peak", "volcano", "glacier"]
    private static let mountain = 200.0

    /// One storey, in metres.
    private static let storey = 3.0

    /// A length as OpenStreetMap writes it: `12`, `12 m`, `12.5m`, `40 ft`, `40'`.
    private static func meters(_ text: String) -> Double? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        guard let value = Double(number) else { return nil }
        switch text.dropFirst(number.count).drop(while: { $0 == " " }) {
        case "", "m": return value
        case "ft", "'": return value * 0.3048
        default: return nil
        }
    }
}
