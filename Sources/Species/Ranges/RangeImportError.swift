/// Why range maps cannot be imported, and what to do about it. Nothing was changed.
package enum RangeImportError: Error, Hashable, Sendable {
    case noNameColumn(file: String, layer: String, columns: [String])
    case noSuchColumn(option: String, name: String, file: String, columns: [String])
    case noReferenceSystem(file: String, position: String)
    case noLayers(file: String)
    /// Nothing in the file could be used.
    case noRanges(file: String, reasons: String)
    case notASpecies(String)
    case sourceNotFound(String, known: [String])
    case overrideNotFound(Int64)
    case notAName(String)
}

extension RangeImportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noNameColumn(let file, let layer, let columns):
            "'\(file)', layer '\(layer)', has no column of scientific names: looked for sci_name, "
                + "binomial, scientific_name and the like. It has \(Self.list(columns)). Name the column "
                + "with --name-column, or the one species of the whole file with --species."
        case .noSuchColumn(let option, let name, let file, let columns):
            "'\(file)' has no column '\(name)' (--\(option)). It has \(Self.list(columns))."
        case .noReferenceSystem(let file, let position):
            "'\(file)' does not say what its coordinates are in, and \(position) is no longitude and "
                + "latitude. Name the reference system with --crs, as --crs EPSG:2193."
        case .noLayers(let file): "'\(file)' has no layer. Check that it is the right file."
        case .noRanges(let file, let reasons):
            "'\(file)' has no area that can be used\(reasons). Nothing was changed."
        case .notASpecies(let name):
            "'\(name)' is no scientific name. Send it as --species \"Genus epithet\"."
        case .sourceNotFound(let name, let known):
            "There is no range source '\(name)'. "
                + (known.isEmpty
                    ? "None is imported." : "Imported are \(Self.list(known)).")
        case .overrideNotFound(let id):
            "There is no override \(id). 'turnstone ranges override list' shows the numbers."
        case .notAName(let name): "'\(name)' is no scientific name of a taxon."
        }
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
        return names.isEmpty ? "none" : names.count > 20 ? "\(shown) ..." : shown
    }
}
