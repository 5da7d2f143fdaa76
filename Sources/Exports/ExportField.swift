import GeoModel

/// A value of an export: in which form it is written is the format's affair.
enum ExportValue {
    case text(String)
    case integer(Int64)
    /// With at most so many decimals.
    case number(Double, decimals: Int)

    var text: String {
        if case .text(let text) = self { return text }
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a number as digits, or the text as it is.
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes += text.utf8
        case .integer(let number): bytes += number.description.utf8
        case .number(let number, let decimals): bytes.append(short: number, decimals: decimals)
        }
    }
}

/// What an export can say of a record, under Darwin Core's name where it has one (<https://dwc.tdwg.org/terms/>),
/// else under the one of the API.
package enum ExportField: String, CaseIterable {
    case occurrenceID, basisOfRecord, eventDate
    case decimalLatitude, decimalLongitude, geodeticDatum, coordinateUncertaintyInMeters
    case scientificName, vernacularName, occurrenceRemarks, recordedBy
    case identificationVerificationStatus
    case locality, municipality, county, stateProvince, country, countryCode
    case informationWithheld, dataGeneralizations, associatedMedia, modified

    case name, kind
    case osmType = "osm_type"
    case osmID = "osm_id"
    case category, type, confidence, geoprivacy, headingInDegrees, timeZoneSource, address
    case photoSHA256, created, revision

    // MARK: Which format has which

    /// A table's columns, in their order. They are the same for the owner and for the public, so that what reads the
    /// one reads the other.
    static let columns = allCases.filter { $0 != .address }

    /// What is told beside a position and a name that the format has a place for.
    static let details = columns.filter {
        ![.basisOfRecord, .decimalLatitude, .decimalLongitude, .geodeticDatum, .name].contains($0)
    }

    package static let geoJSON: [ExportField] = [
        .occurrenceID, .eventDate, .timeZoneSource, .name, .kind, .scientificName,
        .vernacularName, .osmType, .osmID, .category, .type, .confidence, .occurrenceRemarks,
        .recordedBy, .coordinateUncertaintyInMeters, .headingInDegrees, .address, .countryCode,
        .geoprivacy, .informationWithheld, .dataGeneralizations, .photoSHA256, .created,
        .modified, .revision,
    ]

    /// The prefix of the vocabulary: `dwc`, `dcterms`, or `turnstone` for the service's own words.
    var vocabulary: Vocabulary {
        switch self {
        case .modified: .dublinCore
        case .name, .kind, .osmType, .osmID, .category, .type, .confidence, .geoprivacy,
            .headingInDegrees, .timeZoneSource, .address, .photoSHA256, .created, .revision:
            .turnstone
        default: .darwinCore
        }
    }

    enum Vocabulary: String, CaseIterable {
        case darwinCore = "dwc"
        case dublinCore = "dcterms"
        case turnstone

        /// What its terms' addresses begin with.
        var address: String {
            switch self {
            case .darwinCore: "http://rs.tdwg.org/dwc/terms/"
            case .dublinCore: "http://purl.org/dc/terms/"
            case .turnstone: "urn:turnstone:record:"
            }
        }
    }

    /// Whether its values are numbers.
    package var isNumber: Bool {
        switch self {
        case .decimalLatitude, .decimalLongitude, .coordinateUncertaintyInMeters, .confidence,
            .headingInDegrees, .osmID, .revision:
            true
        default: false
        }
    }

    // MARK: Values

    /// nil where it is not known or not shown.
    func value(of occurrence: Occurrence) -> ExportValue? {
        let identification = occurrence.identification
        switch self {
        case .occurrenceID: return .text(occurrence.id)
        // A person confirmed each record (https://dwc.tdwg.org/terms/#dwc:HumanObservation).
        case .basisOfRecord: return .text("HumanObservation")
        case .eventDate: return .text(occurrence.eventDate)
        // A centimetre.
        case .decimalLatitude:
            return occurrence.position.map { .number($0.decimalLatitude, decimals: 7) }
        case .decimalLongitude:
            return occurrence.position.map { .number($0.decimalLongitude, decimals: 7) }
        case .geodeticDatum: return occurrence.position.map { _ in .text("EPSG:4326") }
        case .coordinateUncertaintyInMeters:
            return occurrence.coordinateUncertaintyInMeters.map { .number($0, decimals: 2) }
        case .scientificName: return Self.text(identification?.scientificName)
        case .vernacularName: return Self.text(identification?.vernacularName)
        case .occurrenceRemarks: return Self.text(occurrence.occurrenceRemarks)
        case .recordedBy: return Self.text(occurrence.recordedBy)
        case .identificationVerificationStatus:
            return identification.map { _ in .text("confirmed by a person") }
        case .locality:
            let country = occurrence.addressPart("country")
            return Self.text(occurrence.address == country ? nil : occurrence.address)
        case .municipality:
            return Self.text(
                occurrence.addressPart("municipality", "city", "town", "village", "hamlet"))
        case .county: return Self.text(occurrence.addressPart("county"))
        case .stateProvince:
            return Self.text(occurrence.addressPart("state", "province", "region"))
        case .country: return Self.text(occurrence.addressPart("country"))
        case .countryCode: return Self.text(occurrence.addressPart("country_code")?.uppercased())
        case .informationWithheld: return Self.text(occurrence.informationWithheld)
        case .dataGeneralizations: return Self.text(occurrence.dataGeneralizations)
        case .associatedMedia: return Self.text(occurrence.photo?.address)
        case .modified: return occurrence.modified.map { .text(EventDate(utc: $0).description) }
        case .name: return Self.text(identification?.name)
        case .kind: return .text(occurrence.kind.rawValue)
        case .osmType: return Self.text(identification?.osmType?.rawValue)
        case .osmID: return identification?.osmID.map { .integer($0) }
        case .category: return Self.text(identification?.category)
        case .type: return Self.text(identification?.type)
        case .confidence: return identification?.confidence.map { .number($0, decimals: 4) }
        case .geoprivacy: return .text(occurrence.geoprivacy.rawValue)
        case .headingInDegrees:
            return occurrence.headingInDegrees.map { .number($0, decimals: 2) }
        case .timeZoneSource: return Self.text(occurrence.timeZoneSource?.rawValue)
        case .address: return Self.text(occurrence.address)
        case .photoSHA256: return Self.text(occurrence.photo?.sha256)
        case .created: return occurrence.created.map { .text(EventDate(utc: $0).description) }
        case .revision: return occurrence.revision.map { .integer(Int64($0)) }
        }
    }

    private static func text(_ text: String?) -> ExportValue? { text.map { .text($0) } }
}

extension JSONWriter {
    mutating func member(_ name: String, _ value: ExportValue) {
        switch value {
        case .text(let text): member(name, text)
        case .integer(let number): member(name, number)
        case .number(let number, let decimals): member(name, number, decimals: decimals)
        }
    }
}
