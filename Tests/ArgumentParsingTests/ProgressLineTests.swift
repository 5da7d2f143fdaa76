import ArgumentParsing
import Testing

@Suite struct `A line of progress` {
    private static func line(
        _ done: Int64, of total: Int64?, _ unit: ProgressLine.Unit = .bytes, after seconds: Double,
        columns: Int = 100
    ) -> String {
        ProgressLine(phase: "Reading", done: done, total: total, unit: unit, seconds: seconds)
            .text(columns: columns)
    }

    @Test(
        arguments: [
            (0, 1000, 0.1, "Reading  [------------------------]   0 %"),
            (
                6_150_000, 12_300_000, 1,
                "Reading  [############------------]  50 %  6.2 MB/s  0:01 left"
            ),
            (
                1_000_000, 61_000_000, 1,
                "Reading  [------------------------]   1 %  1.0 MB/s  1:00 left"
            ),
            (5000, 1000, 2, "Reading  [########################] 100 %  2.5 kB/s"),
            (1000, 1000, 2, "Reading  [########################] 100 %  500 B/s"),
            (42, nil, 0.1, "Reading  42 B"), (42_000, nil, 2, "Reading  42.0 kB  21.0 kB/s"),
            (0, 0, 0, "Reading"), (-5, nil, 0, "Reading"),
        ] as [(Int64, Int64?, Double, String)])
    func `shows phase, bar, rate and time left, as far as they are known`(
        done: Int64, total: Int64?, seconds: Double, text: String
    ) {
        #expect(Self.line(done, of: total, after: seconds) == text)
    }

    @Test func `counts items with commas`() {
        #expect(
            Self.line(24_260, of: nil, .items, after: 2) == "Reading  24,260  12,130/s")
        #expect(Self.line(3_400_000, of: nil, .items, after: 0.1) == "Reading  3.4 million")
    }

    @Test(arguments: 0...70)
    func `never is wider than the terminal`(columns: Int) {
        let text = Self.line(6_150_000, of: 12_300_000, after: 1, columns: columns)
        #expect(text.count <= columns)
        #expect("Reading".hasPrefix(text.prefix(7)))
    }

    @Test(
        arguments: [
            (0.2, "0:01"), (5, "0:05"), (59.5, "1:00"), (720, "12:00"), (3723, "1:02:03"),
        ] as [(Double, String)])
    func `writes times as a clock does`(seconds: Double, text: String) {
        #expect(ProgressLine.clock(seconds) == text)
    }

    @Test(
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"),
            (100_000, "100,000"),
        ] as [(Int64, String)])
    func `groups digits by three`(value: Int64, text: String) {
        #expect(ProgressLine.grouped(value) == text)
    }

    @Test(arguments: [(0, "0 files"), (1, "1 file"), (1234, "1,234 files")])
    func `counts in words`(count: Int, text: String) {
        #expect(ProgressLine.counted(count, "file") == text)
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (99_940, "99.9 kB"),
            (99_960, "100 kB"), (999_600, "1.0 MB"), (685_000, "685 kB"), (2e12, "2.0 TB"),
        ] as [(Double, String)])
    func `writes bytes in powers of a thousand`(value: Double, text: String) {
        #expect(ProgressLine.amount(value, .bytes) == text)
    }
}

@Suite struct `A table` {
    @Test func `lines up its columns, and counts wide characters twice`() {
        var table = TextTable([("m", .right), ("name", .left), ("type", .left)])
        table.add("0", "Café", "cafe")
        table.add("120", "東京", "place")
        table.add("7", "a", "")
        #expect(
            table.text == """
                  m  name  type
                  0  Café  cafe
                120  東京  place
                  7  a

                """)
    }

    @Test(
        arguments: [
            ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("東", 2), ("한", 2), ("Ж", 1),
            ("🦆", 2),
        ] as [(String, Int)])
    func `measures text in terminal cells`(text: String, cells: Int) {
        #expect(TextTable.width(of: text) == cells)
    }

    @Test func `a cell of several lines stays in its line`() {
        var table = TextTable([("name", .left), ("id", .left)])
        table.add("two\r\nlines\tand\u{2028}more", "1")
        #expect(table.text == "name                id\ntwo lines and more  1\n")
    }
}
