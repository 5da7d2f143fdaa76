import Exports
import GeoModel
import Glibc

/// Nominatim's XML: `reversegeocode` with one `result` and its details beside it, or
/// `searchresults` with a `place` for each, its details inside.
///
/// What is our own stands in the attributes of an element `turnstone`.
struct GeocoderXML {
    let details: GeocoderDetails

    func write(_ answer: GeocoderAnswer, to xml: inout XMLWriter) {
        let attributes: XMLWriter.Attributes = [
            ("timestamp", Self.now), ("attribution", GeocoderResult.attribution),
            ("querystring", answer.querystring),
        ]
        if answer.isList {
            let attributes = attributes + answer.attributes
            guard !answer.results.isEmpty else {
                return xml.element("searchresults", attributes)
            }
            xml.element("searchresults", attributes) { xml in
                for result in answer.results {
                    xml.element("place", listAttributes(of: result)) { xml in
                        writeShape(of: result, to: &xml)
                        if details.addressdetails { writeAddress(of: result, to: &xml) }
                        writeDetails(of: result, to: &xml)
                    }
                }
            }
        } else {
            xml.element("reversegeocode", attributes) { xml in
                guard let result = answer.results.first else {
                    return xml.element("error", text: GeocoderResult.nothingFound)
                }
                xml.element("result", self.attributes(of: result), text: result.displayName)
                writeShape(of: result, to: &xml)
                if details.addressdetails, !result.address.isEmpty {
                    xml.element("addressparts") { writeAddress(of: result, to: &$0) }
                }
                writeDetails(of: result, to: &xml)
            }
        }
    }

    /// `Mon, 30 Nov 2026 09:28:22 +00:00`.
    private static var now: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 40)
        let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S +00:00", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private func attributes(of result: GeocoderResult) -> XMLWriter.Attributes {
        let box = result.shownBox
        let edges = [box.south, box.north, box.west, box.east].map { $0.fixed(decimals: 7) }
        let footprint = result.footprint
        return [
            ("place_id", result.placeID.map { "\($0)" }),
            ("osm_type", result.ref?.osmType.rawValue),
            ("osm_id", result.ref.map { "\($0.osmID)" }),
            ("ref", result.tags["ref"] ?? result.name),
            ("lat", result.position.decimalLatitude.fixed(decimals: 7)),
            ("lon", result.position.decimalLongitude.fixed(decimals: 7)),
            ("boundingbox", edges.joined(separator: ",")),
            ("place_rank", "\(result.placeRank)"), ("address_rank", "\(result.addressRank)"),
            ("geotext", details.shape == .text ? footprint.map(GeometryText.wellKnown) : nil),
            ("geosvg", details.shape == .svg ? footprint.map(GeometryText.svg) : nil),
            ("geojson", details.shape == .geojson ? footprint.map(Self.json) : nil),
        ]
    }

    private func listAttributes(of result: GeocoderResult) -> XMLWriter.Attributes {
        attributes(of: result) + [
            ("display_name", result.displayName), ("class", result.category),
            ("type", result.type), ("importance", "\(result.importance)"),
        ]
    }

    private static func json(_ footprint: Geometry) -> String {
        var json = JSONWriter()
        json.object { footprint.writeMembers(to: &$0) }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func writeShape(of result: GeocoderResult, to xml: inout XMLWriter) {
        guard details.shape == .kml, let footprint = result.footprint else { return }
        xml.element("geokml") { $0.raw(GeometryText.kml(footprint)) }
    }

    private func writeAddress(of result: GeocoderResult, to xml: inout XMLWriter) {
        for part in result.address { xml.element(part.key, text: part.value) }
    }

    private func writeDetails(of result: GeocoderResult, to xml: inout XMLWriter) {
        if details.extratags {
            xml.element("extratags") { xml in
                for (key, value) in (result.extratags ?? [:]).sorted(by: { $0.key < $1.key }) {
                    xml.element("tag", [("key", key), ("value", value)])
                }
            }
        }
        if details.namedetails {
            xml.element("namedetails") { xml in
                for (key, value) in (result.namedetails ?? [:]).sorted(by: { $0.key < $1.key }) {
                    xml.element("name", [("desc", key)], text: value)
                }
            }
        }
        let inferred = result.address.filter(\.isInferred).map(\.key)
        xml.element(
            "turnstone",
            [
                ("locality", result.locality),
                ("distanceInMeters", result.distanceInMeters.map { $0.fixed(decimals: 1) }),
                ("timezone", result.timezone),
                ("inferred", inferred.joined(separator: ",")),
            ])
    }
}
