/// Text as the name search compares it: words of folded letters, everything else left out.
///
/// Letter case, diacritics and spelling by another keyboard are folded by `LetterFolding`. Scripts
/// that write without spaces make runs of their own, which are compared letter by letter.
struct FoldedText: Hashable, Sendable {
    struct Word: Hashable, Sendable {
        let text: String
        /// Whether it is a run of Han, kana, Hangul, Thai or another script without spaces (Hangul
        /// has them, but compounds are asked for by their parts).
        let isUnspaced: Bool
    }

    private(set) var words: [Word] = []

    /// Letters of a word that count; what follows is a text, not a name.
    static let lettersOfAWord = 60

    /// - Parameter joinsApostrophes: Whether `O'Connell` is one word, `oconnell`, and not two.
    init(_ text: String, joinsApostrophes: Bool = false) {
        var word: [UInt8] = []
        var letters = 0
        var isUnspaced = false
        func flush(into words: inout [Word]) {
            guard !word.isEmpty else { return }
            words.append(
                Word(text: String(decoding: word, as: UTF8.self), isUnspaced: isUnspaced))
            word.removeAll(keepingCapacity: true)
            letters = 0
        }
        for scalar in text.unicodeScalars {
            switch LetterFolding.fold(scalar) {
            case .separator: flush(into: &words)
            case .apostrophe: if !joinsApostrophes { flush(into: &words) }
            case .dropped: continue
            case .voicing(let offset): Self.voice(&word, by: offset)
            case .letters(let folded, let belongsToUnspaced):
                if belongsToUnspaced != isUnspaced {
                    flush(into: &words)
                    isUnspaced = belongsToUnspaced
                }
                letters += 1
                if letters <= Self.lettersOfAWord { word += folded.utf8 }
            }
        }
        flush(into: &words)
    }

    /// All words as one, without what stood between them.
    var joined: String { words.map(\.text).joined() }

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

extension FoldedText {
    /// The ways a name may be asked for: as written, and with what an apostrophe parts as one word.
    static func variants(of name: String) -> [FoldedText] {
        let plain = FoldedText(name)
        guard name.unicodeScalars.contains(where: LetterFolding.isApostrophe) else {
            return plain.words.isEmpty ? [] : [plain]
        }
        let joined = FoldedText(name, joinsApostrophes: true)
        return (joined == plain ? [plain] : [plain, joined]).filter { !$0.words.isEmpty }
    }
}
