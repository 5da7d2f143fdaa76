/// The commands of a program, and the choice of one by a command line's first words.
package struct CommandTable<Command: Sendable>: Sendable {
    package let commands: [(syntax: CommandSyntax, command: Command)]
    private let otherWords: [String]

    /// - Parameter otherWords: First words that the program itself takes, as `help`: spellings are guessed among
    ///   them too.
    package init(
        _ commands: [(syntax: CommandSyntax, command: Command)], otherWords: [String] = []
    ) {
        self.commands = commands
        self.otherWords = otherWords
    }

    /// Finds the command whose words the arguments start with; the longest wins.
    ///
    /// - Returns: The command, and the arguments after its words.
    /// - Throws: `UsageError`: no command, an unknown one, or one that lacks a word.
    package func choose(
        _ arguments: [String]
    ) throws(UsageError) -> (syntax: CommandSyntax, command: Command, rest: ArraySlice<String>) {
        guard let first = arguments.first else { throw .noCommand }
        let fitting = commands.filter { arguments.starts(with: $0.syntax.words) }
        if let best = fitting.max(by: { $0.syntax.words.count < $1.syntax.words.count }) {
            return (best.syntax, best.command, arguments.dropFirst(best.syntax.words.count))
        }
        // The words that begin a command, and what may come behind them.
        let known = commands.map(\.syntax.words)
        let begun = arguments.indices.prefix { index in
            known.contains { $0.count > index + 1 && $0.starts(with: arguments[...index]) }
        }.count
        let choices = known.filter { $0.count > begun && $0.starts(with: arguments[..<begun]) }
            .map { $0[begun] }
            .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let beginning = arguments[..<begun].joined(separator: " ")
        guard begun > 0 else {
            throw .unknownCommand(
                first, nearest: Spelling.nearest(to: first, among: choices + otherWords))
        }
        guard begun < arguments.count, !ParsedArguments.isOption(arguments[begun]) else {
            throw .incompleteCommand(beginning, choices: choices)
        }
        let nearest = Spelling.nearest(to: arguments[begun], among: choices)
        throw .unknownCommand(
            "\(beginning) \(arguments[begun])", nearest: nearest.map { "\(beginning) \($0)" })
    }

    /// The commands that start with these words: what `--help` after half a command is about.
    package func commands(startingWith words: [String]) -> [CommandSyntax] {
        commands.map(\.syntax).filter { $0.words.starts(with: words) }
    }
}
