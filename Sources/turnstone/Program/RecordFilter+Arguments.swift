import API
import ArgumentParsing
import Records

extension RecordFilter {
    /// Options that choose records, the same for `records list` and exports; the API's names.
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

    /// Reads those options as the API reads its parameters.
    init(_ arguments: ParsedArguments) throws {
        let pairs = Self.options.compactMap { option in
            arguments[option.name].map { (name: option.name, value: $0) }
        }
        guard arguments["radius"] == nil || arguments["near"] != nil else {
            throw UsageError.combination("--radius needs --near LAT,LON too.")
        }
        do {
            self = try Parameters(pairs).recordFilter()
        } catch APIError.invalid(let parameter, let remedy) {
            // The value is not repeated: it may be a position.
            throw UsageError.combination("--\(parameter) will not do. \(remedy)")
        } catch let error as RecordError {
            throw UsageError.combination("\(error)")
        }
    }
}
