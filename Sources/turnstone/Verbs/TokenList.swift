import Access
import ArgumentParsing
import Records

enum TokenList {
    static let verb = Verb(
        "token list", summary: "List the access tokens: role, last use, and whether it is revoked.",
        options: [CommonOptions.json],
        examples: [("turnstone token list", "All tokens there ever were")]
    ) { arguments in
        try arguments.dataDirectory.requireExisting()
        let tokens = try TokenStore(dataDirectory: arguments.dataDirectory.path).list()
        if arguments.has("json") {
            Console.write(try TokenText.json(tokens))
            return .done
        }
        guard !tokens.isEmpty else {
            Console.write("No token. Only this machine is served, and everything is open to it.\n")
            return .done
        }
        var table = TextTable([
            ("token", .right), ("name", .left), ("role", .left), ("made", .left),
            ("last used", .left), ("state", .left),
        ])
        for token in tokens {
            table.add(
                "\(token.id)", token.name, token.role.rawValue, TokenText.time(token.created),
                token.lastUsed.map(TokenText.time) ?? "never",
                token.revoked.map { "revoked \(TokenText.time($0))" } ?? "in use")
        }
        Console.write(table.text)
        return .done
    }
}
