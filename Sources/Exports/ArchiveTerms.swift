import GeoModel

/// The columns of a Darwin Core Archive's tables, and `meta.xml`, which names their terms.
enum ArchiveTerms {
    struct Column: Sendable {
        let name: String
        /// The term's address.
        let term: String
        let value: @Sendable (Occurrence) -> String?
    }

    static let occurrenceFile = "occurrence.txt"
    static let photoFile = "multimedia.txt"

    private static let darwinCore = ExportField.Vocabulary.darwinCore.address
    private static let dublinCore = ExportField.Vocabulary.dublinCore.address

    /// The first is the row's id.
    static let occurrence: [Column] = {
        let fields: [ExportField] = [
            .occurrenceID, .basisOfRecord, .eventDate, .decimalLatitude, .decimalLongitude,
            .geodeticDatum, .coordinateUncertaintyInMeters, .scientificName, .vernacularName,
            .occurrenceRemarks, .recordedBy, .identificationVerificationStatus, .locality,
            .municipality, .county, .stateProvince, .country, .countryCode, .informationWithheld,
            .dataGeneralizations, .associatedMedia, .modified,
        ]
        return fields.map { field in
            Column(name: field.rawValue, term: field.vocabulary.address + field.rawValue) {
                field.value(of: $0)?.text
            }
        } + [
            Column(name: "occurrenceStatus", term: darwinCore + "occurrenceStatus") { _ in
                "present"
            },
            // The name as the person has it, which may be in any language.
            Column(name: "verbatimIdentification", term: darwinCore + "verbatimIdentification") {
                $0.identification?.name
            },
            Column(name: "dynamicProperties", term: darwinCore + "dynamicProperties") {
                properties(of: $0)
            },
        ]
    }()

    /// GBIF's extension for media (<https://rs.gbif.org/extension/gbif/1.0/multimedia.xml>); the first is the id of
    /// the occurrence.
    static let photo: [Column] = [
        Column(name: "occurrenceID", term: darwinCore + "occurrenceID") { $0.id },
        Column(name: "type", term: dublinCore + "type") { _ in "StillImage" },
        Column(name: "format", term: dublinCore + "format") { _ in "image/jpeg" },
        Column(name: "identifier", term: dublinCore + "identifier") { $0.photo?.address },
        Column(name: "title", term: dublinCore + "title") { $0.title },
        Column(name: "created", term: dublinCore + "created") { $0.eventDate },
        Column(name: "creator", term: dublinCore + "creator") { $0.recordedBy },
    ]

    /// What Darwin Core has no term for, as a JSON object.
    private static func properties(of occurrence: Occurrence) -> String? {
        let fields: [ExportField] = [
            .geoprivacy, .confidence, .headingInDegrees, .timeZoneSource, .photoSHA256,
        ]
        var json = JSONWriter()
        json.beginObject()
        for field in fields {
            guard let value = field.value(of: occurrence) else { continue }
            json.member(field.rawValue, value)
        }
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// `meta.xml`.
    static let description: [UInt8] = {
        var xml = XMLWriter()
        xml.raw("<archive xmlns=\"http://rs.tdwg.org/dwc/text/\" metadata=\"eml.xml\">\n")
        table("core", occurrenceFile, darwinCore + "Occurrence", "id", occurrence, to: &xml)
        table(
            "extension", photoFile, "http://rs.gbif.org/terms/1.0/Multimedia", "coreid", photo,
            to: &xml)
        xml.raw("</archive>\n")
        return xml.bytes
    }()

    private static func table(
        _ element: String, _ file: String, _ rowType: String, _ id: String, _ columns: [Column],
        to xml: inout XMLWriter
    ) {
        let attributes: XMLWriter.Attributes = [
            ("encoding", "UTF-8"), ("fieldsTerminatedBy", "\\t"), ("linesTerminatedBy", "\\n"),
            ("fieldsEnclosedBy", ""), ("ignoreHeaderLines", "1"), ("rowType", rowType),
        ]
        xml.element(element, attributes) { xml in
            xml.element("files") { $0.element("location", text: file) }
            xml.element(id, [("index", "0")])
            for (index, column) in columns.enumerated() {
                xml.element("field", [("index", "\(index)"), ("term", column.term)])
            }
        }
        xml.raw("\n")
    }
}
