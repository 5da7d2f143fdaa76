/// The commands of a program, and the choice of one by a command line's first words.
package struct CommandTable<Command: Sendable>: Sendable {
    package let commands: [(syntax: CommandSyntax, command: Command)]

    package init(_ commands: [(syntax: CommandSyntax, command: Command)]) {
        self.commands = commands
    }

    /// Finds the command whose words the arguments start with; the longest wins.
    ///
    /// - Returns: The command, and the arguments after its words.
    /// - Throws: `UsageError`: no command, an unknown one, or one that lacks a second word.
    package func choose(
        _ arguments: [String]
    ) throws(UsageError) -> (syntax: CommandSyntax, command: Command, rest: ArraySlice<String>) {
        guard let first = arguments.first else { throw .noCommand }
        let fitting = commands.filter { arguments.starts(with: $0.syntax.words) }
        if let best = fitting.max(by: { $0.syntax.words.count < $1.syntax.words.count }) {
            return (best.syntax, best.command, arguments.dropFirst(best.syntax.words.count))
        }
        let seconds = commands.filter {
            $0.syntax.words.first == first && $0.syntax.words.count > 1
        }
        .map { $0.syntax.words[1] }
        if !seconds.isEmpty {
            guard let second = arguments.dropFirst().first, !ParsedArguments.isOption(second)
            else { throw .incompleteCommand(first, choices: seconds) }
            let nearest = Spelling.nearest(to: second, among: seconds)
            throw .unknownCommand("\(first) \(second)", nearest: nearest.map { "\(first) \($0)" })
        }
        let firsts = commands.compactMap(\.syntax.words.first)
        throw .unknownCommand(first, nearest: Spelling.nearest(to: first, among: firsts))
    }

    /// The commands that start with these words: what `--help` after half a command is about.
    package func commands(startingWith words: [String]) -> [CommandSyntax] {
        commands.map(\.syntax).filter { $0.words.starts(with: words) }
    }
}
