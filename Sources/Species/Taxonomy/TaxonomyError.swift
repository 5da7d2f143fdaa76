/// Why a file cannot be imported as a taxonomy, and what to do about it. Nothing was changed.
package enum TaxonomyError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case empty(path: String)
    case notText(path: String, reason: String)
    /// A quote that opens a field on this line is never closed.
    case unclosedQuote(path: String, line: Int)
    /// No column of scientific names among those of the header.
    case noNameColumn(path: String, columns: [String])
    /// A column named by the caller that the file lacks.
    case noSuchColumn(String, columns: [String])
    case unknownRole(String)
    case tooManyRows(path: String, limit: Int)
    /// A file of names alone, for a taxonomy that is not there.
    case nothingToJoin(path: String)
    /// Not one row could be used.
    case noTaxa(path: String, skipped: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)."
        case .empty(let path): "'\(path)' is empty."
        case .notText(let path, let reason):
            "'\(path)' is not a table as text: \(reason). Save it as CSV in UTF-8. A Darwin "
                + "Core Archive of taxa is read as it is."
        case .unclosedQuote(let path, let line):
            "'\(path)', line \(line): a quote opens a field and none closes it. Mend the line."
        case .noNameColumn(let path, let columns):
            "'\(path)' has no column that is known to hold scientific names. Name it with "
                + "--columns scientificName=HEADER. Its columns: \(columns.joined(separator: ", "))."
        case .noSuchColumn(let name, let columns):
            "There is no column '\(name)'. The file has: \(columns.joined(separator: ", "))."
        case .unknownRole(let role):
            "'\(role)' is nothing that a column can hold. Use one of "
                + "\(TaxonomyColumn.roleNames.joined(separator: ", "))."
        case .tooManyRows(let path, let limit):
            "'\(path)' has more than \(limit) rows, which would take more memory than is meant for "
                + "an import. Import the groups you need, each in a file of its own."
        case .nothingToJoin(let path):
            "'\(path)' has names alone, neither families nor ids, and there is no taxonomy to join "
                + "them to. Import a checklist first."
        case .noTaxa(let path, let skipped):
            "'\(path)' has no row that could be used. \(skipped)"
        }
    }
}
