extension Coordinate {
    /// Reads a position as people write and paste one, and nothing else beside it.
    ///
    /// Two decimals, latitude first, with a comma or a space between: `60.1702, 24.9522`. Or degrees, minutes and
    /// seconds with N or S and E or W before or after them, in either order: `N 60° 10.2′ E 24° 57.1′`,
    /// `24.9522E 60.1702N`. Numbers without a point or a sign of degrees are a house and its street rather: nil.
    package init?(written text: String) {
        guard text.utf8.count <= Self.longestWritten, let words = WrittenWord.words(of: text),
            text.unicodeScalars.contains(where: { $0 == "." || WrittenWord.isDegreeSign($0) })
        else { return nil }
        guard words.contains(where: \.isDirection) else {
            let numbers = words.compactMap(\.number)
            guard numbers.count == 2, words.allSatisfy(\.hasPoint) else { return nil }
            self.init(decimalLatitude: numbers[0], decimalLongitude: numbers[1])
            return
        }
        guard let angles = WrittenWord.angles(of: words), angles.count == 2,
            let latitude = angles["N"], let longitude = angles["E"]
        else { return nil }
        self.init(decimalLatitude: latitude, decimalLongitude: longitude)
    }

    /// Twice what degrees, minutes and seconds to a millimetre take.
    private static let longestWritten = 100
}

/// A number, or a direction of the compass, of a written position.
private enum WrittenWord {
    case number(Double, isSigned: Bool, hasPoint: Bool)
    /// Of the axis `N` or `E`.
    case direction(axis: Character, isNegative: Bool)

    var number: Double? { if case .number(let value, _, _) = self { value } else { nil } }
    var hasPoint: Bool { if case .number(_, _, let point) = self { point } else { false } }
    var isDirection: Bool { if case .direction = self { true } else { false } }

    static func isDegreeSign(_ scalar: Unicode.Scalar) -> Bool {
        "°º˚".unicodeScalars.contains(scalar)
    }

    /// What stands between numbers and directions.
    private static let separators = Set(" \t,;°º˚'′’\"″”".unicodeScalars)

    /// nil when there is anything else.
    static func words(of text: String) -> [WrittenWord]? {
        var words: [WrittenWord] = []
        var rest = text.unicodeScalars[...]
        while let first = rest.first {
            if separators.contains(first) {
                rest.removeFirst()
            } else if let direction = direction(first) {
                words.append(direction)
                rest.removeFirst()
            } else {
                let digits = rest.prefix {
                    ("0"..."9").contains($0) || "+-.".unicodeScalars.contains($0)
                }
                guard !digits.isEmpty, let value = Double(String(digits)) else { return nil }
                words.append(
                    .number(
                        value, isSigned: first == "+" || first == "-",
                        hasPoint: digits.contains(".")))
                rest = rest[digits.endIndex...]
            }
        }
        return words
    }

    private static func direction(_ scalar: Unicode.Scalar) -> WrittenWord? {
        switch scalar {
        case "N", "n": .direction(axis: "N", isNegative: false)
        case "S", "s": .direction(axis: "N", isNegative: true)
        case "E", "e": .direction(axis: "E", isNegative: false)
        case "W", "w": .direction(axis: "E", isNegative: true)
        default: nil
        }
    }

    /// Degrees by axis; nil when the directions stand partly before and partly behind their numbers, or twice for one
    /// axis.
    static func angles(of words: [WrittenWord]) -> [Character: Double]? {
        guard let first = words.first else { return nil }
        // Each direction then comes before its numbers.
        let words = first.isDirection ? words : words.reversed()
        var angles: [Character: Double] = [:]
        var rest = words[...]
        while case .direction(let axis, let isNegative)? = rest.popFirst() {
            let numbers = rest.prefix { !$0.isDirection }
            rest = rest[numbers.endIndex...]
            let ordered = first.isDirection ? Array(numbers) : numbers.reversed()
            guard angles[axis] == nil, let degrees = degrees(ordered) else { return nil }
            angles[axis] = isNegative ? -degrees : degrees
        }
        return rest.isEmpty ? angles : nil
    }

    /// Degrees, minutes, seconds: only the last may have a point.
    private static func degrees(_ words: [WrittenWord]) -> Double? {
        guard (1...3).contains(words.count), !words.dropLast().contains(where: \.hasPoint) else {
            return nil
        }
        var (degrees, unit) = (0.0, 1.0)
        for (index, word) in words.enumerated() {
            guard case .number(let value, let isSigned, _) = word, !isSigned,
                index == 0 || value < 60
            else { return nil }
            degrees += value / unit
            unit *= 60
        }
        return degrees
    }
}
