internal import Database
internal import FoundationEssentials
internal import GeoModel
@preconcurrency internal import Glibc

/// Reads a checklist, or a list of names, into the species store.
///
/// Columns are found by their headers: eBird and Clements, IOC, AviList, Darwin Core, the banding
/// laboratories' codes, and headers that name a language. A checklist's taxa are added or brought up to
/// date and none is deleted; a list without classification and ids gives names and codes to taxa that
/// are known. The list imported last decides which names are accepted and come first.
///
/// One transaction: whatever ends the import, a signal or a power cut, leaves the store as it was.
package struct TaxonomyImporter: Sendable {
    package struct Options: Hashable, Sendable {
        /// Columns by a person, `ROLE=HEADER` or `ROLE=#NUMBER`, with commas between.
        package var columns: String?
        /// The list that the file is a version of; nil takes it from the header, else from the file's name.
        package var source: String?
        /// The BCP 47 tag of vernacular names and texts whose language the file does not tell.
        package var language = "und"
        /// Whether a checklist is to give its names and codes only.
        package var namesOnly = false

        package init() {}
    }

    package enum Phase: String, Sendable {
        case reading, matching, writing, indexing
    }

    private let store: SpeciesStore
    private let options: Options

    /// Rows of a file: 1,000,000 take a gigabyte while they are imported.
    static let rowLimit = 1_000_000
    /// Rows in which the header is looked for; spreadsheets have a title above it.
    private static let headerRows = 10

    package init(_ store: SpeciesStore, _ options: Options = Options()) {
        self.store = store
        self.options = options
    }

    /// What a column can hold, for `Options.columns`.
    package static let columnRoles = TaxonomyColumn.roleNames

    /// The BCP 47 tag of a language by its tag, code or name; nil for other text.
    package static func languageTag(_ text: String) -> String? { LanguageTags.tag(text) }

    /// Whether the options can be meant, before anything is opened.
    ///
    /// - Throws: `TaxonomyError.unknownRole`.
    package static func check(_ options: Options) throws {
        _ = try namedColumns(options)
    }

    /// Imports one file.
    ///
    /// - Parameter progress: Called at least every 1,000 rows with the phase, what is done of it and its
    ///   total: bytes while reading, else taxa. What it throws ends the import.
    /// - Throws: `TaxonomyError`, `DatabaseError`, and what `progress` throws; nothing was changed then.
    package func run(
        file: String, progress: (Phase, Int64, Int64) throws -> Void = { _, _, _ in }
    ) throws -> TaxonomyReport {
        let clock = ContinuousClock()
        let began = clock.now
        let cpu = Self.cpuSeconds
        let input = try TaxonomyFile(path: file)
        var skips = SkipCounts()
        let archive = try input.isArchive ? DarwinCoreArchive(path: file) : nil
        let reader = try archive?.reader() ?? input.reader()
        let layout =
            try archive?.header.map { try described($0, archive?.constants ?? [], path: file) }
            ?? header(reader, path: file)
        let size = archive?.size ?? input.size
        let vernaculars = try archive?.vernaculars() ?? [:]
        let descriptions = try archive?.descriptions()
        var rows: [TaxonomyRow] = []
        var rowReader = TaxonomyRowReader(layout, language: options.language)
        var count = 0
        try progress(.reading, 0, size)
        while let row = try reader.next() {
            count += 1
            if count % 1000 == 0 { try progress(.reading, reader.consumed, size) }
            guard count <= Self.rowLimit else {
                throw TaxonomyError.tooManyRows(path: file, limit: Self.rowLimit)
            }
            guard var taxon = rowReader.taxon(of: row, &skips) else { continue }
            for name in taxon.taxonID.flatMap({ vernaculars[$0] }) ?? [] {
                rowReader.add(name.name, in: name.language, to: &taxon, &skips)
            }
            for about in taxon.taxonID.flatMap({ descriptions?.texts[$0] }) ?? [] {
                rowReader.add(about.text, on: about.topic, in: about.language, to: &taxon, &skips)
            }
            rows.append(taxon)
        }
        let source = options.source ?? layout.source ?? Self.source(ofFile: file)
        let isNamesOnly = options.namesOnly || !layout.isChecklist
        let change = try store.writing { connection in
            isNamesOnly
                ? try Self.join(rows, source, file, connection, &skips, progress)
                : try Self.merge(rows, source, file, connection, &skips, progress)
        }
        return TaxonomyReport(
            file: file, source: source, isNamesOnly: isNamesOnly, rows: count, added: change.added,
            updated: change.updated, made: change.made, synonyms: change.synonyms,
            names: change.names, codes: change.codes, texts: change.texts,
            unread: try archive?.unread(descriptions?.skipped ?? 0) ?? [],
            skipped: Self.listed(skips), changes: change.changes, taxa: change.taxa,
            seconds: (clock.now - began) / .seconds(1), cpuSeconds: Self.cpuSeconds - cpu)
    }

    // MARK: The header

    /// Columns that are named beside the table.
    ///
    /// - Throws: `TaxonomyError.noNameColumn`, `.noSuchColumn`.
    private func described(
        _ header: [String], _ constants: [(header: String, text: String)], path: String
    ) throws -> TaxonomyLayout {
        guard
            let layout = try TaxonomyLayout(
                header: header, named: try Self.namedColumns(options), constants: constants)
        else {
            throw TaxonomyError.noNameColumn(path: path, columns: header.filter { !$0.isEmpty })
        }
        return layout
    }

    private func header(_ reader: DelimitedReader, path: String) throws -> TaxonomyLayout {
        let named = try Self.namedColumns(options)
        var first: [String]?
        for _ in 0..<Self.headerRows {
            guard let row = try reader.next() else { break }
            let cells = (0..<row.count).map { row.text($0) ?? "" }
            if first == nil || (first?.count ?? 0) < cells.count { first = cells }
            // A title above the header lacks the columns that a person names.
            let isLikely = named.allSatisfy { column in
                column.header.hasPrefix("#")
                    || cells.contains { $0.lowercased() == column.header.lowercased() }
            }
            if isLikely, let layout = try TaxonomyLayout(header: cells, named: named) {
                return layout
            }
        }
        if let first { _ = try TaxonomyLayout(header: first, named: named) }
        throw TaxonomyError.noNameColumn(path: path, columns: first ?? [])
    }

    private static func namedColumns(_ options: Options) throws -> [(
        column: TaxonomyColumn, header: String
    )] {
        try (options.columns ?? "").split(separator: ",").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw TaxonomyError.unknownRole(String(pair)) }
            return (try TaxonomyColumn(role: parts[0]), parts[1])
        }
    }

    /// `avilist_2025_species.csv` is a version of `avilist-species`.
    static func source(ofFile path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let stem = file.split(separator: ".").first.map(String.init) ?? file
        let words = stem.lowercased().split { !$0.isLetter }
        return words.isEmpty ? "list" : words.joined(separator: "-")
    }

    // MARK: Writing

    /// What a transaction did.
    private struct Outcome: Sendable {
        var added = 0
        var updated = 0
        var made = 0
        var synonyms = 0
        var names: [String: Int] = [:]
        var codes: [String: Int] = [:]
        var texts = 0
        var changes: [TaxonomyReport.Change] = []
        var taxa = 0

        init(_ writer: TaxonomyWriter) {
            names = writer.names
            codes = writer.codes
            texts = writer.texts
        }
    }

    private static func merge(
        _ rows: [TaxonomyRow], _ source: String, _ file: String, _ connection: Connection,
        _ skips: inout SkipCounts, _ progress: (Phase, Int64, Int64) throws -> Void
    ) throws -> Outcome {
        try progress(.matching, 0, Int64(rows.count))
        let draft = TaxonomyDraft(rows, &skips)
        guard !draft.taxa.isEmpty else {
            throw TaxonomyError.noTaxa(path: file, skipped: Self.text(skips))
        }
        let match = TaxonomyMatch(
            draft, try KnownTaxa(connection, source: source),
            firstNewID: try number("SELECT coalesce(max(taxonID), 0) + 1 FROM taxon", connection))
        var writer = TaxonomyWriter(connection, source: source)
        try writer.write(match) { try progress(.writing, Int64($0), Int64($1)) }
        let taxa = match.draft.taxa
        var outcome = Outcome(writer)
        outcome.added = match.added.count
        outcome.updated = taxa.count - match.added.count
        outcome.made = taxa.count { $0.isMade }
        outcome.synonyms = match.draft.synonymCount
        outcome.changes = match.changes.map { change in
            let id = change.index.flatMap { taxa[$0].id } ?? change.oldID
            return TaxonomyReport.Change(
                kind: change.kind.rawValue, taxonID: id,
                otherID: id == change.oldID ? nil : change.oldID,
                oldName: change.oldName, newName: change.newName)
        }
        try finish(
            &outcome, source, file, connection, listed: Self.order(taxa), progress)
        return outcome
    }

    /// Rows in their order; what was made of a row comes with it.
    private static func order(_ taxa: [TaxonomyDraft.Taxon]) -> [Int64] {
        taxa.enumerated().sorted {
            ($0.element.row.line, $0.offset) < ($1.element.row.line, $1.offset)
        }
        .compactMap(\.element.id)
    }

    /// Names and codes for taxa that are known.
    private static func join(
        _ rows: [TaxonomyRow], _ source: String, _ file: String, _ connection: Connection,
        _ skips: inout SkipCounts, _ progress: (Phase, Int64, Int64) throws -> Void
    ) throws -> Outcome {
        guard try number("SELECT count(*) FROM taxon", connection) > 0 else {
            throw TaxonomyError.nothingToJoin(path: file)
        }
        var writer = TaxonomyWriter(connection, source: source)
        var updated: Set<Int64> = []
        for (index, row) in rows.enumerated() {
            if index % 1000 == 0 { try progress(.writing, Int64(index), Int64(rows.count)) }
            guard let id = try SpeciesStore.taxonID(ofKey: row.name.key, connection) else {
                skips.add(.notInTaxonomy, line: row.line)
                continue
            }
            try writer.writeDetails(of: row, id: id.rawValue, leads: false)
            updated.insert(id.rawValue)
        }
        guard !updated.isEmpty else {
            throw TaxonomyError.noTaxa(path: file, skipped: Self.text(skips))
        }
        var outcome = Outcome(writer)
        outcome.updated = updated.count
        try finish(&outcome, source, file, connection, listed: nil, progress)
        return outcome
    }

    private static func finish(
        _ outcome: inout Outcome, _ source: String, _ file: String, _ connection: Connection,
        listed: [Int64]?, _ progress: (Phase, Int64, Int64) throws -> Void
    ) throws {
        try TaxonomyIndex(connection).rebuild(listed: listed ?? []) {
            try progress(.indexing, Int64($0), Int64($1))
        }
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        for change in outcome.changes {
            try connection.run(
                """
                INSERT INTO taxonomy_change (imported, source, kind, taxonID, otherID, oldName, newName)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """, .integer(now), .text(source), .text(change.kind), .integer(change.taxonID),
                change.otherID.map { .integer($0) }, .text(change.oldName),
                change.newName.map { .text($0) })
        }
        try connection.run(
            """
            INSERT INTO taxonomy_source (name, file, imported, taxa) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (name) DO UPDATE SET
                file = excluded.file, imported = excluded.imported, taxa = excluded.taxa
            """, .text(source), .text(file.split(separator: "/").last.map(String.init) ?? file),
            .integer(now), .integer(Int64(outcome.added + outcome.updated)))
        try connection.execute("UPDATE species_state SET generation = generation + 1")
        outcome.taxa = Int(
            try number("SELECT count(*) FROM taxon WHERE taxonomicStatus = 'accepted'", connection))
    }

    private static func number(_ sql: String, _ connection: Connection) throws -> Int64 {
        let statement = try connection.statement(sql)
        return try statement.step() ? statement.int64(0) : 0
    }

    // MARK: The report

    private static func listed(_ skips: SkipCounts) -> [TaxonomyReport.Skipped] {
        TaxonomySkip.allCases.compactMap { reason in
            skips.counts[reason].map { .init(reason: reason, count: $0.count, lines: $0.lines) }
        }
    }

    private static func text(_ skips: SkipCounts) -> String {
        let parts = listed(skips).map { skip in
            "\(skip.count) \(skip.reason.text), the first on line \(skip.lines.first ?? 0)"
        }
        return parts.isEmpty ? "It has a header alone." : parts.joined(separator: "; ") + "."
    }

    /// User and system time of this process.
    private static var cpuSeconds: Double {
        var usage = rusage()
        guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return 0 }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }
}
