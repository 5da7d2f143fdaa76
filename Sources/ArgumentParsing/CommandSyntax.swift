/// What a command takes, and the words of its help.
package struct CommandSyntax: Sendable {
    /// The words that choose it: `["records", "list"]`.
    package let words: [String]
    /// One line for the list of commands.
    package let summary: String
    /// What follows the words, in order.
    package let operands: [OperandSyntax]
    package let options: [OptionSyntax]
    /// Further paragraphs of the help.
    package let notes: [String]
    /// Whole command lines, each with what it does.
    package let examples: [(line: String, meaning: String)]

    package init(
        _ words: String, summary: String, operands: [OperandSyntax] = [],
        options: [OptionSyntax] = [], notes: [String] = [],
        examples: [(line: String, meaning: String)] = []
    ) {
        self.words = words.split(separator: " ").map(String.init)
        self.summary = summary
        self.operands = operands
        self.options = options
        self.notes = notes
        self.examples = examples
    }

    package var name: String { words.joined(separator: " ") }
}

/// An argument that is known by its place.
package struct OperandSyntax: Sendable {
    package enum Count: Sendable { case one, optional, oneOrMore }

    /// As the help writes it: `LAT,LON`.
    package let placeholder: String
    package let help: String
    package let count: Count

    package init(_ placeholder: String, _ help: String, count: Count = .one) {
        self.placeholder = placeholder
        self.help = help
        self.count = count
    }
}

/// An argument that is known by its name.
package struct OptionSyntax: Sendable {
    /// Without the dashes: `radius`.
    package let name: String
    /// A letter that does the same: `o` for `-o`.
    package let letter: Character?
    /// What the value is called in the help; nil for a switch, which takes none.
    package let placeholder: String?
    package let help: String
    /// Whether it may be given several times.
    package let isRepeatable: Bool

    package init(
        _ name: String, letter: Character? = nil, value placeholder: String? = nil, _ help: String,
        isRepeatable: Bool = false
    ) {
        self.name = name
        self.letter = letter
        self.placeholder = placeholder
        self.help = help
        self.isRepeatable = isRepeatable
    }
}
