/// What an import of a taxonomy did. Its JSON is what `--json` prints.
package struct TaxonomyReport: Hashable, Sendable, Codable {
    package struct Skipped: Hashable, Sendable, Codable {
        package let reason: TaxonomySkip
        package let count: Int
        /// Of the first few, in the file.
        package let lines: [Int]
    }

    /// A table of an archive, or a part of it, that has no place in the taxonomy.
    package struct Unread: Hashable, Sendable, Codable {
        /// What its rows are by the archive's description: `distribution`.
        package let rowType: String
        package let count: Int
    }

    /// Something a person should look at.
    package struct Change: Hashable, Sendable, Codable {
        /// `renamed`, `lumped`, `split`, `vanished` or `returned`.
        package let kind: String
        package let taxonID: Int64
        /// For a lump or split the taxon on the other side.
        package let otherID: Int64?
        package let oldName: String
        package let newName: String?
    }

    package let file: String
    /// The list it counts as; a later file of the same list takes its place.
    package let source: String
    /// Whether it was names for taxa that are known, and no checklist.
    package let isNamesOnly: Bool
    package let rows: Int
    /// Taxa of the file: those the store did not have, those it had, and among both those made of
    /// others' rows, as genera are.
    package let added, updated, made: Int
    package let synonyms: Int
    /// Vernacular names by language, codes by scheme, texts of the field guide.
    package let names, codes: [String: Int]
    package let texts: Int
    /// Tables of an archive that are not read.
    package let unread: [Unread]
    package let skipped: [Skipped]
    package let changes: [Change]
    /// Taxa in the store now.
    package let taxa: Int
    package let seconds, cpuSeconds: Double

    /// Changes of one kind that the text lists; JSON has all.
    private static let shownChanges = 20

    /// A few lines for a person.
    package var text: String {
        var lines: [String] = []
        if isNamesOnly {
            lines.append("\(source): names and codes for \(updated) taxa, of \(rows) rows")
        } else {
            lines.append(
                "\(source): \(added + updated) taxa of \(rows) rows: \(added) new, \(updated) known"
                    + (made > 0
                        ? " (\(made) genera, families and above made of their species)" : ""))
        }
        if synonyms > 0 { lines.append("  synonyms: \(synonyms)") }
        if !names.isEmpty { lines.append("  names: " + Self.list(names)) }
        if !codes.isEmpty { lines.append("  codes: " + Self.list(codes)) }
        if texts > 0 { lines.append("  field-guide texts: \(texts)") }
        for table in unread {
            lines.append(
                "  \(table.count) \(table.count == 1 ? "row" : "rows") of the table "
                    + "\(table.rowType) not read: the taxonomy has no place for them")
        }
        for skip in skipped {
            let more = skip.count > skip.lines.count ? " ..." : ""
            lines.append(
                "  \(skip.count) \(skip.count == 1 ? "row" : "rows") \(skip.reason.text): \(file), "
                    + "line \(skip.lines.map(String.init).joined(separator: ", "))\(more)")
        }
        if !changes.isEmpty { lines.append("For a person to look at:") }
        for kind in TaxonomyChange.Kind.allCases {
            let ofKind = changes.filter { $0.kind == kind.rawValue }
            lines += ofKind.prefix(Self.shownChanges).map(Self.line)
            if ofKind.count > Self.shownChanges {
                lines.append(
                    "  ... and \(ofKind.count - Self.shownChanges) more \(kind.rawValue); --json lists all"
                )
            }
        }
        lines.append(
            "\(taxa) taxa in all. \(Self.decimal(seconds)) s, CPU \(Self.decimal(cpuSeconds)) s")
        return lines.joined(separator: "\n")
    }

    private static func line(_ change: Change) -> String {
        let new = change.newName ?? ""
        switch TaxonomyChange.Kind(rawValue: change.kind) {
        case .renamed:
            return "  renamed: \(change.oldName) is \(new) now; the old name stays as a synonym"
        case .lumped: return "  lumped: \(change.oldName) is part of \(new) now"
        case .split: return "  split: \(new) was part of \(change.oldName)"
        case .vanished:
            return "  vanished: \(change.oldName) is not in the list any more; it is kept"
        case .returned: return "  returned: \(new), which had gone, is in the list again"
        case nil: return "  \(change.kind): \(change.oldName) \(new)"
        }
    }

    private static func list(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// Two decimals.
    private static func decimal(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
