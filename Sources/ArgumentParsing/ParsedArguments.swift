/// A command line taken apart by the syntax of its command.
package struct ParsedArguments: Hashable, Sendable {
    package private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var switches: Set<String> = []

    /// Reads what follows the command's words.
    ///
    /// `--name VALUE` and `--name=VALUE` are the same, so are `-x VALUE` and `-xVALUE`. A dash before
    /// a digit or a point starts a number, never an option, so that `-33.9,151.2` needs no care.
    /// After `--` all is operands; `-` alone is one.
    ///
    /// - Throws: `UsageError`, for the first thing that does not fit the syntax.
    package init(_ arguments: some Sequence<String>, for syntax: CommandSyntax) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard Self.isOption(argument) else {
                operands.append(argument)
                continue
            }
            let (spelling, attached) = Self.split(argument)
            let option = try Self.find(spelling, in: syntax)
            guard let placeholder = option.placeholder else {
                guard attached == nil else { throw .unexpectedValue(option: spelling) }
                switches.insert(option.name)
                continue
            }
            let value: String
            if let attached {
                value = attached
            } else if let next = rest.first, !Self.isOption(next), next != "--" {
                value = next
                rest.removeFirst()
            } else {
                throw .missingValue(option: spelling, placeholder: placeholder)
            }
            guard option.isRepeatable || values[option.name] == nil else {
                throw .repeatedOption("--\(option.name)")
            }
            values[option.name, default: []].append(value)
        }
        if !has("help") { try checkOperands(of: syntax) }
    }

    /// Whether the switch is on.
    package func has(_ name: String) -> Bool { switches.contains(name) }

    /// The option's value as it was written; the first of a repeated one.
    package subscript(name: String) -> String? { values[name]?.first }

    /// All values of an option that may be repeated, in their order.
    package func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Whether an argument is an option: it starts with a dash, and is neither a number nor `-`.
    package static func isOption(_ argument: String) -> Bool {
        guard argument.first == "-", argument.count > 1 else { return false }
        let second = argument.utf8.dropFirst().first ?? 0
        return !(48...57).contains(second) && second != UInt8(ascii: ".")
    }

    /// `--at=1,2` is `--at` and `1,2`; `-oFILE` is `-o` and `FILE`.
    private static func split(_ argument: String) -> (spelling: String, value: String?) {
        if argument.hasPrefix("--") {
            guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
            return (
                String(argument[..<equals]), String(argument[argument.index(after: equals)...])
            )
        }
        guard argument.count > 2 else { return (argument, nil) }
        return (String(argument.prefix(2)), String(argument.dropFirst(2)))
    }

    private static func find(
        _ spelling: String, in syntax: CommandSyntax
    ) throws(UsageError) -> OptionSyntax {
        let found = syntax.options.first { option in
            spelling == "--\(option.name)" || option.letter.map { spelling == "-\($0)" } ?? false
        }
        guard let found else {
            let known = syntax.options.map { "--\($0.name)" }
            throw .unknownOption(spelling, nearest: Spelling.nearest(to: spelling, among: known))
        }
        return found
    }

    private func checkOperands(of syntax: CommandSyntax) throws(UsageError) {
        let least = syntax.operands.filter { $0.count != .optional }
        if operands.count < least.count {
            throw .missingOperand(least[operands.count].placeholder)
        }
        let isOpen = syntax.operands.contains { $0.count == .oneOrMore }
        if !isOpen, operands.count > syntax.operands.count {
            throw .unexpectedOperand(operands[syntax.operands.count])
        }
    }
}
