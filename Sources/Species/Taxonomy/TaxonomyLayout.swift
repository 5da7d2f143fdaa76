/// Which columns of a file hold what.
struct TaxonomyLayout {
    /// The columns that are read, by their index in a row.
    let columns: [(index: Int, column: TaxonomyColumn)]
    /// What all rows hold that have nothing else there.
    let constants: [(column: TaxonomyColumn, text: String)]
    /// Cells of the header.
    let width: Int
    /// Whether it has a classification, ids or ranks. Else it is names for taxa that are known.
    let isChecklist: Bool
    /// Who made the list, as far as the header tells: `ebird`, `clements`, `ioc`, `avilist`.
    let source: String?
    /// Whether the header tells that all its taxa are birds, and no column tells their class.
    let isOfBirds: Bool
    /// The name is in cells for genus and epithets, and an empty cell repeats the one above.
    let isNested: Bool

    /// Finds columns in a row that may be the header.
    ///
    /// - Parameters:
    ///   - named: Columns by a person: the header, or `#3` for the third column.
    ///   - constants: What a description of the table says of all rows: a header and a text.
    /// - Returns: nil when no column holds scientific names.
    /// - Throws: `TaxonomyError.noSuchColumn`.
    init?(
        header: [String], named: [(column: TaxonomyColumn, header: String)],
        constants: [(header: String, text: String)] = []
    ) throws(TaxonomyError) {
        var found: [Int: TaxonomyColumn] = [:]
        var taken: Set<TaxonomyColumn> = []
        for (column, name) in named {
            guard let index = Self.index(of: name, in: header) else {
                throw .noSuchColumn(name, columns: header)
            }
            found[index] = column
            taken.insert(column)
        }
        for (index, name) in header.enumerated() where found[index] == nil {
            guard let column = TaxonomyColumn(header: name) else { continue }
            // Several columns may name a taxon in one language; else the first counts.
            if case .vernacular(_?) = column {
                found[index] = column
            } else if taken.insert(column).inserted {
                found[index] = column
            }
        }
        let known = constants.compactMap { constant in
            TaxonomyColumn(header: constant.header).map { (column: $0, text: constant.text) }
        }
        self.constants = known.filter { !$0.text.isEmpty }
        let all = Set(found.values).union(self.constants.map(\.column))
        isNested = !all.contains(.scientificName)
        guard !isNested || all.isSuperset(of: [.genus, .specificEpithet]) else { return nil }
        columns = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        width = header.count
        isChecklist = all.contains { column in
            switch column {
            case .higher, .rank, .taxonID, .parentID, .parentName, .acceptedID, .acceptedName,
                .status, .reportAs, .genus:
                true
            case .code(let scheme): TaxonomyColumn.lastingSchemes.contains(scheme)
            default: false
            }
        }
        let names = header.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        func heads(_ maker: String) -> Bool { names.contains { $0.hasPrefix(maker) } }
        if heads("clements") {
            source = "clements"
        } else if names.contains(where: { $0.contains("avilist") }) {
            source = "avilist"
        } else if names.contains("reportas") || names.contains("primarycomname") || heads("ebird") {
            source = "ebird"
        } else if heads("birdlife") {
            source = "birdlife"
        } else if heads("ioc") || names.contains("speciesscientific") {
            source = "ioc"
        } else {
            source = nil
        }
        isOfBirds =
            isChecklist && !all.contains(.higher("class"))
            && (source != nil || all.contains(.code("avibase")) || all.contains(.code("ebird")))
    }

    func has(_ column: TaxonomyColumn) -> Bool { columns.contains { $0.column == column } }

    private static func index(of name: String, in header: [String]) -> Int? {
        if name.hasPrefix("#"), let number = Int(name.dropFirst()),
            header.indices.contains(number - 1)
        {
            return number - 1
        }
        return header.firstIndex(of: name)
            ?? header.firstIndex { $0.lowercased() == name.lowercased() }
    }
}
