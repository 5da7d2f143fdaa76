import GeoModel

/// Writes records as placemarks of KML 2.2 (OGC 07-147r2).
///
/// A record without a position is a placemark without a geometry. All that is known is in typed `ExtendedData`.
struct KMLWriter: RecordWriter {
    private var xml = XMLWriter(reserving: 128 << 10)

    /// The placemark's own name is the record's.
    private static let schema = "record"

    init() {
        xml.raw("<kml xmlns=\"http://www.opengis.net/kml/2.2\">\n<Document>")
        xml.element("name", text: "Turnstone records")
        xml.element("open", text: "1")
        xml.element("Schema", [("name", Self.schema), ("id", Self.schema)]) { xml in
            for field in ExportField.details {
                // A map object's number is beyond KML's integers.
                let type = field.isNumber && field != .osmID ? "double" : "string"
                xml.element("SimpleField", [("type", type), ("name", field.rawValue)])
            }
        }
        xml.raw("\n")
    }

    var pending: Int { xml.bytes.count }

    mutating func append(_ occurrence: Occurrence) -> Bool {
        // In the order of the schema. The id is one of XML, which begins with no digit.
        xml.element("Placemark", [("id", "record-\(occurrence.id)")]) { xml in
            xml.element("name", text: occurrence.title)
            xml.element("description", text: Self.description(of: occurrence))
            xml.element("TimeStamp") { $0.element("when", text: occurrence.eventDate) }
            xml.element("ExtendedData") { xml in
                xml.element("SchemaData", [("schemaUrl", "#\(Self.schema)")]) { xml in
                    for field in ExportField.details {
                        guard let value = field.value(of: occurrence) else { continue }
                        xml.element("SimpleData", [("name", field.rawValue)], text: value.text)
                    }
                }
            }
            guard let position = occurrence.position else { return }
            let (longitude, latitude) = (
                ExportValue.number(position.decimalLongitude, decimals: 7).text,
                ExportValue.number(position.decimalLatitude, decimals: 7).text
            )
            xml.element("Point") { $0.element("coordinates", text: "\(longitude),\(latitude)") }
        }
        xml.raw("\n")
        return true
    }

    mutating func endWalk(_ tally: ExportTally) -> Bool {
        xml.raw("</Document>\n</kml>\n")
        return false
    }

    mutating func take() -> [UInt8] { xml.take() }

    /// Globes show a description as HTML: a note that looks like it stays a note.
    private static func description(of occurrence: Occurrence) -> String {
        occurrence.summary.joined(separator: "\n")
            .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
