package import GeoModel

/// A geometry as text: longitude first, degrees with at most seven decimals (1 cm).
package enum GeometryText {
    /// Well-known text (OGC 06-103r4, section 7), as `POINT(24.95 60.17)`.
    package static func wellKnown(_ geometry: Geometry) -> String {
        var text = Text()
        switch geometry {
        case .point(let position):
            text.add("POINT(")
            text.add(position)
            text.add(")")
        case .lineString(let line):
            text.add("LINESTRING")
            text.add(line)
        case .multiLineString(let lines):
            text.add("MULTILINESTRING")
            text.addList(lines) { $0.add($1) }
        case .polygon(let polygon):
            text.add("POLYGON")
            text.addList(polygon.rings) { $0.add($1) }
        case .multiPolygon(let polygons):
            text.add("MULTIPOLYGON")
            text.addList(polygons) { text, polygon in text.addList(polygon.rings) { $0.add($1) } }
        }
        return text.text
    }

    /// The element of KML 2.3, section 10.
    package static func kml(_ geometry: Geometry) -> String {
        var text = Text(separator: ",", next: " ")
        func line(_ line: [Coordinate], _ element: String) {
            text.add("<\(element)><coordinates>")
            text.addPositions(line)
            text.add("</coordinates></\(element)>")
        }
        func polygon(_ polygon: Polygon) {
            text.add("<Polygon>")
            for (index, ring) in polygon.rings.enumerated() {
                let boundary = index == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
                text.add("<\(boundary)>")
                line(ring, "LinearRing")
                text.add("</\(boundary)>")
            }
            text.add("</Polygon>")
        }
        switch geometry {
        case .point(let position): line([position], "Point")
        case .lineString(let positions): line(positions, "LineString")
        case .multiLineString(let lines):
            text.add("<MultiGeometry>")
            for positions in lines { line(positions, "LineString") }
            text.add("</MultiGeometry>")
        case .polygon(let shape): polygon(shape)
        case .multiPolygon(let shapes):
            text.add("<MultiGeometry>")
            for shape in shapes { polygon(shape) }
            text.add("</MultiGeometry>")
        }
        return text.text
    }

    /// The data of an SVG path (SVG 2, section 9.3), or the centre of a circle for a point; y grows
    /// downwards there, so latitudes are negated.
    package static func svg(_ geometry: Geometry) -> String {
        var text = Text(next: " ", negatesLatitude: true)
        func path(_ line: some Collection<Coordinate>) {
            text.add(text.isEmpty ? "M " : " M ")
            text.addPositions(line.prefix(1))
            text.add(" L ")
            text.addPositions(line.dropFirst())
        }
        switch geometry {
        case .point(let position):
            text.add("cx=\"")
            text.add(degree: position.decimalLongitude)
            text.add("\" cy=\"")
            text.add(degree: -position.decimalLatitude)
            text.add("\"")
        case .lineString(let line): path(line)
        case .multiLineString(let lines): for line in lines { path(line) }
        case .polygon, .multiPolygon:
            for ring in geometry.polygons.flatMap(\.rings) {
                // Z leads back to the first position.
                path(ring.dropLast())
                text.add(" Z")
            }
        }
        return text.text
    }
}

extension Polygon {
    /// The outer ring, then the holes.
    package var rings: [[Coordinate]] { [outer] + holes }
}

extension Geometry {
    fileprivate var polygons: [Polygon] {
        switch self {
        case .polygon(let polygon): [polygon]
        case .multiPolygon(let polygons): polygons
        case .point, .lineString, .multiLineString: []
        }
    }
}

/// Positions on their way into text.
private struct Text {
    /// Between a longitude and its latitude, and between positions.
    var separator = " "
    var next = ","
    var negatesLatitude = false
    private var bytes: [UInt8] = []

    init(separator: String = " ", next: String = ",", negatesLatitude: Bool = false) {
        self.separator = separator
        self.next = next
        self.negatesLatitude = negatesLatitude
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isEmpty: Bool { bytes.isEmpty }

    mutating func add(_ words: String) { bytes += words.utf8 }

    mutating func add(degree: Double) { bytes.append(short: degree, decimals: 7) }

    mutating func add(_ position: Coordinate) {
        add(degree: position.decimalLongitude)
        add(separator)
        add(degree: negatesLatitude ? -position.decimalLatitude : position.decimalLatitude)
    }

    mutating func addPositions(_ line: some Sequence<Coordinate>) {
        var isFirst = true
        for position in line {
            if !isFirst { add(next) }
            isFirst = false
            add(position)
        }
    }

    mutating func add(_ line: [Coordinate]) {
        add("(")
        addPositions(line)
        add(")")
    }

    mutating func addList<Item>(_ items: [Item], _ add: (inout Text, Item) -> Void) {
        self.add("(")
        for (index, item) in items.enumerated() {
            if index > 0 { self.add(",") }
            add(&self, item)
        }
        self.add(")")
    }
}
