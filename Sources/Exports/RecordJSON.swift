package import GeoModel
package import Records
package import FoundationEssentials

// The service's own JSON of captures and records (DESIGN section 8): one shape for the API and for `--json`.
// What is not known is left out. Positions keep all their digits here; GeoJSON rounds to 7 decimals.

extension JSONWriter {
    // MARK: Parts

    /// RFC 3339 in UTC, whole seconds.
    package mutating func member(_ name: String, _ instant: Date) {
        member(name, EventDate(utc: instant).description)
    }

    /// Members `decimalLatitude`, `decimalLongitude` and `coordinateUncertaintyInMeters`.
    private mutating func members(of position: CapturePosition) {
        member("decimalLatitude", position.coordinate.decimalLatitude)
        member("decimalLongitude", position.coordinate.decimalLongitude)
        member(ifPresent: "coordinateUncertaintyInMeters", position.coordinateUncertaintyInMeters)
    }

    /// The position of a capture, with where it came from; left out when nil.
    package mutating func member(position: CapturePosition?) {
        guard let position else { return }
        object("position") {
            $0.members(of: position)
            $0.member("source", position.source.rawValue)
        }
    }

    /// `width`, `height`, `bytes`, `sha256`, and for a record where the photo is.
    package mutating func member(photo: PhotoFacts?, href: String? = nil) {
        guard let photo else { return }
        object("photo") {
            $0.member("width", photo.width)
            $0.member("height", photo.height)
            $0.member("bytes", photo.bytes)
            $0.member("sha256", photo.sha256)
            $0.member(ifPresent: "href", href)
        }
    }

    /// Scores and weights to 4 decimals, metres to 1.
    package mutating func value(_ candidate: Candidate) {
        beginObject()
        member("id", candidate.id)
        member("kind", candidate.kind.rawValue)
        member("name", candidate.name)
        member("score", candidate.score, decimals: 4)
        if let distance = candidate.distanceInMeters {
            member("distanceInMeters", distance, decimals: 1)
        }
        member(ifPresent: "osm_type", candidate.osmType?.rawValue)
        member(ifPresent: "osm_id", candidate.osmID)
        member(ifPresent: "category", candidate.category)
        member(ifPresent: "type", candidate.type)
        member(ifPresent: "scientificName", candidate.scientificName)
        member(ifPresent: "taxonRank", candidate.taxonRank)
        member(ifPresent: "taxonID", candidate.taxonID?.rawValue)
        member(ifPresent: "rangeStatus", candidate.rangeStatus?.rawValue)
        member(ifPresent: "savedPlaceID", candidate.savedPlaceID?.description)
        member(ifPresent: "context", candidate.context)
        if let joined = candidate.joined {
            array("joined") { writer in
                for place in joined {
                    writer.beginObject()
                    writer.member(ifPresent: "id", place.id)
                    writer.member(ifPresent: "name", place.name)
                    writer.member("osm_type", place.osmType.rawValue)
                    writer.member("osm_id", place.osmID)
                    writer.member(ifPresent: "type", place.type)
                    writer.endObject()
                }
            }
        }
        array("evidence") { writer in
            for evidence in candidate.evidence {
                writer.beginObject()
                writer.member("kind", evidence.kind)
                writer.member("weight", evidence.weight, decimals: 4)
                writer.member("text", evidence.text)
                writer.endObject()
            }
        }
        endObject()
    }

    package mutating func member(candidates: [Candidate]) {
        array("candidates") { writer in
            for candidate in candidates { writer.value(candidate) }
        }
    }

    package mutating func member(sources: [SourceReport]) {
        array("sources") { writer in
            for source in sources {
                writer.beginObject()
                writer.member("name", source.name)
                writer.member("state", source.state.rawValue)
                writer.member("milliseconds", source.milliseconds, decimals: 1)
                writer.member(ifPresent: "message", source.message)
                writer.endObject()
            }
        }
    }

    // MARK: Wholes

    /// A capture as it is answered.
    package mutating func value(_ capture: Capture) {
        beginObject()
        member("id", capture.id.description)
        member("state", capture.state.rawValue)
        member("created", capture.created)
        member("expires", capture.expires)
        member("eventDate", capture.eventDate.description)
        member(ifPresent: "timeZoneSource", capture.timeZoneSource?.rawValue)
        member(position: capture.position)
        member(ifPresent: "headingInDegrees", capture.headingInDegrees)
        member(photo: capture.photo)
        member(sources: capture.sources)
        member(candidates: capture.candidates)
        array("notices") { writer in
            for notice in capture.notices { writer.value(notice) }
        }
        endObject()
    }

    /// A record: what a person confirmed at the top level, what was computed under `computed`.
    package mutating func value(_ record: Record) {
        beginObject()
        member("occurrenceID", record.occurrenceID.description)
        member("captureID", record.captureID.description)
        member("created", record.created)
        member("modified", record.modified)
        member("revision", record.revision)
        member("eventDate", record.eventDate.description)
        member(ifPresent: "timeZoneSource", record.timeZoneSource?.rawValue)
        member(identification: record.identification)
        member(ifPresent: "occurrenceRemarks", record.occurrenceRemarks)
        member(ifPresent: "recordedBy", record.recordedBy)
        member("geoprivacy", record.geoprivacy.rawValue)
        member(
            ifPresent: "publicGeoprivacy",
            record.disclosure?.publicGeoprivacy(record.geoprivacy)?.rawValue)
        if let position = record.position {
            members(of: position)
            member("geodeticDatum", "EPSG:4326")
        }
        member(ifPresent: "headingInDegrees", record.headingInDegrees)
        member(photo: record.photo, href: "/v1/records/\(record.occurrenceID)/photo")
        object("computed") { writer in
            writer.member(ifPresent: "address", record.computation.address)
            writer.object("addressParts") { writer in
                for part in record.computation.addressParts {
                    writer.member(part.key, part.value)
                }
            }
            if !record.computation.candidates.isEmpty {
                writer.member(candidates: record.computation.candidates)
            }
        }
        endObject()
    }

    /// `name`, `kind`, and what else is known of the thing chosen.
    package mutating func member(identification: Identification) {
        member("name", identification.name)
        member("kind", identification.kind.rawValue)
        member(ifPresent: "scientificName", identification.scientificName)
        member(ifPresent: "vernacularName", identification.vernacularName)
        member(ifPresent: "osm_type", identification.osmType?.rawValue)
        member(ifPresent: "osm_id", identification.osmID)
        member(ifPresent: "category", identification.category)
        member(ifPresent: "type", identification.type)
        if let confidence = identification.confidence {
            member("confidence", confidence, decimals: 4)
        }
    }

    /// `records`, `next` (a cursor, left out on the last page) and `total`.
    package mutating func value(_ page: RecordPage) {
        beginObject()
        array("records") { writer in
            for record in page.records { writer.value(record) }
        }
        member(ifPresent: "next", page.nextCursor)
        member(ifPresent: "total", page.total.map(Int64.init))
        endObject()
    }

    /// `records`: each with when it was deleted, and until when it can be restored.
    package mutating func member(deletedRecords: [DeletedRecord]) {
        array("records") { writer in
            for deleted in deletedRecords {
                writer.beginObject()
                writer.member("deleted", deleted.deleted)
                writer.member("restorableUntil", deleted.restorableUntil)
                writer.key("record")
                writer.value(deleted.record)
                writer.endObject()
            }
        }
    }

    /// What a deletion took from the disk.
    package mutating func value(_ report: DeletionReport) {
        beginObject()
        member("files", report.files)
        member("bytesFreed", report.bytesFreed)
        member("bytesKept", report.bytesKept)
        if let end = report.restorableUntil { member("restorableUntil", end) }
        endObject()
    }
}
