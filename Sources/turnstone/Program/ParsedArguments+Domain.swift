import ArgumentParsing
import FoundationEssentials
import GeoModel
import Records

extension ParsedArguments {
    /// The first operand as a position.
    func position(operand index: Int) throws(UsageError) -> Coordinate {
        try Self.position(operands[index], name: "LAT,LON")
    }

    /// The option's value as a position; nil when it is not given.
    func position(_ name: String) throws(UsageError) -> Coordinate? {
        guard let text = self[name] else { return nil }
        return try Self.position(text, name: "--\(name)")
    }

    private static func position(_ text: String, name: String) throws(UsageError) -> Coordinate {
        guard let position = Coordinate(latitudeThenLongitude: text) else {
            throw .notAPosition(name: name)
        }
        return position
    }

    /// The languages of names; local names when none is given.
    var languages: LanguagePreferences { LanguagePreferences(acceptLanguage: self["lang"] ?? "") }

    /// The option's value as a moment; nil when it is not given.
    func eventDate(_ name: String) throws(UsageError) -> EventDate? {
        guard let text = self[name] else { return nil }
        guard let date = EventDate(text) else {
            throw .invalidValue(
                name: "--\(name)", value: text,
                expected:
                    "a date that there is, as 2026-06-01, or with a time as 2026-06-01T12:05:00+02:00"
            )
        }
        return date
    }

    /// The first operand as the id of a record.
    func recordID(operand index: Int) throws -> UUIDv7 {
        guard let id = UUIDv7(operands[index]) else {
            throw ProgramError.recordNotFound(operands[index])
        }
        return id
    }

    /// `--trash-days`: for how long a deletion can be undone; 0 when it is not given.
    var trashDays: Int {
        get throws(UsageError) {
            try integer("trash-days", in: 0...RecordStore.maximumTrashDays) ?? 0
        }
    }

    /// `--data`, else `$TURNSTONE_DATA`, else `./turnstone-data`.
    var dataDirectory: DataDirectory {
        let variable = ProcessInfo.processInfo.environment["TURNSTONE_DATA"] ?? ""
        return DataDirectory(self["data"] ?? (variable.isEmpty ? "turnstone-data" : variable))
    }
}
