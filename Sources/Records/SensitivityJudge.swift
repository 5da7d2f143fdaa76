package import GeoModel

/// Asks the list of sensitive taxa, which lies in another store than the records.
package struct SensitivityJudge: Sendable {
    /// What is asked of one record.
    package struct Question: Sendable {
        /// Every name ever proposed for it, as it was written.
        package let names: [String]
        /// nil is everywhere.
        package let position: CapturePosition?
        /// Codes of ISO 3166-1 and 3166-2 of where it lies, in capitals: `FI`, `FI-18`. None is anywhere.
        package let areaCodes: [String]
        package let eventDate: EventDate

        package init(
            names: [String], position: CapturePosition?, areaCodes: [String], eventDate: EventDate
        ) {
            self.names = names
            self.position = position
            self.areaCodes = areaCodes
            self.eventDate = eventDate
        }
    }

    /// The state of list and taxonomy.
    package struct State: Hashable, Sendable {
        /// Another one with each change: answers may differ then.
        package let generation: Int64
        /// Whether no taxon is listed.
        package let isEmpty: Bool

        package init(generation: Int64, isEmpty: Bool) {
            self.generation = generation
            self.isEmpty = isEmpty
        }
    }

    let state: @Sendable () throws -> State
    let isListed: @Sendable ([String]) throws -> Bool
    let geoprivacy: @Sendable (Question) throws -> Geoprivacy

    /// - Parameters:
    ///   - isListed: Whether any of the names is listed anywhere.
    ///   - geoprivacy: The strictest that is asked for any of the names, there and then.
    package init(
        state: @escaping @Sendable () throws -> State,
        isListed: @escaping @Sendable ([String]) throws -> Bool,
        geoprivacy: @escaping @Sendable (Question) throws -> Geoprivacy
    ) {
        self.state = state
        self.isListed = isListed
        self.geoprivacy = geoprivacy
    }
}

/// Names of living things proposed for a record.
enum ProposedNames {
    /// A name chosen from the map is none; a name of the person's own may be one, whatever its kind.
    static func of(_ identification: Identification, _ candidates: [Candidate]) -> Set<String> {
        var names: [String?] = [identification.scientificName, identification.vernacularName]
        if identification.kind == .species
            || identification.confidence == nil && identification.osmID == nil
        {
            names.append(identification.name)
        }
        for candidate in candidates where candidate.kind == .species {
            names += [candidate.scientificName, candidate.name]
        }
        return Set(names.compactMap(\.self).map(Self.line).filter { !$0.isEmpty })
    }

    /// A name on one line.
    private static func line(_ name: String) -> String {
        if isPlainLine(name) { return name }
        return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether each space of a name of ASCII alone stands between two words, as in nearly all: to find the words of
    /// one takes microseconds.
    private static func isPlainLine(_ name: String) -> Bool {
        var last = UInt8(ascii: " ")
        for byte in name.utf8 {
            guard (0x20..<0x7F).contains(byte), byte != 0x20 || last != 0x20 else { return false }
            last = byte
        }
        return last != 0x20
    }

    /// How they lie in a column: a line each.
    static func text(_ names: some Sequence<String>) -> String {
        names.sorted().joined(separator: "\n")
    }

    static func names(in text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}
