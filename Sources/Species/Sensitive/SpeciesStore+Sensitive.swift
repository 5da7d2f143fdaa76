internal import Database
package import FoundationEssentials
package import GeoModel

/// The lists of taxa whose places are not told.
extension SpeciesStore {
    /// Asks the lists about one record.
    package struct SensitiveQuestion: Sendable {
        /// Every name that was proposed for it.
        package let names: [String]
        /// nil is anywhere.
        package let position: Coordinate?
        /// Metres; nil when unknown.
        package let uncertainty: Double?
        /// ISO 3166-1 and 3166-2, in capitals; none is anywhere.
        package let areaCodes: [String]
        package let date: EventDate

        package init(
            names: [String], position: Coordinate?, uncertainty: Double?, areaCodes: [String],
            date: EventDate
        ) {
            self.names = names
            self.position = position
            self.uncertainty = uncertainty
            self.areaCodes = areaCodes
            self.date = date
        }
    }

    /// A number that is another one after each change of lists or taxonomy, and whether no taxon is listed.
    package func sensitiveState() throws -> (generation: Int64, isEmpty: Bool) {
        try reading { connection in
            let row = try connection.statement("SELECT NOT EXISTS (SELECT 1 FROM sensitive_taxon)")
            let isEmpty = try row.step() && row.int64(0) == 1
            return (try SensitiveCatalogue.generation(connection), isEmpty)
        }
    }

    /// Whether any of the names is listed, anywhere.
    package func isSensitive(_ names: [String]) throws -> Bool {
        try reading { connection in
            let catalogue = try sensitiveCache.current(connection)
            return try names.contains { try !catalogue.entries(covering: $0, connection).isEmpty }
        }
    }

    /// The strictest that the lists ask for any of the names there and then.
    package func geoprivacy(of question: SensitiveQuestion) throws -> Geoprivacy {
        try reading { connection in
            let catalogue = try sensitiveCache.current(connection)
            return try question.names.flatMap { try catalogue.entries(covering: $0, connection) }
                .filter { entry in
                    entry.dates.hold(question.date)
                        && entry.area.mayHold(
                            question.position, uncertainty: question.uncertainty,
                            codes: question.areaCodes)
                }
                .map(\.geoprivacy).max() ?? .open
        }
    }

    /// All entries, in the order of their lists and files.
    package func sensitiveEntries() throws -> [SensitiveEntry] {
        try reading { try sensitiveCache.current($0).entries }
    }

    /// What an import did.
    package struct SensitiveReport: Hashable, Sendable, Codable {
        package let list: String
        package let entries: Int
        /// Names that the taxonomy lacks: they hold for names written alike, and for what is written
        /// below them, but for no synonym and no member of a family.
        package let unknownNames: [String]
    }

    /// Reads a list; one of the same name is replaced. A row that is not understood ends the import, as a
    /// taxon that is left out would be shown.
    ///
    /// - Parameter list: Its name; nil takes it from the file's.
    /// - Throws: `SensitiveListError`, `TaxonomyError` for what is no table, `DatabaseError`; nothing was
    ///   changed then.
    package func importSensitive(
        file: String, list: String? = nil, now: Date = Date()
    ) throws -> SensitiveReport {
        let name = list ?? TaxonomyImporter.source(ofFile: file)
        let entries = try SensitiveFile.entries(of: file, list: name) { id in
            try self.reading { connection in
                try TaxonReader(connection, languages: .local).taxon(id)?.scientificName
            }
        }
        return try writing { connection in
            try Self.removeSensitive(list: name, connection)
            try connection.run(
                "INSERT INTO sensitive_list (name, file, imported) VALUES (?, ?, ?)", .text(name),
                .text(file.split(separator: "/").last.map(String.init) ?? file),
                .integer(Int64(now.timeIntervalSince1970)))
            for entry in entries {
                try connection.run(
                    """
                    INSERT INTO sensitive_taxon (list, scientificName, geoprivacy, area, dates, reason)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """, .text(name), .text(entry.scientificName),
                    .text(entry.geoprivacy.rawValue), .text(entry.area.text),
                    .text(entry.dates.text), entry.reason.map(SQLValue.text))
            }
            try Self.raiseGeneration(connection)
            let catalogue = try SensitiveCatalogue(generation: -1, connection)
            let unknown = try entries.filter { try !catalogue.isKnown($0, connection) }
            return SensitiveReport(
                list: name, entries: entries.count,
                unknownNames: Set(unknown.map(\.scientificName)).sorted())
        }
    }

    /// Removes a list.
    ///
    /// - Returns: How many entries it had.
    /// - Throws: `SensitiveListError.noSuchList`; `DatabaseError`.
    package func removeSensitive(list: String) throws -> Int {
        try writing { connection in
            let row = try connection.statement("SELECT name FROM sensitive_list ORDER BY name")
            var names: [String] = []
            while try row.step() { names.append(row.text(0)) }
            guard names.contains(list) else {
                throw SensitiveListError.noSuchList(list, known: names)
            }
            let count = try connection.statement(
                "SELECT count(*) FROM sensitive_taxon WHERE list = ?")
            try count.bind(.text(list))
            let entries = try count.step() ? Int(count.int64(0)) : 0
            try Self.removeSensitive(list: list, connection)
            try Self.raiseGeneration(connection)
            return entries
        }
    }

    private static func removeSensitive(list: String, _ connection: Connection) throws {
        try connection.run("DELETE FROM sensitive_taxon WHERE list = ?", .text(list))
        try connection.run("DELETE FROM sensitive_list WHERE name = ?", .text(list))
    }

    private static func raiseGeneration(_ connection: Connection) throws {
        try connection.execute("UPDATE sensitive_state SET generation = generation + 1")
    }
}
