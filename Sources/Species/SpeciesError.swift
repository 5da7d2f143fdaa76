/// Why the species store cannot be used, and what to do about it.
package enum SpeciesError: Error, Equatable, CustomStringConvertible {
    /// Made by a newer program.
    case newerSchema(path: String, found: Int, known: Int)
    /// An SQLite database, but not one of ours.
    case foreignDatabase(path: String)
    /// SpatiaLite's own function for `step` said no.
    case schemaNotMade(path: String, step: String)
    case limitOutOfRange
    /// No family has this name.
    case unknownFamily(String)
    /// Not one that a page gave, or one of before an import.
    case invalidCursor
    case goalOutOfRange

    package var description: String {
        switch self {
        case .newerSchema(let path, let found, let known):
            "'\(path)' is of version \(found), and this program knows versions up to \(known). "
                + "Update the program, or name another data directory."
        case .foreignDatabase(let path):
            "'\(path)' is a database of another program. Move it away; it was not changed."
        case .schemaNotMade(let path, let step):
            "'\(path)' could not be set up: \(step) failed. Remove the file and try again."
        case .limitOutOfRange:
            "Ask for \(SpeciesQuery.limits.lowerBound) to \(SpeciesQuery.limits.upperBound) on a page."
        case .unknownFamily(let name):
            "There is no family '\(name)'. Name it as Corvidae, or by a vernacular name it has."
        case .invalidCursor:
            "The cursor is not one that a page gave, or the taxonomy has changed since. Start again "
                + "without it."
        case .goalOutOfRange:
            "A year's goal is 1 to \(SpeciesStore.goals.upperBound) species, or 0 for none."
        }
    }
}
