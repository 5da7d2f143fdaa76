import ArgumentParsing
import Testing

@Suite struct `Text for a terminal` {
    @Test(arguments: [
        ("Bad\u{1B}[31mRED", "Bad\u{FFFD}[31mRED"), ("a\rb\u{8}c\0", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
        ("\u{9B}31m", "\u{FFFD}31m"), ("\u{7F}", "\u{FFFD}"),
    ])
    func `what a terminal would obey is replaced`(text: String, safe: String) {
        #expect(TerminalText.safe(text) == safe)
    }

    @Test(arguments: ["one\ttwo\n", "Žižkov, 台北, 🎉, Ω\u{A0}m", ""])
    func `other text stays as it is`(text: String) {
        #expect(TerminalText.safe(text) == text)
    }
}
