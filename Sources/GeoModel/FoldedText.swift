/// Text as a search for names compares it: words of folded letters, everything else left out.
///
/// Letter case, diacritics and spelling by another keyboard are folded by `LetterFolding`. Scripts
/// that write without spaces make runs of their own, which are compared letter by letter.
package struct FoldedText: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        package let text: String
        /// Whether it is a run of Han, kana, Hangul, Thai or another script without spaces (Hangul
        /// has them, but compounds are asked for by their parts).
        package let isUnspaced: Bool
    }

    package let words: [Word]

    /// Letters of a word that count; what follows is a text, not a name.
    static let lettersOfAWord = 60

    /// - Parameter joinsApostrophes: Whether `O'Connell` is one word, `oconnell`, and not two.
    package init(_ text: String, joinsApostrophes: Bool = false) {
        var words: [Word] = []
        Self.forEachWord(of: text, joinsApostrophes: joinsApostrophes) { word, isUnspaced in
            words.append(
                Word(text: String(decoding: word, as: UTF8.self), isUnspaced: isUnspaced))
        }
        self.words = words
    }

    /// Calls `body` with each word in UTF-8 and whether it is of a script without spaces.
    package static func forEachWord(
        of text: String, joinsApostrophes: Bool, _ body: ([UInt8], Bool) -> Void
    ) {
        var word: [UInt8] = []
        var letters = 0
        var isUnspaced = false
        func flush() {
            guard !word.isEmpty else { return }
            body(word, isUnspaced)
            word.removeAll(keepingCapacity: true)
            letters = 0
        }
        func begin(_ belongsToUnspaced: Bool) -> Bool {
            if belongsToUnspaced != isUnspaced {
                flush()
                isUnspaced = belongsToUnspaced
            }
            letters += 1
            return letters <= lettersOfAWord
        }
        for scalar in text.unicodeScalars {
            if let letter = LetterFolding.asciiLetter(scalar) {
                if begin(false) { word.append(letter) }
                continue
            }
            switch LetterFolding.fold(scalar) {
            case .separator: flush()
            case .apostrophe: if !joinsApostrophes { flush() }
            case .dropped: continue
            case .voicing(let offset): voice(&word, by: offset)
            case .letters(let folded, let belongsToUnspaced):
                if begin(belongsToUnspaced) { word += folded.utf8 }
            }
        }
        flush()
    }

    /// All words as one, without what stood between them.
    package var joined: String { words.map(\.text).joined() }

    /// A voicing mark of its own changes the kana before it, か to が, は to ぱ.
    private static func voice(_ word: inout [UInt8], by offset: UInt32) {
        guard word.count >= 3,
            let last = String(decoding: word.suffix(3), as: UTF8.self).unicodeScalars.first,
            (0x304B...0x3078).contains(last.value),
            let voiced = Unicode.Scalar(last.value + offset)
        else { return }
        word.removeLast(3)
        word += String(voiced).utf8
    }
}
