import Testing

@testable import GeoModel

@Suite struct `Messages without paths` {
    @Test(arguments: [
        ("'/srv/data/models/birds/model.json' is damaged.", "'model.json' is damaged."),
        ("Cannot open /srv/data/places/a.sqlite: corrupt", "Cannot open a.sqlite: corrupt"),
        ("'/srv/my data/a b.sqlite': no", "'a b.sqlite': no"),
        ("(/a/b/c)", "(c)"), ("path=/a/b, then \"/c/d\"", "path=b, then \"d\""),
        ("See /healthz and Scripts/setup.", "See /healthz and Scripts/setup."),
        ("https://example.org/a/b is and/or not", "https://example.org/a/b is and/or not"),
        ("/", "/"), ("//", "//"), ("", ""), ("no path", "no path"),
        ("'/srv/never closed", "'never closed"),
    ])
    func `keep the name of a file, and not where it lies`(text: String, shown: String) {
        #expect(PathlessText.of(text) == shown)
    }

    @Test func `are what a source says of its failure`() {
        let report = SourceReport(
            name: "places", state: .failed, milliseconds: 1,
            message: "'/srv/data/places/liechtenstein.sqlite' is not a region.")
        #expect(report.message == "'liechtenstein.sqlite' is not a region.")
    }
}
