import GeoModel
package import Records

// The same shapes as of a whole record, of what the public sees: see `PublicRecord`.

extension JSONWriter {
    /// A record as the public sees it; members that it does not see are left out.
    package mutating func value(_ record: PublicRecord) {
        beginObject()
        member("occurrenceID", record.id)
        if let created = record.created { member("created", created) }
        if let modified = record.modified { member("modified", modified) }
        shared(record)
        if let position = record.position {
            member("decimalLatitude", position.decimalLatitude)
            member("decimalLongitude", position.decimalLongitude)
            member(
                ifPresent: "coordinateUncertaintyInMeters", record.coordinateUncertaintyInMeters)
            member("geodeticDatum", "EPSG:4326")
        }
        member(ifPresent: "headingInDegrees", record.headingInDegrees)
        if let photo = record.photo {
            object("photo") {
                $0.member("width", photo.width)
                $0.member("height", photo.height)
                $0.member("href", "/v1/records/\(record.id)/photo")
            }
        }
        object("computed") { writer in
            writer.member(ifPresent: "address", record.address)
            writer.object("addressParts") { writer in
                for part in record.addressParts { writer.member(part.key, part.value) }
            }
        }
        endObject()
    }

    /// Members that a record and a feature have in common.
    private mutating func shared(_ record: PublicRecord) {
        member("eventDate", record.eventDate)
        member(ifPresent: "timeZoneSource", record.timeZoneSource?.rawValue)
        if let identification = record.identification {
            member(identification: identification)
        } else {
            member("kind", record.kind.rawValue)
        }
        member(ifPresent: "occurrenceRemarks", record.occurrenceRemarks)
        member(ifPresent: "recordedBy", record.recordedBy)
        member("geoprivacy", record.geoprivacy.rawValue)
        member(ifPresent: "informationWithheld", record.informationWithheld)
        member(ifPresent: "dataGeneralizations", record.dataGeneralizations)
    }
}
