/// Text from elsewhere, made safe for a terminal.
///
/// A name on the map, a word in a record or a file's name may hold control characters, and a terminal obeys
/// what follows ESC: it would rewrite its title, or what it shows.
package enum TerminalText {
    /// `text` with a replacement character for each control character (C0, DEL, C1) but tabs and line feeds.
    package static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { safe.append(isObeyed(scalar) ? "\u{FFFD}" : scalar) }
        return String(safe)
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case ..<0x20, 0x7F..<0xA0: true
        default: false
        }
    }
}
