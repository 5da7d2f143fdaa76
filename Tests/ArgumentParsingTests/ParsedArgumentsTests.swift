import ArgumentParsing
import Testing

@Suite struct `A command line` {
    static let syntax = CommandSyntax(
        "nearby", summary: "s",
        operands: [OperandSyntax("LAT,LON", "where", count: .optional)],
        options: [
            OptionSyntax("at", value: "LAT,LON", "where"),
            OptionSyntax("radius", value: "M", "how far"),
            OptionSyntax("output", letter: "o", value: "FILE", "where to"),
            OptionSyntax("json", letter: "j", "for programs"),
            OptionSyntax("help", "this"),
        ])

    private static func parse(_ words: [String]) throws -> ParsedArguments {
        try ParsedArguments(words, for: syntax)
    }

    @Test(arguments: [
        ["--at=-33.9,151.2"], ["--at", "-33.9,151.2"], ["--json", "--at", "-33.9,151.2"],
        ["--at=-33.9,151.2", "--radius", "100"], ["--radius=100", "--at", "-33.9,151.2"],
    ])
    func `takes a negative first number as an option's value`(words: [String]) throws {
        #expect(try Self.parse(words)["at"] == "-33.9,151.2")
        #expect(try Self.parse(words).operands.isEmpty)
    }

    @Test(arguments: [
        ["-33.9,151.2", "--radius", "100"], ["--radius", "100", "-33.9,151.2"],
        ["--radius=100", "--", "-33.9,151.2"], ["--radius", "100", "--json", "-33.9,151.2"],
    ])
    func `takes a negative number as an operand`(words: [String]) throws {
        let parsed = try Self.parse(words)
        #expect(parsed.operands == ["-33.9,151.2"])
        #expect(parsed["radius"] == "100")
    }

    @Test(
        arguments: [
            (["-o", "x"], "x"), (["-ox"], "x"), (["--output", "x"], "x"), (["--output=x"], "x"),
            (["--output="], ""), (["--output=a=b"], "a=b"), (["-o", "-"], "-"),
            (["-o", "-.5"], "-.5"),
        ] as [([String], String)])
    func `takes a value in each usual form`(words: [String], value: String) throws {
        #expect(try Self.parse(words)["output"] == value)
    }

    @Test func `knows a switch by name and letter, and that it is off otherwise`() throws {
        #expect(try Self.parse(["--json"]).has("json"))
        #expect(try Self.parse(["-j"]).has("json"))
        #expect(try !Self.parse([]).has("json"))
    }

    @Test func `after two dashes all is operands`() throws {
        #expect(try Self.parse(["--", "--json"]).operands == ["--json"])
        #expect(try !Self.parse(["--", "--json"]).has("json"))
    }

    @Test func `a single dash is an operand`() throws {
        #expect(try Self.parse(["-"]).operands == ["-"])
    }

    @Test(
        arguments: [
            (["--raduis", "5"], .unknownOption("--raduis", nearest: "--radius")),
            (["--rad=5"], .unknownOption("--rad", nearest: "--radius")),
            (["--JSON"], .unknownOption("--JSON", nearest: nil)),
            (["-x"], .unknownOption("-x", nearest: nil)),
            (["--"] + ["1", "2"], .unexpectedOperand("2")),
            (["--radius"], .missingValue(option: "--radius", placeholder: "M")),
            (["--radius", "--json"], .missingValue(option: "--radius", placeholder: "M")),
            (["--radius", "--"], .missingValue(option: "--radius", placeholder: "M")),
            (["-o"], .missingValue(option: "-o", placeholder: "FILE")),
            (["--json=yes"], .unexpectedValue(option: "--json")),
            (["--at", "1,2", "--at=3,4"], .repeatedOption("--at")),
            (["-o", "a", "--output", "b"], .repeatedOption("--output")),
        ] as [([String], UsageError)])
    func `that does not fit is refused with the reason`(words: [String], error: UsageError) {
        #expect(throws: error) { try Self.parse(words) }
    }

    @Test func `lacks an operand, unless it asks for help`() throws {
        let syntax = CommandSyntax(
            "import osm", summary: "s",
            operands: [OperandSyntax("FILE", "what", count: .oneOrMore)],
            options: [OptionSyntax("help", "this")])
        #expect(throws: UsageError.missingOperand("FILE")) {
            try ParsedArguments([String](), for: syntax)
        }
        #expect(try ParsedArguments(["--help"], for: syntax).has("help"))
        #expect(try ParsedArguments(["a", "b", "c"], for: syntax).operands == ["a", "b", "c"])
    }

    @Test(
        arguments: [
            ("100", 100), ("-5", nil), ("0", nil), ("nan", nil), ("inf", nil), ("1e309", nil),
            ("0x10", nil), ("", nil), ("1e2", 100), ("1e-9", 1e-9), ("e", nil), ("1,5", nil),
        ] as [(String, Double?)])
    func `has decimal numbers in a range`(text: String, value: Double?) throws {
        let parsed = try Self.parse(["--radius=\(text)"])
        let read = { try parsed.number("radius", expected: "metres above 0") { $0 > 0 } }
        if let value {
            #expect(try read() == value)
        } else {
            let error = UsageError.invalidValue(
                name: "--radius", value: text, expected: "metres above 0")
            #expect(throws: error) { try read() }
        }
        #expect(try Self.parse([]).number("radius", expected: "") { _ in true } == nil)
    }

    @Test(arguments: [("1", 1), ("50", 50), ("0", nil), ("51", nil), ("1.5", nil), ("x", nil)])
    func `has whole numbers in a range`(text: String, value: Int?) throws {
        let parsed = try Self.parse(["--radius=\(text)"])
        if let value {
            #expect(try parsed.integer("radius", in: 1...50) == value)
        } else {
            #expect(throws: UsageError.self) { try parsed.integer("radius", in: 1...50) }
        }
    }

    private enum Colour: String, CaseIterable { case red, green }

    @Test func `has words of a list`() throws {
        #expect(try Self.parse(["-o", "red"]).word("output", as: Colour.self) == .red)
        #expect(
            throws: UsageError.invalidValue(
                name: "--output", value: "blue", expected: "one of red, green")
        ) { try Self.parse(["-o", "blue"]).word("output", as: Colour.self) }
    }
}
