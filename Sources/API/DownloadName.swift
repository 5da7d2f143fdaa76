import Exports
import GeoModel
import Records

/// The name under which a browser keeps an export: `turnstone-records`, and what was asked for.
struct DownloadName {
    /// Any letters; nothing that a file system or a header would take for its own.
    let name: String

    /// Letters of the words asked for, of which each has at most four bytes: with the rest a name stays below the
    /// 255 bytes of file systems.
    private static let wordsLimit = 40

    init(_ format: ExportFormat, _ filter: RecordFilter, _ scope: RecordScope) {
        var parts = ["turnstone"]
        if case .public = scope { parts.append("public") }
        parts.append("records")
        if let kind = filter.kind { parts.append(kind.rawValue) }
        if let words = filter.q.map(Self.safe), !words.isEmpty { parts.append(words) }
        name = parts.joined(separator: "-") + format.fileEnding
    }

    /// Letters and digits as they are, with their marks and joiners; a dash for each row of others.
    private static func safe(_ words: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in words.unicodeScalars.prefix(wordsLimit) {
            let properties = scalar.properties
            let isKept =
                properties.isAlphabetic || properties.numericType != nil
                || properties.isEmojiPresentation || properties.isEmojiModifier
                || properties.isDiacritic && !scalar.isASCII
            if isKept {
                text.append(scalar)
            } else if text.last != "-" {
                text.append("-")
            }
        }
        return String(text).split(separator: "-").joined(separator: "-")
    }

    /// The value of `Content-Disposition`: the name in ASCII for old programs, and whole (RFC 6266, RFC 8187).
    var disposition: String {
        let plain = "attachment; filename=\"\(ascii)\""
        guard ascii != name else { return plain }
        let hexadecimal = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in name.utf8 {
            if byte < 0x80 {
                // Letters, digits, `-` and `.`: all are RFC 8187's attr-char.
                encoded.append(byte)
            } else {
                encoded += [
                    UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)],
                ]
            }
        }
        return "\(plain); filename*=UTF-8''\(String(decoding: encoded, as: UTF8.self))"
    }

    /// Latin letters without their marks, an underscore for each other letter.
    private var ascii: String {
        name.reduce(into: "") { text, character in
            guard !character.isASCII else { return text.append(character) }
            let folded = FoldedText(String(character)).words.first?.text ?? "_"
            let plain = folded.utf8.allSatisfy { $0 < 0x80 } ? folded : "_"
            text += character.isUppercase ? plain.uppercased() : plain
        }
    }
}
