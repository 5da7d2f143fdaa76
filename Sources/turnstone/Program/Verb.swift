import ArgumentParsing

/// One command of the program.
struct Verb: Sendable {
    let syntax: CommandSyntax
    let run: @Sendable (ParsedArguments) throws -> ExitCode

    /// - Parameter options: Those of this command; `--data` and `--help` are added.
    init(
        _ words: String, summary: String, operands: [OperandSyntax] = [],
        options: [OptionSyntax] = [], notes: [String] = [],
        examples: [(line: String, meaning: String)],
        run: @escaping @Sendable (ParsedArguments) throws -> ExitCode
    ) {
        syntax = CommandSyntax(
            words, summary: summary, operands: operands, options: options + CommonOptions.all,
            notes: notes, examples: examples)
        self.run = run
    }
}

/// Options that several commands share.
enum CommonOptions {
    static let data = OptionSyntax(
        "data", value: "DIR",
        "The data directory; default $TURNSTONE_DATA, else ./turnstone-data.")
    static let help = OptionSyntax("help", letter: "h", "Say this, and do nothing.")
    static let all = [data, help]

    static let json = OptionSyntax("json", "Print JSON, for programs.")
    static let language = OptionSyntax(
        "lang", value: "LIST",
        "Languages of names, as de,en or an Accept-Language header; default: local names.")
    static let model = OptionSyntax(
        "model", value: "NAME",
        "The one picture model to use, as 'model list' names it; default: all there are.")
    static let labels = OptionSyntax(
        "labels", value: "FILE", "A recorded answer, used in place of the picture model.")
}
