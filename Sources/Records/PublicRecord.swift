package import FoundationEssentials
package import GeoModel
internal import Geodesy

/// How exactly the public learns when a concealed record was made.
package enum PublicDates: String, Hashable, Sendable, CaseIterable {
    /// Tells which of the open records of an outing are its neighbours.
    case day
    /// As iNaturalist shows it.
    case month

    /// Characters of an ISO 8601 date that are shown.
    var length: Int {
        switch self {
        case .day: 10
        case .month: 7
        }
    }
}

/// What the public sees of a record: the only way from a record to any public exit.
///
/// It is made by `init(_:_:dates:)`, a pure function, by these rules.
///
/// **Every record**, also an open one, is shown without:
/// - its candidates and their evidence: they hold the person's own saved places, distances and map objects;
/// - the id of its capture, which begins with the time to a millisecond and opens the capture;
/// - bytes and hash of its photo: the hash finds the original elsewhere, and the public copy, which
///   is stripped, has another. Pixels are the same in both;
/// - revision: the public cannot edit; its entity tag is a hash of what is shown, so that an edit of what
///   is not shown stays unseen.
///
/// **An obscured record**, by a person's choice or because a name that was ever proposed for it is on the list of
/// sensitive taxa there and then, shows besides:
/// - position: a point drawn once in the cell of 0.2 degrees, and as uncertainty what certainly reaches
///   the true point from there: the cell's greatest distance and the true position's own error,
///   rounded up to 100 m, so that the error's digits tell nothing. No heading;
/// - id: one drawn by chance, as the record's own begins with the time of its capture;
/// - eventDate: the month (or the day, by option), and neither the time it was made nor changed: of two open
///   records three minutes apart the one between them is at the same place;
/// - address: the country alone, and not that where a cell could hold it. A part of the country says no more
///   than the point does, unless it is small, when it says too much;
/// - name: only of a living thing, and without confidence, map object and category. A place's or an
///   address's name is its position, a thing's is the person's own words. A name with a digit in it is held back
///   too: no species has one, coordinates do;
/// - no remarks and no recordedBy: people write in notes where to go, which no program can find out;
///   and one person's open records of that day lie around the concealed one;
/// - photo: only of a living thing, by which its name can be told; what a photo of a place shows is the place.
///
/// **A private record** shows the same without position, address and photo: whoever wants not even the cell to be
/// known does not want to show the landscape.
package struct PublicRecord: Hashable, Sendable {
    /// A UUID; the `occurrenceID` for an open record.
    package let id: String
    package let geoprivacy: Geoprivacy
    /// Date and time of an open record, else year and month, or year, month and day.
    package let eventDate: String
    /// nil for a concealed record, whose date has no time.
    package let timeZoneSource: TimeZoneSource?
    package let kind: CandidateKind
    /// nil when it would tell the place.
    package let identification: Identification?
    package let occurrenceRemarks, recordedBy: String?
    package let position: Coordinate?
    package let coordinateUncertaintyInMeters: Double?
    package let headingInDegrees: Double?
    package let address: String?
    package let addressParts: [AddressPart]
    /// Pixels of the photo, before EXIF orientation is applied; nil when it has none or it is not shown.
    package let photo: Size?
    /// nil for a concealed record.
    package let created, modified: Date?

    package struct Size: Hashable, Sendable {
        package let width, height: Int
    }

    /// - Parameter geoprivacy: `Disclosure.publicGeoprivacy` of the record.
    /// - Parameter concealment: What was drawn for the record.
    /// - Returns: nil when it is to be concealed and nothing was drawn.
    init?(
        _ record: Record, _ geoprivacy: Geoprivacy, _ concealment: Concealment?, dates: PublicDates
    ) {
        if geoprivacy == .open {
            self.init(open: record)
        } else if let concealment {
            self.init(concealing: record, geoprivacy, concealment, dates)
        } else {
            return nil
        }
    }

    private init(
        concealing record: Record, _ geoprivacy: Geoprivacy, _ concealment: Concealment,
        _ dates: PublicDates
    ) {
        self.geoprivacy = geoprivacy
        kind = record.identification.kind
        id = concealment.id
        eventDate = String(record.eventDate.description.prefix(dates.length))
        identification =
            Self.showsNames(record.identification)
            ? Identification(
                name: record.identification.name, kind: kind,
                scientificName: record.identification.scientificName,
                vernacularName: record.identification.vernacularName) : nil
        (occurrenceRemarks, recordedBy, headingInDegrees) = (nil, nil, nil)
        (created, modified, timeZoneSource) = (nil, nil, nil)
        let isObscured = geoprivacy == .obscured
        position = isObscured && record.position != nil ? concealment.point : nil
        coordinateUncertaintyInMeters =
            position == nil ? nil : record.position.map(Self.uncertainty)
        addressParts = isObscured ? Self.country(record.computation.addressParts) : []
        address = addressParts.first { $0.key == "country" }?.value
        photo = isObscured && kind == .species ? record.photo.map(Self.size) : nil
    }

    private init(open record: Record) {
        id = record.occurrenceID.description
        geoprivacy = .open
        eventDate = record.eventDate.description
        kind = record.identification.kind
        identification = record.identification
        (occurrenceRemarks, recordedBy) = (record.occurrenceRemarks, record.recordedBy)
        position = record.position?.coordinate
        coordinateUncertaintyInMeters = record.position?.coordinateUncertaintyInMeters
        headingInDegrees = record.headingInDegrees
        address = record.computation.address
        addressParts = record.computation.addressParts
        photo = record.photo.map(Self.size)
        (created, modified) = (record.created, record.modified)
        timeZoneSource = record.timeZoneSource
    }

    private static func size(_ photo: PhotoFacts) -> Size {
        Size(width: photo.width, height: photo.height)
    }

    /// What is left out, in words, as Darwin Core's `informationWithheld`; nil for an open record.
    package var informationWithheld: String? {
        switch geoprivacy {
        case .open: nil
        case .obscured: "Exact position, address, time, remarks and observer are withheld."
        case .private: "Position, address, time, photo, remarks and observer are withheld."
        }
    }

    /// What is made coarser, in words, as Darwin Core's `dataGeneralizations`.
    package var dataGeneralizations: String? {
        guard geoprivacy != .open else { return nil }
        let date = "The date is given to the \(eventDate.utf8.count == 7 ? "month" : "day")."
        return position == nil
            ? date
            : "The position is a random point of the cell of 0.2 degrees that holds the true one. \(date)"
    }

    // MARK: Rules

    /// The same of a concealed row of `record`, for the database.
    static let showsNamesInSQL = """
        (kind = 'species' AND (name || ' ' || coalesce(scientificName, '') || ' '
            || coalesce(vernacularName, '')) NOT GLOB '*[0-9]*')
        """

    static func showsNames(_ identification: Identification) -> Bool {
        let names = [
            identification.name, identification.scientificName, identification.vernacularName,
        ]
        return identification.kind == .species
            && !names.compactMap(\.self).contains { $0.utf8.contains { (48...57).contains($0) } }
    }

    /// Metres that certainly reach the true point from any point of its cell.
    static func uncertainty(_ position: CapturePosition) -> Double {
        let (one, other) = ObscuredCell(holding: position.coordinate).farthestPoints
        let distance = Geodesic.inverse(from: one, to: other).distanceInMeters
        let sum = distance + (position.coordinateUncertaintyInMeters ?? 0)
        return (sum / 100).rounded(.up) * 100
    }

    /// Country and its code.
    private static func country(_ parts: [AddressPart]) -> [AddressPart] {
        let code = parts.first { $0.key == "country_code" }?.value.uppercased()
        guard let code, !smallCountries.contains(code) else { return [] }
        return parts.filter { $0.key == "country" || $0.key == "country_code" }
            .map { AddressPart(key: $0.key, value: $0.value) }
    }

    /// Countries and territories of less than 500 km², what a cell has at the equator (ISO 3166-1).
    private static let smallCountries: Set<String> = [
        "AD", "AG", "AI", "AS", "AW", "BB", "BL", "BM", "BV", "CC", "CK", "CW", "CX", "GD", "GG",
        "GI", "HM", "IO", "JE", "KN", "KY", "LI", "MC", "MF", "MH", "MO", "MP", "MS", "MT", "MV",
        "NF", "NR", "NU", "PM", "PN", "PW", "SC", "SH", "SM", "SX", "TK", "TV", "UM", "VA", "VC",
        "VG", "VI", "WF",
    ]
}
