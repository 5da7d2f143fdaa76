import FoundationEssentials
import GeoModel
import TestSupport
import Testing

@testable import Exports

@Suite struct `Writing JSON into room of a fixed size` {
    private func texts(
        _ plain: (inout JSONWriter) -> Void, _ quick: @escaping (inout JSONCursor) -> Void
    ) throws -> (String, String) {
        var writer = JSONWriter()
        plain(&writer)
        var other = JSONWriter()
        other.value(capacity: 4_000) { quick(&$0) }
        return (
            String(decoding: try writer.finish(), as: UTF8.self),
            String(decoding: try other.finish(), as: UTF8.self)
        )
    }

    @Test func `writes numbers as the writer does`() throws {
        var random = SeededGenerator(seed: 6)
        var numbers: [Double] = [0, -0.0, 0.5, -0.5, 0.05, 0.15, 999.95, 9.995, -1e-9, 123_456_789]
        let magnitudes: [Double] = [1e-9, 1e-4, 0.01, 1, 100, 1e5, 9e8]
        for _ in 0..<2_000 {
            let magnitude = magnitudes.randomElement(using: &random) ?? 1
            numbers.append(Double.random(in: -1...1, using: &random) * magnitude)
        }
        for number in numbers {
            for places in [0, 1, 3, 7, 9] {
                let (plain, quick) = try texts(
                    { $0.value(number, decimals: places) },
                    { $0.value(number, decimals: places) })
                #expect(plain == quick, "\(number) with \(places) decimals")
            }
        }
    }

    /// Every byte at every place of the eight that are looked at together.
    @Test func `escapes texts as the writer does`() throws {
        let marks = ["\"", "\\", "\n", "\u{1}", "\u{1f}", " ", "!", "ä", "\u{7f}", "名", "#", "["]
        for length in [0, 1, 7, 8, 9, 16, 20] {
            for place in 0...length {
                for mark in marks {
                    var text = String(repeating: "x", count: length)
                    text.insert(
                        contentsOf: mark, at: text.index(text.startIndex, offsetBy: place))
                    let (plain, quick) = try texts(
                        { $0.value(text) },
                        { cursor in
                            Array(text.utf8).withUnsafeBytes { cursor.text($0) }
                        })
                    #expect(plain == quick)
                }
            }
        }
    }
}
