import Access
import ArgumentParsing
import Records

enum TokenRevoke {
    static let verb = Verb(
        "token revoke", summary: "End access tokens; services that run refuse them at once.",
        operands: [OperandSyntax("TOKEN", "Numbers or names of tokens.", count: .oneOrMore)],
        notes: ["When all are revoked the service stays closed: it never opens again by itself."],
        examples: [("turnstone token revoke 3", "End the token that the list calls 3")]
    ) { arguments in
        try arguments.dataDirectory.requireExisting()
        let store = try TokenStore(dataDirectory: arguments.dataDirectory.path)
        for text in arguments.operands {
            let token = try store.revoke(text)
            Console.write("Revoked token \(token.id), '\(token.name)'\n")
        }
        return .done
    }
}
