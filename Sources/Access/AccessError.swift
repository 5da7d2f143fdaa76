/// Why a token cannot be made, listed or revoked.
package enum AccessError: Error, Equatable, CustomStringConvertible {
    case nameNotUsable(limit: Int)
    case nameTaken(String)
    case noSuchToken(String)
    /// The file is another program's database.
    case foreignDatabase(path: String)
    /// The file was made by a later version of this program.
    case newerSchema(path: String, found: Int, known: Int)

    package var description: String {
        switch self {
        case .nameNotUsable(let limit):
            "A token's name has 1 to \(limit) characters, none of them a line break."
        case .nameTaken(let name):
            "A token named '\(name)' is in use. Choose another name, or revoke that one first."
        case .noSuchToken(let text):
            "There is no token in use with the number or name '\(text)'. See turnstone token list."
        case .foreignDatabase(let path):
            "'\(path)' is not a file of access tokens. Move it away; a new one is made."
        case .newerSchema(let path, let found, let known):
            "'\(path)' has version \(found), and this program knows up to \(known). Use the newer program."
        }
    }
}
