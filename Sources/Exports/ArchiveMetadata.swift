import FoundationEssentials
import GeoModel

/// What a Darwin Core Archive says of itself, in the Ecological Metadata Language 2.2 as GBIF's profile 1.2 has it.
///
/// The service knows neither its owner's name nor a licence, and says so rather than choose one.
struct ArchiveMetadata {
    private let moment: EventDate
    private let tally: ExportTally
    private let coverage: ExportCoverage

    init(_ moment: Date, _ tally: ExportTally, _ coverage: ExportCoverage) {
        self.moment = EventDate(utc: moment)
        self.tally = tally
        self.coverage = coverage
    }

    var document: [UInt8] {
        var xml = XMLWriter()
        let day = String(moment.description.prefix(10))
        xml.raw(
            """
            <eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:schemaLocation="https://eml.ecoinformatics.org/eml-2.2.0 \
            https://rs.gbif.org/schema/eml-gbif-profile/1.2/eml.xsd" \
            packageId="turnstone-records-\(moment)" system="turnstone" scope="system" \
            xml:lang="en">

            """)
        xml.element("dataset") { xml in
            xml.element("title", text: "Sightings confirmed with Turnstone, \(day)")
            owner("creator", to: &xml)
            owner("metadataProvider", to: &xml)
            xml.element("pubDate", text: day)
            xml.element("language", text: "en")
            xml.element("abstract") { $0.element("para", text: summary) }
            xml.element("intellectualRights") {
                $0.element(
                    "para",
                    text: "No licence was given. Ask the owner of the records before using them.")
            }
            writeCoverage(to: &xml)
            owner("contact", to: &xml)
        }
        xml.raw("\n</eml:eml>\n")
        return xml.bytes
    }

    private var summary: String {
        let records = "\(tally.written) record\(tally.written == 1 ? "" : "s")"
        return "\(records) of living things, each confirmed by a person. "
            + "Where dataGeneralizations or informationWithheld says so, position and date are "
            + "coarser than they were recorded, and other facts are left out."
    }

    private func owner(_ role: String, to xml: inout XMLWriter) {
        xml.element(role) { $0.element("organizationName", text: "The owner of the records") }
    }

    private func writeCoverage(to xml: inout XMLWriter) {
        guard let first = coverage.firstDay, let last = coverage.lastDay else { return }
        xml.element("coverage") { xml in
            if coverage.hasPosition {
                xml.element("geographicCoverage") { xml in
                    xml.element(
                        "geographicDescription", text: "The positions that the records show.")
                    xml.element("boundingCoordinates") { xml in
                        for (name, degrees) in [
                            ("westBoundingCoordinate", coverage.west),
                            ("eastBoundingCoordinate", coverage.east),
                            ("northBoundingCoordinate", coverage.north),
                            ("southBoundingCoordinate", coverage.south),
                        ] {
                            xml.element(
                                name, text: ExportValue.number(degrees, decimals: 7).text)
                        }
                    }
                }
            }
            xml.element("temporalCoverage") { xml in
                xml.element("rangeOfDates") { xml in
                    for (name, day) in [("beginDate", first), ("endDate", last)] {
                        xml.element(name) { $0.element("calendarDate", text: day) }
                    }
                }
            }
        }
    }
}
