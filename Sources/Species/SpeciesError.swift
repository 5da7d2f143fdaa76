/// Why the species store cannot be used, and what to do about it.
package enum SpeciesError: Error, Equatable, CustomStringConvertible {
    /// Made by a newer program.
    case newerSchema(path: String, found: Int, known: Int)
    /// An SQLite database, but not one of ours.
    case foreignDatabase(path: String)
    /// SpatiaLite's own function for `step` said no.
    case schemaNotMade(path: String, step: String)

    package var description: String {
        switch self {
        case .newerSchema(let path, let found, let known):
            "'\(path)' is of version \(found), and this program knows versions up to \(known). "
                + "Update the program, or name another data directory."
        case .foreignDatabase(let path):
            "'\(path)' is a database of another program. Move it away; it was not changed."
        case .schemaNotMade(let path, let step):
            "'\(path)' could not be set up: \(step) failed. Remove the file and try again."
        }
    }
}
