import ArgumentParsing
import Captures
import FoundationEssentials
import Records
import Species
import Synchronization

extension RecordScope {
    static let option = OptionSyntax(
        "scope", value: "WORD",
        "all, the default, or public: what others see, by each record's geoprivacy and the list of sensitive taxa."
    )

    static let dates = OptionSyntax(
        "public-dates", value: "WORD",
        "How exactly others learn when a record that is not open was made: month, the default, or day."
    )

    /// Reads `--scope` and `--public-dates`.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        let dates = try Self.dates(arguments)
        switch arguments["scope"] {
        case nil, "all": self = .all
        case "public": self = .public(dates: dates)
        case let text?:
            throw .invalidValue(name: "--scope", value: text, expected: "all or public")
        }
    }

    static func dates(_ arguments: ParsedArguments) throws(UsageError) -> PublicDates {
        try arguments.word("public-dates", as: PublicDates.self) ?? .month
    }
}

extension ParsedArguments {
    /// The records of the data directory, with the lists of sensitive taxa that lie beside them.
    func recordStore() throws -> RecordStore {
        let species = SpeciesOnDemand(path: dataDirectory.speciesDatabase)
        return try RecordStore(dataDirectory, judge: SensitivityJudge(species.store))
    }
}

/// Opens the species store when it is asked for the first time: most commands never ask.
private final class SpeciesOnDemand: Sendable {
    private let path: String
    private let opened = Mutex<SpeciesStore?>(nil)

    init(path: String) { self.path = path }

    /// nil when there is none.
    @Sendable func store() throws -> SpeciesStore? {
        try opened.withLock { opened in
            if opened == nil, FileManager.default.fileExists(atPath: path) {
                opened = try SpeciesStore(path: path)
            }
            return opened
        }
    }
}
