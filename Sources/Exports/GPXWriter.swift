import FoundationEssentials
import GeoModel

/// Writes records as waypoints of GPX 1.1 (<https://www.topografix.com/GPX/1/1/>).
///
/// A waypoint has a position: records without one are left out, and their number stands at the end. Its time is in
/// UTC: where the offset is not known, or only a day or month is told, there is none, and the description says
/// the date. What GPX has no element for is in `extensions`, under Darwin Core's terms.
struct GPXWriter: RecordWriter {
    private var xml = XMLWriter(reserving: 128 << 10)

    init(at moment: Date) {
        let vocabularies = ExportField.Vocabulary.allCases.map {
            " xmlns:\($0.rawValue)=\"\($0.address)\""
        }.joined()
        xml.raw(
            """
            <gpx version="1.1" creator="Turnstone" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\(vocabularies) \
            xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
            http://www.topografix.com/GPX/1/1/gpx.xsd">

            """)
        xml.element("metadata") { xml in
            xml.element("name", text: "Turnstone records")
            xml.element(
                "desc", text: "Sightings by position. Records without a position are not here.")
            xml.element("time", text: EventDate(utc: moment).description)
        }
        xml.raw("\n")
    }

    var pending: Int { xml.bytes.count }

    mutating func append(_ occurrence: Occurrence) -> Bool {
        guard let position = occurrence.position else { return false }
        let attributes = [
            (name: "lat", value: Self.degrees(position.decimalLatitude)),
            (name: "lon", value: Self.degrees(position.decimalLongitude)),
        ]
        // In the order of the schema.
        xml.element("wpt", attributes) { xml in
            if let moment = occurrence.moment {
                xml.element("time", text: EventDate(utc: moment).description)
            }
            xml.element("name", text: occurrence.title)
            xml.element("desc", text: occurrence.summary.joined(separator: "\n"))
            xml.element("sym", text: Self.symbol(of: occurrence.kind))
            xml.element("type", text: occurrence.kind.rawValue)
            xml.element("extensions") { xml in
                for field in ExportField.details {
                    guard let value = field.value(of: occurrence) else { continue }
                    xml.element(prefix: field.vocabulary.rawValue, field.rawValue, text: value.text)
                }
            }
        }
        xml.raw("\n")
        return true
    }

    mutating func endWalk(_ tally: ExportTally) -> Bool {
        if tally.leftOut > 0 {
            xml.element("extensions") { xml in
                xml.element(
                    prefix: ExportField.Vocabulary.turnstone.rawValue, "recordsWithoutPosition",
                    text: "\(tally.leftOut)")
            }
        }
        xml.raw("</gpx>\n")
        return false
    }

    mutating func take() -> [UInt8] { xml.take() }

    private static func degrees(_ number: Double) -> String? {
        ExportValue.number(number, decimals: 7).text
    }

    /// The names that Garmin's devices have, and others know.
    private static func symbol(of kind: CandidateKind) -> String {
        switch kind {
        case .place: "Scenic Area"
        case .address: "Residence"
        case .species: "Animal Tracks"
        case .thing: "Flag, Blue"
        case .time: "Waypoint"
        }
    }
}
