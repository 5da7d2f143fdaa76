/// A command line that cannot be obeyed; the program exits with 2.
package enum UsageError: Error, Hashable, CustomStringConvertible {
    case noCommand
    case unknownCommand(String, nearest: String?)
    /// `records` without what to do with them.
    case incompleteCommand(String, choices: [String])
    case unknownOption(String, nearest: String?)
    case missingValue(option: String, placeholder: String)
    case unexpectedValue(option: String)
    case repeatedOption(String)
    case missingOperand(String)
    case unexpectedOperand(String)
    /// A value that was read, and is no such thing.
    case invalidValue(name: String, value: String, expected: String)
    /// The value is not repeated: messages hold no positions, not even wrong ones.
    case notAPosition(name: String)
    /// Two options that exclude each other, or one that needs another.
    case combination(String)

    package var description: String {
        switch self {
        case .noCommand: "No command is given."
        case .unknownCommand(let word, let nearest):
            "There is no command '\(word)'.\(Self.hint(nearest))"
        case .incompleteCommand(let word, let choices):
            "'\(word)' needs one more word: \(choices.joined(separator: ", "))."
        case .unknownOption(let option, let nearest):
            "There is no option '\(option)' here.\(Self.hint(nearest))"
        case .missingValue(let option, let placeholder):
            "'\(option)' needs a value: \(option) \(placeholder)."
        case .unexpectedValue(let option): "'\(option)' takes no value. Leave out '=' and the rest."
        case .repeatedOption(let option): "'\(option)' is given twice. Leave one out."
        case .missingOperand(let placeholder): "\(placeholder) is missing."
        case .unexpectedOperand(let text): "'\(text)' is one argument too many."
        case .invalidValue(let name, let value, let expected):
            "'\(value)' will not do for \(name). Give \(expected)."
        case .notAPosition(let name):
            "\(name) is not a position. Give latitude -90 to 90, a comma and longitude -180 to 180, "
                + "as 60.17,24.95."
        case .combination(let text): text
        }
    }

    private static func hint(_ nearest: String?) -> String {
        nearest.map { " Did you mean '\($0)'?" } ?? ""
    }
}
