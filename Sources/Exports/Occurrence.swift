import FoundationEssentials
import GeoModel
import Records

/// A record as exports write it: all of it for its owner, or what the public sees.
struct Occurrence: Hashable, Sendable {
    /// The `occurrenceID`; for a concealed record the one that it has in public.
    let id: String
    /// Date and time as recorded, or year and month, or year, month and day.
    let eventDate: String
    /// The same in UTC; nil where the offset is not known, or there is no time.
    let moment: Date?
    let timeZoneSource: TimeZoneSource?
    let kind: CandidateKind
    /// nil when it would tell the place.
    let identification: Identification?
    let occurrenceRemarks, recordedBy: String?
    let position: Coordinate?
    let coordinateUncertaintyInMeters, headingInDegrees: Double?
    let address: String?
    let addressParts: [AddressPart]
    let geoprivacy: Geoprivacy
    let informationWithheld, dataGeneralizations: String?
    var photo: Photo?
    let created, modified: Date?
    let revision: Int?

    struct Photo: Hashable, Sendable {
        /// Where the service has it: the whole address, or from the service's root.
        var address: String
        /// nil for the public: it finds the original elsewhere.
        let sha256: String?
    }

    init(_ record: Record) {
        id = record.occurrenceID.description
        eventDate = record.eventDate.description
        moment = record.eventDate.offsetInMinutes == nil ? nil : record.eventDate.instant
        timeZoneSource = record.timeZoneSource
        kind = record.identification.kind
        identification = record.identification
        (occurrenceRemarks, recordedBy) = (record.occurrenceRemarks, record.recordedBy)
        position = record.position?.coordinate
        coordinateUncertaintyInMeters = record.position?.coordinateUncertaintyInMeters
        headingInDegrees = record.headingInDegrees
        (address, addressParts) = (record.computation.address, record.computation.addressParts)
        geoprivacy = record.geoprivacy
        (informationWithheld, dataGeneralizations) = (nil, nil)
        photo = record.photo.map {
            Photo(address: Self.photoPath(record.occurrenceID.description), sha256: $0.sha256)
        }
        (created, modified, revision) = (record.created, record.modified, record.revision)
    }

    /// A concealed record is without its photo, also where the public may see that: who collects exports need not be
    /// led to it.
    init(_ record: PublicRecord) {
        id = record.id
        eventDate = record.eventDate
        let date = EventDate(record.eventDate)
        moment =
            record.eventDate.utf8.count > 10 && date?.offsetInMinutes != nil ? date?.instant : nil
        timeZoneSource = record.timeZoneSource
        kind = record.kind
        identification = record.identification
        (occurrenceRemarks, recordedBy) = (record.occurrenceRemarks, record.recordedBy)
        position = record.position
        coordinateUncertaintyInMeters = record.coordinateUncertaintyInMeters
        headingInDegrees = record.headingInDegrees
        (address, addressParts) = (record.address, record.addressParts)
        geoprivacy = record.geoprivacy
        informationWithheld = record.informationWithheld
        dataGeneralizations = record.dataGeneralizations
        photo =
            record.geoprivacy == .open && record.photo != nil
            ? Photo(address: Self.photoPath(record.id), sha256: nil) : nil
        (created, modified, revision) = (record.created, record.modified, nil)
    }

    private static func photoPath(_ id: String) -> String { "/v1/records/\(id)/photo" }

    /// A value of the address by Nominatim's key, the first of those that there are.
    func addressPart(_ keys: String...) -> String? {
        for key in keys {
            if let part = addressParts.first(where: { $0.key == key }) { return part.value }
        }
        return nil
    }

    /// What a map writes beside it.
    var title: String { identification?.name ?? "Name withheld (\(kind.rawValue))" }

    /// What a person wants to know of it, in lines.
    var summary: [String] {
        var lines: [String] = []
        if let name = identification?.scientificName, name != identification?.name {
            lines.append(name)
        }
        if let occurrenceRemarks { lines.append(occurrenceRemarks) }
        lines.append(recordedBy.map { "\(eventDate), \($0)" } ?? eventDate)
        if let address { lines.append(address) }
        if position != nil, let uncertainty = coordinateUncertaintyInMeters {
            var metres: [UInt8] = []
            metres.append(short: uncertainty, decimals: 0)
            lines.append("Within \(String(decoding: metres, as: UTF8.self)) m.")
        }
        lines += [informationWithheld, dataGeneralizations].compactMap(\.self)
        return lines
    }
}

/// The records of an export, as they are at the moment at which it is made.
final class OccurrenceSource {
    private enum Snapshot {
        case all(RecordSnapshot)
        case `public`(PublicSnapshot)
    }

    private let snapshot: Snapshot
    /// What addresses of photos begin with.
    private let service: String

    /// - Throws: `RecordError.invalidField`; `DatabaseError`.
    init(
        _ records: RecordStore, _ filter: RecordFilter, _ scope: RecordScope, service: String
    ) throws {
        self.service = service
        snapshot =
            switch scope {
            case .all: .all(try RecordSnapshot(records, filter))
            case .public(let dates):
                .public(try PublicSnapshot(records, filter, dates: dates))
            }
    }

    /// The next record; nil behind the last.
    func next() throws -> Occurrence? {
        var occurrence =
            switch snapshot {
            case .all(let snapshot): try snapshot.next().map { Occurrence($0) }
            case .public(let snapshot): try snapshot.next().map { Occurrence($0) }
            }
        if let path = occurrence?.photo?.address { occurrence?.photo?.address = service + path }
        return occurrence
    }

    /// Goes back to the first.
    func rewind() throws {
        switch snapshot {
        case .all(let snapshot): try snapshot.rewind()
        case .public(let snapshot): try snapshot.rewind()
        }
    }
}
