import Exports
import GeoModel
import Testing

private func line(_ pairs: (Double, Double)...) -> [Coordinate] {
    pairs.map { Coordinate(decimalLatitude: $0.1, decimalLongitude: $0.0)! }
}

/// Expectations by PostGIS 3.3: `ST_AsText`, `ST_AsKML`, `ST_AsSVG(geometry, 0, 7)`.
@Suite struct `A geometry as text` {
    private static let square = line((0, 0), (3, 0), (3, 3), (0, 3), (0, 0))
    private static let hole = line((1, 1), (1, 2), (2, 2), (1, 1))
    private static let block = Polygon(outer: square, holes: [hole])
    private static let shapes: [(Geometry, String, String, String)] = [
        (
            .point(line((24.9521999, 60.170178))[0]), "POINT(24.9521999 60.170178)",
            "<Point><coordinates>24.9521999,60.170178</coordinates></Point>",
            "cx=\"24.9521999\" cy=\"-60.170178\""
        ),
        (
            .lineString(line((-0.5, 51), (0, 51.5), (1, -52))),
            "LINESTRING(-0.5 51,0 51.5,1 -52)",
            "<LineString><coordinates>-0.5,51 0,51.5 1,-52</coordinates></LineString>",
            "M -0.5 -51 L 0 -51.5 1 52"
        ),
        (
            .multiLineString([line((0, 0), (1, 1)), line((2, 2), (3, 3))]),
            "MULTILINESTRING((0 0,1 1),(2 2,3 3))",
            "<MultiGeometry><LineString><coordinates>0,0 1,1</coordinates></LineString>"
                + "<LineString><coordinates>2,2 3,3</coordinates></LineString></MultiGeometry>",
            "M 0 0 L 1 -1 M 2 -2 L 3 -3"
        ),
        (
            .polygon(block), "POLYGON((0 0,3 0,3 3,0 3,0 0),(1 1,1 2,2 2,1 1))",
            "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 3,0 3,3 0,3 0,0</coordinates>"
                + "</LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>"
                + "1,1 1,2 2,2 1,1</coordinates></LinearRing></innerBoundaryIs></Polygon>",
            "M 0 0 L 3 0 3 -3 0 -3 Z M 1 -1 L 1 -2 2 -2 Z"
        ),
        (
            .multiPolygon([block, Polygon(outer: line((5, 5), (6, 5), (6, 6), (5, 5)))]),
            "MULTIPOLYGON(((0 0,3 0,3 3,0 3,0 0),(1 1,1 2,2 2,1 1)),((5 5,6 5,6 6,5 5)))",
            "<MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 3,0 3,3 0,3 0,0"
                + "</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing>"
                + "<coordinates>1,1 1,2 2,2 1,1</coordinates></LinearRing></innerBoundaryIs></Polygon>"
                + "<Polygon><outerBoundaryIs><LinearRing><coordinates>5,5 6,5 6,6 5,5</coordinates>"
                + "</LinearRing></outerBoundaryIs></Polygon></MultiGeometry>",
            "M 0 0 L 3 0 3 -3 0 -3 Z M 1 -1 L 1 -2 2 -2 Z M 5 -5 L 6 -5 6 -6 Z"
        ),
    ]

    @Test(arguments: shapes.indices)
    func `is what other programs write`(index: Int) {
        let (geometry, wellKnown, kml, svg) = Self.shapes[index]
        #expect(GeometryText.wellKnown(geometry) == wellKnown)
        #expect(GeometryText.kml(geometry) == kml)
        #expect(GeometryText.svg(geometry) == svg)
    }
}

@Suite struct `Numbers with fixed decimals` {
    @Test(
        arguments: [
            (60.1702, "60.1702000"), (-0.000_000_04, "0.0000000"), (-0.1, "-0.1000000"),
            (180, "180.0000000"), (9.999_999_99, "10.0000000"), (0, "0.0000000"),
        ] as [(Double, String)])
    func `keep their zeros`(number: Double, text: String) {
        #expect(number.fixed(decimals: 7) == text)
    }

    @Test func `have no point without decimals`() {
        #expect(12.6.fixed(decimals: 0) == "13")
    }
}

@Suite struct `Writing XML` {
    @Test func `escapes what would end an attribute or an element`() {
        var xml = XMLWriter()
        xml.element("a", [("b", "<\"&\n'>"), ("absent", nil)]) { xml in
            xml.text("1 < 2 & \"3\" > \u{1}\u{7}é")
            xml.element("c")
        }
        #expect(
            String(decoding: xml.bytes, as: UTF8.self)
                == "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n"
                + "<a b=\"&lt;&quot;&amp;&#10;'&gt;\">1 &lt; 2 &amp; \"3\" &gt; é<c /></a>")
    }

    @Test(arguments: [
        ("ISO3166-2-lvl4", "ISO3166-2-lvl4"), ("was:shop", "was_shop"), ("4x4", "_x4"),
        ("a b", "a_b"),
    ])
    func `makes a name of any key`(key: String, name: String) {
        var xml = XMLWriter()
        xml.element(key, text: "")
        #expect(String(decoding: xml.bytes, as: UTF8.self).hasSuffix("<\(name)></\(name)>"))
    }
}
