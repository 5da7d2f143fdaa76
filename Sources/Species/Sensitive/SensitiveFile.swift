internal import GeoModel

/// Why a list of sensitive taxa cannot be used, and what to do about it. Nothing was changed.
package enum SensitiveListError: Error, Equatable, CustomStringConvertible {
    case noNameColumn(path: String, columns: [String])
    /// A field of a row is not understood.
    case badField(path: String, line: Int, column: String, value: String, expected: String)
    case noRows(path: String)
    case tooManyRows(path: String, limit: Int)
    case noSuchList(String, known: [String])

    package var description: String {
        switch self {
        case .noNameColumn(let path, let columns):
            "'\(path)' has no column scientificName or taxonID. Its columns: "
                + "\(columns.joined(separator: ", ")). Head one of them so."
        case .badField(let path, let line, let column, let value, let expected):
            "'\(path)', line \(line): '\(value)' will not do as \(column). Write \(expected)."
        case .noRows(let path): "'\(path)' lists no taxon. To end a list, remove it."
        case .tooManyRows(let path, let limit):
            "'\(path)' has more than \(limit) rows, more than is kept in memory. List genera or families."
        case .noSuchList(let name, let known):
            known.isEmpty
                ? "There is no list of sensitive taxa."
                : "There is no list '\(name)'. There are: "
                    + "\(known.joined(separator: ", "))."
        }
    }
}

/// A list of sensitive taxa as text: columns `scientificName` or `taxonID`, and optionally `geoprivacy`, `area`,
/// `dates`, `reason` and `source`, in any order and letter case.
enum SensitiveFile {
    /// All lists of the world's countries together have fewer.
    private static let rowLimit = 100_000

    private struct Columns {
        var name, taxonID, geoprivacy, area, dates, reason, source: Int?

        init(_ header: [String]) {
            func column(_ names: String...) -> Int? {
                header.firstIndex { cell in
                    names.contains(cell.lowercased().filter { $0.isLetter || $0.isNumber })
                }
            }
            name = column("scientificname", "name", "taxon", "species")
            taxonID = column("taxonid")
            geoprivacy = column("geoprivacy")
            area = column("area", "place", "country", "countrycode", "bbox")
            dates = column("dates", "date", "season", "eventdate")
            reason = column("reason", "remarks")
            source = column("source", "references")
        }
    }

    /// - Parameter nameOfTaxon: The scientific name of a taxon of the store; nil when it has none.
    static func entries(
        of path: String, list: String, nameOfTaxon: (TaxonID) throws -> String?
    ) throws -> [SensitiveEntry] {
        let file = try TaxonomyFile(path: path)
        let reader = try file.reader()
        guard let header = try reader.next() else { throw SensitiveListError.noRows(path: path) }
        let cells = (0..<header.count).map { header.text($0) ?? "" }
        let columns = Columns(cells)
        guard columns.name != nil || columns.taxonID != nil else {
            throw SensitiveListError.noNameColumn(path: path, columns: cells)
        }
        var entries: [SensitiveEntry] = []
        while let row = try reader.next() {
            guard entries.count < rowLimit else {
                throw SensitiveListError.tooManyRows(path: path, limit: rowLimit)
            }
            entries.append(
                try entry(of: row, columns, of: path, list: list, nameOfTaxon: nameOfTaxon))
        }
        guard !entries.isEmpty else { throw SensitiveListError.noRows(path: path) }
        return entries
    }

    private static func entry(
        of row: DelimitedRow, _ columns: Columns, of path: String, list: String,
        nameOfTaxon: (TaxonID) throws -> String?
    ) throws -> SensitiveEntry {
        func text(_ column: Int?) -> String { column.flatMap { row.text($0) } ?? "" }
        func bad(
            _ column: String, _ value: String, _ expected: String
        ) -> SensitiveListError {
            .badField(
                path: path, line: row.line, column: column, value: value, expected: expected)
        }
        var name = text(columns.name)
        if name.isEmpty {
            let id = text(columns.taxonID)
            guard let number = Int64(id),
                let found = try nameOfTaxon(TaxonID(rawValue: number))
            else {
                throw bad(
                    "taxonID", id,
                    "one that 'turnstone species show' knows, or a scientificName")
            }
            name = found
        }
        guard ScientificName(name) != nil else {
            throw bad("scientificName", name, "a name as Aquila chrysaetos")
        }
        let privacy = text(columns.geoprivacy).lowercased()
        guard let geoprivacy = privacy.isEmpty ? .obscured : Geoprivacy(rawValue: privacy),
            geoprivacy != .open
        else { throw bad("geoprivacy", privacy, "obscured or private") }
        guard let area = SensitiveArea(text(columns.area)) else {
            throw bad(
                "area", text(columns.area),
                "nothing, W,S,E,N in degrees, or a code of ISO 3166 as FI or US-CA")
        }
        guard let dates = SensitiveDates(text(columns.dates)) else {
            throw bad(
                "dates", text(columns.dates),
                "nothing, MM-DD/MM-DD, or YYYY-MM-DD/YYYY-MM-DD with .. for an open end")
        }
        let reasons = [text(columns.reason), text(columns.source)].filter { !$0.isEmpty }
        return SensitiveEntry(
            list: list, scientificName: name, geoprivacy: geoprivacy, area: area, dates: dates,
            reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
    }
}
