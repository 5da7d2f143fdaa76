/// Guesses what a misspelt word was meant to be.
package enum Spelling {
    /// The nearest of the known words, if one is near: at most a third of the letters wrong, or it
    /// starts with what was written.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let measured = known.map { (word: $0, errors: errors(between: word, and: $0)) }
        if let best = measured.min(by: { ($0.errors, $0.word) < ($1.errors, $1.word) }),
            best.errors <= max(1, letters(in: word) / 3)
        {
            return best.word
        }
        guard letters(in: word) > 1 else { return nil }
        return known.filter { $0.hasPrefix(word) }.min()
    }

    private static func letters(in word: String) -> Int { word.filter { $0 != "-" }.count }

    /// How many letters must be put in, left out, replaced or swapped with the next to make one
    /// word the other (optimal string alignment).
    static func errors(between left: String, and right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                var least = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
