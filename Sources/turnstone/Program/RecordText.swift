import ArgumentParsing
import GeoModel
import Records

/// A record for a person at a terminal: a line a field, Darwin Core's names.
enum RecordText {
    static func text(of record: Record, photoPath: String?) -> String {
        let identification = record.identification
        var fields: [(String, String?)] = [
            ("occurrenceID", record.occurrenceID.description),
            ("name", identification.name),
            ("kind", identification.kind.rawValue),
            ("scientificName", identification.scientificName),
            ("vernacularName", identification.vernacularName),
            ("map object", object(of: identification)),
            ("confidence", identification.confidence.map(decimals)),
            ("eventDate", record.eventDate.description),
            ("time zone", record.timeZoneSource?.text),
        ]
        if let position = record.position {
            let uncertainty = position.coordinateUncertaintyInMeters
            fields += [
                ("decimalLatitude", "\(position.coordinate.decimalLatitude)"),
                ("decimalLongitude", "\(position.coordinate.decimalLongitude)"),
                ("coordinateUncertaintyInMeters", uncertainty.map { "\($0)" }),
            ]
        }
        fields += [
            ("headingInDegrees", record.headingInDegrees.map { "\($0)" }),
            ("address", record.computation.address),
            ("occurrenceRemarks", record.occurrenceRemarks),
            ("recordedBy", record.recordedBy),
            ("geoprivacy", record.geoprivacy.rawValue),
            (
                "publicGeoprivacy",
                record.disclosure?.publicGeoprivacy(record.geoprivacy)?.rawValue
            ),
            ("photo", photo(record.photo, path: photoPath)),
            ("revision", "\(record.revision)"),
            ("created", EventDate(utc: record.created).description),
            ("modified", EventDate(utc: record.modified).description),
        ]
        return text(of: fields)
    }

    /// What the public sees of a record.
    static func text(of record: PublicRecord) -> String {
        let names = record.identification
        return text(of: [
            ("occurrenceID", record.id), ("name", names?.name), ("kind", record.kind.rawValue),
            ("scientificName", names?.scientificName), ("vernacularName", names?.vernacularName),
            ("map object", names.flatMap(object)), ("confidence", names?.confidence.map(decimals)),
            ("eventDate", record.eventDate), ("time zone", record.timeZoneSource?.text),
            ("decimalLatitude", record.position.map { "\($0.decimalLatitude)" }),
            ("decimalLongitude", record.position.map { "\($0.decimalLongitude)" }),
            (
                "coordinateUncertaintyInMeters",
                record.coordinateUncertaintyInMeters.map { "\($0)" }
            ),
            ("headingInDegrees", record.headingInDegrees.map { "\($0)" }),
            ("address", record.address), ("occurrenceRemarks", record.occurrenceRemarks),
            ("recordedBy", record.recordedBy), ("geoprivacy", record.geoprivacy.rawValue),
            ("informationWithheld", record.informationWithheld),
            ("dataGeneralizations", record.dataGeneralizations),
            ("photo", record.photo.map { "\($0.width) x \($0.height)" }),
            ("created", record.created.map { EventDate(utc: $0).description }),
            ("modified", record.modified.map { EventDate(utc: $0).description }),
        ])
    }

    private static func text(of fields: [(String, String?)]) -> String {
        let shown = fields.compactMap { name, value in value.map { (name, $0) } }
        let width = shown.map(\.0.count).max() ?? 0
        return shown.map { name, value in
            name + String(repeating: " ", count: width - name.count + 2) + value + "\n"
        }.joined()
    }

    private static func object(of identification: Identification) -> String? {
        guard let type = identification.osmType, let id = identification.osmID else { return nil }
        let tag = [identification.category, identification.type].compactMap(\.self)
        return "\(OSMRef(osmType: type, osmID: id)) (\(tag.joined(separator: "=")))"
    }

    private static func photo(_ photo: PhotoFacts?, path: String?) -> String? {
        guard let photo else { return nil }
        let size = ProgressLine.amount(Double(photo.bytes), .bytes)
        let facts = "\(photo.width) x \(photo.height), \(size), SHA-256 \(photo.sha256)"
        return path.map { "\($0) (\(facts))" } ?? facts
    }

    /// Two decimals.
    static func decimals(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let rest = abs(hundredths % 100)
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
