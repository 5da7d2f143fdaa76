/// Messages for those who need not know where things lie on this machine.
package enum PathlessText {
    /// The text with each absolute path cut to its last name: `'/srv/data/models/birds/model.json' is damaged`
    /// becomes `'model.json' is damaged`.
    ///
    /// A path begins with a slash at the start of a word and has another one in it, so that `/healthz` stays; it ends
    /// with the quote it stands in, else with the word.
    package static func of(_ text: String) -> String {
        var result = ""
        var before: Character = " "
        var rest = text[...]
        while let character = rest.first {
            guard character == "/", opening.contains(before) else {
                result.append(character)
                before = character
                rest.removeFirst()
                continue
            }
            let isQuoted = quotes.contains(before)
            let path = rest.prefix { isQuoted ? $0 != before : !closing.contains($0) }
            let names = path.split(separator: "/")
            result += names.count > 1 ? names.last ?? "" : path
            rest = rest[path.endIndex...]
            before = path.last ?? " "
        }
        return result
    }

    private static let quotes: Set<Character> = ["'", "\"", "`"]
    private static let opening: Set<Character> = [" ", "\n", "\t", "(", "=", ",", "'", "\"", "`"]
    private static let closing: Set<Character> = [
        " ", "\n", "\t", ")", ",", ";", ":", "'", "\"", "`",
    ]
}
