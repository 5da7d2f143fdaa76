import API
import ArgumentParsing
import Records
import Species

extension RecordFilter {
    /// Options that choose records, the same for `records list` and exports; the API's names.
    static let options = [
        OptionSyntax("bbox", value: "W,S,E,N", "In this box of degrees; W above E crosses 180."),
        OptionSyntax(
            "datetime", value: "T",
            "Seen at this moment or in this interval, as 2026-06-01T00:00:00Z/.. for an open end."),
        OptionSyntax("q", value: "WORDS", "With these words in name or remarks."),
        OptionSyntax("kind", value: "KIND", "Of this kind: place, address, species, thing, time."),
        OptionSyntax(
            "taxon", value: "NAME",
            "Of this taxon, by its id or any name of it, subspecies and synonyms with it; of a genus or family, "
                + "all in it."),
        OptionSyntax("near", value: "LAT,LON", "Within --radius of this position."),
        OptionSyntax("radius", value: "M", "Metres round --near; default 1000."),
    ]

    /// Reads those options as the API reads its parameters; `--taxon` besides, which needs the records: see
    /// `chooseTaxon`.
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

    /// Reads `--taxon`.
    ///
    /// - Parameter records: Those that are chosen from.
    mutating func chooseTaxon(_ arguments: ParsedArguments, of records: RecordStore) throws {
        guard let asked = arguments["taxon"] else { return }
        do {
            taxon = try Parameters([(name: "taxon", value: asked)]).taxon(
                of: RecordedTaxa(records, arguments.existingSpeciesStore()))
        } catch APIError.invalid {
            throw ProgramError.taxonNotFound(asked)
        }
    }
}
