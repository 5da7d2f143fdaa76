import Access
import ArgumentParsing
import Records

enum TokenCreate {
    static let verb = Verb(
        "token create",
        summary: "Make an access token. It is printed once, and kept as a hash only.",
        options: [
            OptionSyntax(
                "role", value: "ROLE",
                "capture: places, addresses, species, own captures. review: records too. admin: everything."
            ),
            OptionSyntax("name", value: "TEXT", "What it is for; default: its role and number."),
            CommonOptions.json,
        ],
        notes: [
            "From the first token on, every request needs one, as Authorization: Bearer TOKEN, also on this "
                + "machine, and 'serve' may listen on other addresses than the loopback.",
            "The token is on standard output. Whoever has it may do what its role allows: keep it like a key.",
        ],
        examples: [
            ("turnstone token create --role capture --name 'phone of Aino'", "One for a phone"),
            ("turnstone token create --role review > desk.token", "One for the reviewer's desk"),
        ]
    ) { arguments in
        let roles = AccessRole.allCases.map(\.rawValue)
        guard let text = arguments["role"] else {
            throw UsageError.combination("Choose --role: \(roles.joined(separator: ", ")).")
        }
        guard let role = AccessRole(rawValue: text) else {
            throw UsageError.invalidValue(
                name: "--role", value: text, expected: roles.joined(separator: ", "))
        }
        try arguments.dataDirectory.requireExisting()
        let store = try TokenStore(dataDirectory: arguments.dataDirectory.path)
        let name = try arguments["name"] ?? "\(text) \(store.list().count + 1)"
        let (token, secret) = try store.create(role: role, name: name)
        if arguments.has("json") {
            Console.write(try TokenText.json(token, secret: secret))
        } else {
            Console.message(
                "Token \(token.id), '\(token.name)', role \(token.role.rawValue). It is not shown again:"
            )
            Console.write("\(secret)\n")
        }
        return .done
    }
}
