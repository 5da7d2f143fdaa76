import Exports
import GeoModel
import Records
import Testing

@testable import API

@Suite struct `The name of a download` {
    private func name(_ words: String?, _ kind: CandidateKind? = nil) -> DownloadName {
        var filter = RecordFilter()
        (filter.q, filter.kind) = (words, kind)
        return DownloadName(.csv, filter, .all)
    }

    @Test(
        arguments: [
            (nil, "turnstone-records.csv", nil),
            ("Ägypten", "turnstone-records-Agypten.csv", "turnstone-records-%C3%84gypten.csv"),
            ("한글", "turnstone-records-__.csv", "turnstone-records-%ED%95%9C%EA%B8%80.csv"),
            ("owl 🦉", "turnstone-records-owl-_.csv", "turnstone-records-owl-%F0%9F%A6%89.csv"),
            ("straße", "turnstone-records-strasse.csv", "turnstone-records-stra%C3%9Fe.csv"),
            // Nothing of a path, of a header, or hidden.
            ("../../etc/passwd", "turnstone-records-etc-passwd.csv", nil),
            ("a\"; filename=\"b.exe\r\nX: y", "turnstone-records-a-filename-b-exe-X-y.csv", nil),
            ("\u{202E}gpj.exe", "turnstone-records-gpj-exe.csv", nil),
            ("...", "turnstone-records.csv", nil),
        ] as [(String?, String, String?)])
    func `E08 is sent in ASCII, and whole where it has other letters`(
        words: String?, ascii: String, encoded: String?
    ) {
        let header = name(words).disposition
        let rest = encoded.map { "; filename*=UTF-8''\($0)" } ?? ""
        #expect(header == "attachment; filename=\"\(ascii)\"\(rest)")
    }

    @Test func `E08 is no longer than file systems take, however long the words`() {
        let long = name(String(repeating: "🦉", count: 500), .species)
        #expect(long.name.utf8.count < 255 && long.name.hasSuffix(".csv"))
        #expect(long.name.contains("species"))
    }

    @Test func `tells the public's view from the owner's`() {
        let shown = DownloadName(.gpx, RecordFilter(), .public(dates: .month))
        #expect(shown.name == "turnstone-public-records.gpx")
    }
}
