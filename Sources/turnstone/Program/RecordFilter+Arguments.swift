import ArgumentParsing
import GeoModel
import Records

extension RecordFilter {
    /// Options that choose records, the same for `records list` and exports.
    static let options = [
        OptionSyntax("bbox", value: "W,S,E,N", "In this box of degrees; W above E crosses 180."),
        OptionSyntax(
            "datetime", value: "T",
            "Seen at this moment or in this interval, as 2026-06-01T00:00:00Z/.. for an open end."),
        OptionSyntax("q", value: "WORDS", "With these words in name or remarks."),
        OptionSyntax("kind", value: "KIND", "Of this kind: place, address, species, thing, time."),
        OptionSyntax("near", value: "LAT,LON", "Within --radius of this position."),
        OptionSyntax("radius", value: "M", "Metres round --near; default 1000."),
    ]

    /// Reads those options.
    init(_ arguments: ParsedArguments) throws {
        self.init()
        if let text = arguments["bbox"] { boundingBox = try Self.box(text) }
        if let text = arguments["datetime"] { try setInterval(text) }
        q = arguments["q"]
        kind = try arguments.word("kind", as: CandidateKind.self)
        let radius = try arguments.number(
            "radius", expected: "metres, above 0 and at most 20037509"
        ) { $0 > 0 && $0 <= Circle.maximumRadius }
        if let center = try arguments.position("near") {
            near = try Circle(center: center, radiusInMeters: radius ?? 1000)
        } else if radius != nil {
            throw UsageError.combination("--radius needs --near LAT,LON.")
        }
    }

    private static func box(_ text: String) throws(UsageError) -> BoundingBox {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .compactMap { ParsedArguments.decimal(String($0)) }
        let commas = text.filter { $0 == "," }.count
        if commas == 3, numbers.count == 4,
            let box = BoundingBox(
                west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
        {
            return box
        }
        throw .invalidValue(
            name: "--bbox", value: text,
            expected: "west,south,east,north in degrees, as 24.9,60.1,25.0,60.2")
    }

    private mutating func setInterval(_ text: String) throws(UsageError) {
        let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let dates = ends.map { $0 == ".." || $0.isEmpty ? nil : EventDate($0) }
        let isReadable = zip(ends, dates).allSatisfy { end, date in
            date != nil || (ends.count == 2 && (end == ".." || end.isEmpty))
        }
        guard (1...2).contains(ends.count), isReadable else {
            throw .invalidValue(
                name: "--datetime", value: text,
                expected: "a date and time, or two with '/' between; '..' for an open end")
        }
        from = dates.first.flatMap { $0?.instant }
        to = dates.last.flatMap { $0?.instant }
    }
}
