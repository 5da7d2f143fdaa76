/// What a person says about the files of an import.
package struct RangeImportOptions: Hashable, Sendable {
    /// What all files are kept as; nil for each under its own name.
    package var source: String?
    /// Columns that are not found by their names.
    package var columns: [RangeColumns.Role: String]
    /// The reference system of the coordinates, as `EPSG:2193`; nil for what the file says.
    package var referenceSystem: String?
    /// The one species of all that is read; its column is then not looked for.
    package var species: String?

    package init(
        source: String? = nil, columns: [RangeColumns.Role: String] = [:],
        referenceSystem: String? = nil, species: String? = nil
    ) {
        self.source = source
        self.columns = columns
        self.referenceSystem = referenceSystem
        self.species = species
    }
}

/// How far an import is.
package struct RangeImportProgress: Hashable, Sendable {
    /// Of the file, without its folders.
    package let file: String
    package let done: Int
    /// Features of the file; nil when it does not say.
    package let total: Int?
}
