/// What an import of range maps did.
package struct RangeImportReport: Hashable, Sendable, Codable {
    /// One for each source, in the order in which they were read.
    package internal(set) var sources: [Source] = []

    /// A source: one file, or all of an import that were given one name.
    package struct Source: Hashable, Sendable, Codable {
        package let name: String
        package internal(set) var files: [File] = []
        package internal(set) var species = 0
        package internal(set) var ranges = 0
        /// Into how many pieces the areas are cut.
        package internal(set) var pieces = 0
        /// Whether another import under this name was replaced.
        package internal(set) var hasReplaced = false
    }

    package struct File: Hashable, Sendable, Codable {
        package let name: String
        package internal(set) var features = 0
        package internal(set) var ranges = 0
        /// Which column says what, by layer.
        package internal(set) var columns: [String] = []
        package internal(set) var referenceSystem: String?
        /// What was left out, by kind.
        package internal(set) var skipped: [String: Int] = [:]
        /// What is kept but deserves to be known, by kind.
        package internal(set) var noted: [String: Int] = [:]
        /// Areas whose rings crossed and which were mended, at most `listLimit`, as `name (feature 7)`.
        package internal(set) var repaired: [String] = []
        /// Features that were left out for their shape, likewise.
        package internal(set) var unusable: [String] = []
        /// What the reader warned of first.
        package internal(set) var warning: String?

        init(name: String) { self.name = name }

        /// Names in a list; the counts are of all.
        package static let listLimit = 20
    }
}

extension RangeImportReport.File {
    enum Skipped: String {
        case noName = "without a name"
        case notAName = "whose name is none"
        case noGeometry = "without a geometry"
        case points = "of points"
        case lines = "of lines"
        case unknownShape = "of a shape that is not known"
        case predictionArea = "of the area of a model's predictions, which is no range"
    }

    enum Noted: String {
        case unknownSeason = "of unknown season, shown in every month"
        case notExpected = "where it is extinct or a vagrant, listed only"
        case crossing = "cut at 180 degrees"
        case repaired = "repaired"
    }

    mutating func skip(_ reason: String) { skipped[reason, default: 0] += 1 }

    mutating func note(_ kind: Noted) { noted[kind.rawValue, default: 0] += 1 }
}

extension RangeImportReport {
    /// For a person: what was kept, then what was not.
    package var text: String {
        sources.map(\.text).joined(separator: "\n")
    }
}

extension RangeImportReport.Source {
    fileprivate var text: String {
        var lines = [
            "\(hasReplaced ? "Replaced" : "Imported") range source \(name): "
                + "\(count(species, "species", "species")), \(count(ranges, "range", "ranges"))"
                + " in \(count(pieces, "piece", "pieces"))"
        ]
        for file in files { lines += file.lines }
        return lines.joined(separator: "\n")
    }
}

extension RangeImportReport.File {
    fileprivate var lines: [String] {
        var lines = ["  \(name): \(count(features, "feature", "features"))"]
        lines += columns.map { "    columns: \($0)" }
        if let referenceSystem { lines.append("    coordinates: \(referenceSystem)") }
        lines += noted.sorted(by: <).map { "    \($0.value) \($0.key)" }
        lines += skipped.sorted(by: <).map { "    left out: \($0.value) \($0.key)" }
        lines += Self.list("repaired", repaired, of: noted[Noted.repaired.rawValue] ?? 0)
        lines += Self.list("unusable", unusable, of: unusable.count)
        if let warning { lines.append("    the reader warns: \(warning)") }
        return lines
    }

    private static func list(_ what: String, _ names: [String], of count: Int) -> [String] {
        guard !names.isEmpty else { return [] }
        let more = count > names.count ? " and \(count - names.count) more" : ""
        return ["    \(what): \(names.joined(separator: ", "))\(more)"]
    }
}

private func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
}
