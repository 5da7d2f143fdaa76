/// Makes taxa of a file's rows.
struct TaxonomyRowReader {
    private let layout: TaxonomyLayout
    private let language: String
    /// The last filled cell of each of `levels`.
    private var above = [String?](repeating: nil, count: levels.count)

    /// - Parameter language: Of vernacular names and texts whose language the file does not tell.
    init(_ layout: TaxonomyLayout, language: String) {
        self.layout = layout
        self.language = language
    }

    /// Longest name or code that is kept: longer ones are text in the wrong column.
    private static let nameLimit = 300

    /// The taxon of a row; nil for one that is left out, which `skips` then counts.
    mutating func taxon(of row: DelimitedRow, _ skips: inout SkipCounts) -> TaxonomyRow? {
        if row.count > layout.width, (layout.width..<row.count).contains(where: row.isFilled) {
            skips.add(.tooManyCells, line: row.line)
            return nil
        }
        var cells: [(column: TaxonomyColumn, text: String)] = []
        for (index, column) in layout.columns {
            guard let text = row.text(index) else {
                skips.add(.notUTF8, line: row.line)
                return nil
            }
            if !text.isEmpty { cells.append((column, text)) }
        }
        for (column, text) in layout.constants where !cells.contains(where: { $0.column == column })
        {
            cells.append((column, text))
        }
        func text(_ column: TaxonomyColumn) -> String? {
            cells.first { $0.column == column }?.text
        }
        fillDown(&cells)
        guard let (name, isExtinct) = name(cells), name.text.count <= Self.nameLimit else {
            // IOC's lists have rows that head an order or a family.
            let isHeading = layout.source == "ioc" && !layout.isNested && !cells.isEmpty
            if !isHeading { skips.add(.noName, line: row.line) }
            return nil
        }
        var taxon = TaxonomyRow(line: row.line, name: name, rank: rank(of: name, text(.rank)))
        if isExtinct { taxon.conservationStatus = "EX" }
        let rowLanguage = text(.language).map { LanguageTags.tag($0) }
        for (column, text) in cells {
            read(column, text, rowLanguage, into: &taxon, &skips)
        }
        if layout.isNested { nest(&taxon, cells) }
        if layout.isOfBirds { taxon.higher += [("kingdom", "Animalia"), ("class", "Aves")] }
        taxon.higher.sort { TaxonRank.height($0.rank) < TaxonRank.height($1.rank) }
        settleSynonymy(&taxon, status: text(.status))
        return taxon
    }

    /// Gives a taxon a vernacular name that stands beside its row.
    ///
    /// - Parameter language: As it is written there; nil for the file's.
    func add(
        _ name: String, in language: String?, to taxon: inout TaxonomyRow,
        _ skips: inout SkipCounts
    ) {
        guard name.count <= Self.nameLimit else { return }
        guard let tag = language.map(LanguageTags.tag) ?? self.language else {
            return skips.add(.unknownLanguage, line: taxon.line)
        }
        if !taxon.vernaculars.contains(where: { $0 == (tag, name) }) {
            taxon.vernaculars.append((tag, name))
        }
    }

    /// Gives a taxon a field-guide text that stands beside its row, after those of the row itself.
    ///
    /// - Parameter language: As it is written there; nil for the file's.
    func add(
        _ text: String, on topic: FieldGuideTopic, in language: String?,
        to taxon: inout TaxonomyRow, _ skips: inout SkipCounts
    ) {
        guard let tag = language.map(LanguageTags.tag) ?? self.language else {
            return skips.add(.unknownLanguage, line: taxon.line)
        }
        let same = taxon.texts.firstIndex { $0.topic == topic && $0.language == tag }
        if let same {
            guard !taxon.texts[same].text.contains(text) else { return }
            taxon.texts[same].text += "\n\n" + text
        } else {
            taxon.texts.append((topic, tag, text))
        }
    }

    // MARK: Names

    /// In IOC's lists a cell stands for all rows below it until the next one of its column, or of a
    /// higher one.
    private mutating func fillDown(_ cells: inout [(column: TaxonomyColumn, text: String)]) {
        guard layout.source == "ioc" else { return }
        let levels = layout.isNested ? Self.levels : Array(Self.levels.prefix(2))
        let own = levels.map { level in cells.first { $0.column == level }?.text }
        let deepest = layout.isNested ? own.lastIndex { $0 != nil } ?? 0 : levels.count
        for (index, text) in own.enumerated() {
            if let text {
                above[index] = text
                for lower in above.indices where lower > index { above[lower] = nil }
            } else if index < deepest, let text = above[index] {
                cells.append((levels[index], text))
            }
        }
    }

    private static let levels: [TaxonomyColumn] = [
        .higher("order"), .higher("family"), .genus, .specificEpithet, .infraspecificEpithet,
    ]

    /// The row's name, and whether a dagger says that the taxon is extinct.
    private func name(
        _ cells: [(column: TaxonomyColumn, text: String)]
    ) -> (ScientificName, Bool)? {
        func text(_ column: TaxonomyColumn) -> String? {
            cells.first { $0.column == column }?.text
        }
        var parts: [String?] = [text(.scientificName)]
        if parts[0] == nil {
            parts = [text(.genus), text(.specificEpithet), text(.infraspecificEpithet)]
            if parts[0] == nil, layout.isNested {
                parts = [text(.higher("family")) ?? text(.higher("order"))]
            }
        }
        let joined = parts.compactMap(\.self).joined(separator: " ")
        let isExtinct = joined.contains("†")
        guard let name = ScientificName(joined.replacing("†", with: " ")) else { return nil }
        return (name, isExtinct)
    }

    private func rank(of name: ScientificName, _ text: String?) -> String {
        let own = TaxonRank.of(name)
        // A list that calls a cross a species means a rank, and it counts as none.
        if TaxonRank.uncertain.contains(own) { return own }
        return text.flatMap(TaxonRank.named) ?? own
    }

    /// What a nested list's row stands in is what its own cells say, but for the row itself.
    private func nest(
        _ taxon: inout TaxonomyRow, _ cells: [(column: TaxonomyColumn, text: String)]
    ) {
        taxon.higher.removeAll { ScientificName($0.name)?.key == taxon.name.key }
        guard taxon.name.form == .uninomial else { return }
        let filled = Set(cells.map(\.column))
        taxon.rank =
            filled.contains(.genus)
            ? "genus" : filled.contains(.higher("family")) ? "family" : "order"
    }

    // MARK: Cells

    private func read(
        _ column: TaxonomyColumn, _ text: String, _ rowLanguage: String??,
        into taxon: inout TaxonomyRow, _ skips: inout SkipCounts
    ) {
        switch column {
        case .text(let topic):
            taxon.texts.append((topic, (rowLanguage ?? nil) ?? language, text))
        case _ where text.count > Self.nameLimit: return
        case .taxonID: taxon.taxonID = text
        case .authorship: taxon.authorship = text
        case .parentID: taxon.parentID = text
        case .parentName: taxon.parentName = text
        case .acceptedID: taxon.acceptedID = text
        case .acceptedName: taxon.acceptedName = text
        case .reportAs: taxon.reportAs = text
        case .higher(let rank): readHigher(rank, text, into: &taxon)
        case .familyVernacular: taxon.familyVernacular = text
        case .vernacular(let language):
            let told: String? = language ?? rowLanguage ?? self.language
            guard let told else { return skips.add(.unknownLanguage, line: taxon.line) }
            if !taxon.vernaculars.contains(where: { $0 == (told, text) }) {
                taxon.vernaculars.append((told, text))
            }
        case .code(let scheme):
            for code in text.split(whereSeparator: { ",; ".contains($0) }) {
                taxon.codes.append((scheme, String(code)))
            }
        case .conservationStatus: taxon.conservationStatus = Self.conservationStatus(text)
        case .extinct:
            let isExtinct = ["1", "true", "yes", "y", "extinct", "ex"].contains(text.lowercased())
            if isExtinct, taxon.conservationStatus == nil { taxon.conservationStatus = "EX" }
        case .scientificName, .genus, .specificEpithet, .infraspecificEpithet, .rank, .language,
            .status:
            return
        }
    }

    /// eBird writes `Corvidae (Crows, Jays, and Magpies)`, IOC `CORVIDAE`.
    private func readHigher(_ rank: String, _ text: String, into taxon: inout TaxonomyRow) {
        let parts = text.split(separator: "(", maxSplits: 1)
        guard let first = parts.first, let name = ScientificName(String(first)),
            name.form == .uninomial
        else { return }
        taxon.higher.append((rank, name.text))
        if rank == "family", parts.count == 2 {
            taxon.familyVernacular = String(parts[1].prefix { $0 != ")" })
        }
    }

    /// IUCN's letters where the text is one of its categories, else the text.
    private static func conservationStatus(_ text: String) -> String {
        let plain = text.lowercased()
        return redList[plain] ?? (text.count <= 4 ? text.uppercased() : text)
    }

    private static let redList = [
        "extinct": "EX", "extinct in the wild": "EW", "critically endangered": "CR",
        "endangered": "EN", "vulnerable": "VU", "near threatened": "NT", "least concern": "LC",
        "data deficient": "DD", "not evaluated": "NE",
    ]

    /// A synonym is what names another accepted taxon. A status alone makes none.
    private func settleSynonymy(_ taxon: inout TaxonomyRow, status: String?) {
        let status = status?.lowercased() ?? ""
        let pointsToItself =
            (taxon.acceptedID != nil && taxon.acceptedID == taxon.taxonID)
            || (taxon.acceptedID == nil
                && taxon.acceptedName.flatMap { ScientificName($0)?.key } == taxon.name.key)
        let isAccepted =
            status.hasPrefix("accepted") || status.hasPrefix("valid") || pointsToItself
        let hasTarget = taxon.acceptedID != nil || taxon.acceptedName != nil
        let saysSynonym =
            status.contains("synonym") || status.contains("invalid")
            || status.contains("misapplied")
        taxon.isSynonym = !isAccepted && (hasTarget || saysSynonym)
        if !taxon.isSynonym { (taxon.acceptedID, taxon.acceptedName) = (nil, nil) }
    }
}
