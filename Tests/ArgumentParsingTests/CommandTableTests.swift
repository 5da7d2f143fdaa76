import ArgumentParsing
import Testing

@Suite struct `The choice of a command` {
    static let table = CommandTable(
        [
            "import osm", "nearby", "ranges list", "ranges override add", "ranges override list",
            "records list", "records show", "reverse",
        ].map { (syntax: CommandSyntax($0, summary: "s"), command: $0) }, otherWords: ["help"])

    @Test(
        arguments: [
            (["nearby", "1,2"], "nearby", ["1,2"]), (["records", "list"], "records list", []),
            (["import", "osm", "a.pbf"], "import osm", ["a.pbf"]),
            (["nearby", "nearby"], "nearby", ["nearby"]),
        ] as [([String], String, [String])])
    func `is by the first words`(words: [String], command: String, rest: [String]) throws {
        let chosen = try Self.table.choose(words)
        #expect(chosen.command == command)
        #expect(Array(chosen.rest) == rest)
    }

    @Test(
        arguments: [
            ([], .noCommand), (["nearbye"], .unknownCommand("nearbye", nearest: "nearby")),
            (["frobnicate"], .unknownCommand("frobnicate", nearest: nil)),
            (["records"], .incompleteCommand("records", choices: ["list", "show"])),
            (["records", "--json"], .incompleteCommand("records", choices: ["list", "show"])),
            (["records", "lst"], .unknownCommand("records lst", nearest: "records list")),
            (["recrods", "list"], .unknownCommand("recrods", nearest: "records")),
            (["hlep"], .unknownCommand("hlep", nearest: "help")),
            (["ranges"], .incompleteCommand("ranges", choices: ["list", "override"])),
            (
                ["ranges", "override"],
                .incompleteCommand("ranges override", choices: ["add", "list"])
            ),
            (
                ["ranges", "override", "--help"],
                .incompleteCommand("ranges override", choices: ["add", "list"])
            ),
            (
                ["ranges", "override", "ad"],
                .unknownCommand("ranges override ad", nearest: "ranges override add")
            ),
        ] as [([String], UsageError)])
    func `fails with the nearest that there is`(words: [String], error: UsageError) {
        #expect(throws: error) { try Self.table.choose(words) }
    }

    @Test(
        arguments: [
            ("--raduis", "--radius"), ("--radus", "--radius"), ("--limt", "--limit"),
            ("--li", "--limit"), ("--zzzzz", nil), ("--r", nil), ("", nil),
        ] as [(String, String?)])
    func `guesses a spelling only when it is near`(word: String, guess: String?) {
        #expect(Spelling.nearest(to: word, among: ["--limit", "--radius", "--json"]) == guess)
    }

    @Test func `explains itself in help that fits a terminal`() {
        let syntax = CommandSyntax(
            "nearby", summary: "Lists what is near.",
            operands: [OperandSyntax("LAT,LON", "where")],
            options: [
                OptionSyntax(
                    "radius", letter: "r", value: "METRES",
                    String(repeating: "a long explanation ", count: 10))
            ],
            notes: [String(repeating: "word ", count: 60)],
            examples: [("turnstone nearby 1,2", "What is near 1,2")])
        let text = HelpText.command(syntax, program: "turnstone")
        #expect(text.contains("Usage: turnstone nearby LAT,LON [options]\n"))
        #expect(text.contains("-r, --radius METRES  a long explanation"))
        #expect(text.contains("    turnstone nearby 1,2\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(text.hasSuffix("\n"))
    }

    @Test func `of the program is listed with one line each`() {
        let text = HelpText.program(
            "turnstone", about: ["About."], commands: Self.table.commands.map(\.syntax),
            options: [OptionSyntax("data", value: "DIR", "where")],
            examples: [("turnstone nearby 1,2", "Near")])
        for command in Self.table.commands { #expect(text.contains("  \(command.syntax.name) ")) }
        #expect(text.contains("--data DIR  where"))
    }
}
