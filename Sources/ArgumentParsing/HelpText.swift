/// The text of `--help`: at most 100 columns, without control characters.
package enum HelpText {
    /// Of one command: usage, operands, options, notes, examples.
    package static func command(_ syntax: CommandSyntax, program: String) -> String {
        var lines = [syntax.summary, "", "Usage: \(usage(syntax, program: program))"]
        if !syntax.operands.isEmpty {
            lines.append("")
            lines += rows(syntax.operands.map { ($0.placeholder, $0.help) })
        }
        if !syntax.options.isEmpty {
            lines += ["", "Options:"]
            lines += rows(syntax.options.map { (spelling($0), $0.help) })
        }
        for note in syntax.notes { lines += [""] + wrapped(note, to: width) }
        if !syntax.examples.isEmpty {
            lines += ["", "Examples:"]
            for (line, meaning) in syntax.examples {
                lines += wrapped(meaning, to: width - 2).map { "  \($0)" }
                lines.append("    \(line)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Of the program: what it is, its commands, the options all of them take.
    package static func program(
        _ program: String, about: [String], commands: [CommandSyntax], options: [OptionSyntax],
        examples: [(line: String, meaning: String)]
    ) -> String {
        var lines = about.flatMap { wrapped($0, to: width) }
        lines += ["", "Usage: \(program) COMMAND [arguments]", "", "Commands:"]
        lines += rows(commands.map { ($0.name, $0.summary) })
        lines += ["", "Options:"]
        lines += rows(options.map { (spelling($0), $0.help) })
        lines += ["", "Examples:"]
        for (line, meaning) in examples { lines += ["  \(meaning)", "    \(line)"] }
        lines += ["", "\(program) COMMAND --help says more about a command."]
        return lines.joined(separator: "\n") + "\n"
    }

    /// `turnstone nearby LAT,LON [options]`.
    package static func usage(_ syntax: CommandSyntax, program: String) -> String {
        let operands = syntax.operands.map { operand in
            switch operand.count {
            case .one: operand.placeholder
            case .optional: "[\(operand.placeholder)]"
            case .oneOrMore: "\(operand.placeholder)..."
            }
        }
        return ([program, syntax.name] + operands + (syntax.options.isEmpty ? [] : ["[options]"]))
            .joined(separator: " ")
    }

    private static let width = 100

    private static func spelling(_ option: OptionSyntax) -> String {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let value = option.placeholder.map { " \($0)" } ?? ""
        return "\(letter)--\(option.name)\(value)"
    }

    /// Two columns, the first as wide as its widest.
    private static func rows(_ rows: [(String, String)]) -> [String] {
        let first = rows.map { $0.0.count }.max() ?? 0
        return rows.flatMap { name, help in
            let padded = "  " + name + String(repeating: " ", count: first - name.count + 2)
            let indent = String(repeating: " ", count: padded.count)
            return wrapped(help, to: width - padded.count).enumerated().map { index, line in
                (index == 0 ? padded : indent) + line
            }
        }
    }

    /// Breaks at spaces; a longer word has a line of its own.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.isEmpty ? [""] : lines
    }
}
