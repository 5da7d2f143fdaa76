extension ParsedArguments {
    /// The option's value as a whole number; nil when it is not given.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw .invalidValue(
                name: "--\(name)", value: text,
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The option's value as a decimal number; nil when it is not given. NaN is in no range.
    ///
    /// - Parameter expected: What the range is, in words: `metres above 0`.
    package func number(
        _ name: String, expected: String, where isAllowed: (Double) -> Bool
    ) throws(UsageError) -> Double? {
        guard let text = self[name] else { return nil }
        guard let value = Self.decimal(text), isAllowed(value) else {
            throw .invalidValue(name: "--\(name)", value: text, expected: expected)
        }
        return value
    }

    /// The option's value as one of a few words; nil when it is not given.
    package func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, as type: Word.Type
    ) throws(UsageError) -> Word? {
        guard let text = self[name] else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidValue(name: "--\(name)", value: text, expected: "one of \(words)")
        }
        return word
    }

    /// Reads digits with an optional sign, point and exponent; neither hexadecimal nor a word, both
    /// of which `Double` reads.
    package static func decimal(_ text: String) -> Double? {
        let allowed = Set("0123456789+-.eE")
        guard text.contains(where: \.isWholeNumber), text.allSatisfy(allowed.contains),
            let value = Double(text), value.isFinite
        else { return nil }
        return value
    }
}
