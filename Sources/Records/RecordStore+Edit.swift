internal import Database
package import FoundationEssentials
package import GeoModel

extension RecordStore {
    /// Changes what a person said of a record; what was computed stays as it is.
    ///
    /// A new name is the person's own: the score of the candidate once chosen is dropped, and for a
    /// species its former scientific and vernacular names, unless the patch sets one. An edit
    /// that changes nothing leaves the revision as it is.
    ///
    /// - Parameter ifRevision: The revision that the caller has seen; nil edits any.
    /// - Returns: The record after the edit.
    /// - Throws: `RecordError.recordNotFound`, `.recordGone`, `.revisionMismatch`, `.invalidField`.
    package func update(
        _ id: UUIDv7, _ patch: RecordPatch, ifRevision: Int? = nil, now: Date = Date()
    ) throws -> Record {
        try patch.validate()
        return try writing { connection in
            let old = try Self.existing(id, connection)
            try Self.check(old, ifRevision)
            let new = old.edited(by: patch, now: now.asStored)
            if new.hasSameContent(as: old) { return old }
            var values: [SQLValue?] = [
                .text(id.description), .integer(new.modified.milliseconds),
                .integer(Int64(new.revision)), .optional(new.occurrenceRemarks),
                .optional(new.recordedBy),
            ]
            values += RecordRow.identification(new.identification)
            values.append(.text(new.geoprivacy.rawValue))
            let statement = try connection.statement(
                """
                UPDATE record SET modified = ?2, revision = ?3, occurrenceRemarks = ?4,
                    recordedBy = ?5, name = ?6, kind = ?7, scientificName = ?8,
                    vernacularName = ?9, osm_type = ?10, osm_id = ?11, category = ?12, type = ?13,
                    confidence = ?14, geoprivacy = ?15
                WHERE occurrenceID = ?1
                """)
            try statement.bind(values)
            _ = try statement.step()
            return try disclose(new, connection)
        }
    }
}

extension Record {
    fileprivate func edited(by patch: RecordPatch, now: Date) -> Record {
        let name = patch.name ?? identification.name
        let isRenamed = name != identification.name
        let dropsTaxon = isRenamed && identification.kind == .species
        let ref = identification.osmType.flatMap { osmType in
            identification.osmID.map { OSMRef(osmType: osmType, osmID: $0) }
        }
        return Record(
            occurrenceID: occurrenceID, captureID: captureID, created: created, modified: now,
            revision: revision + 1, eventDate: eventDate, timeZoneSource: timeZoneSource,
            position: position,
            headingInDegrees: headingInDegrees,
            identification: Identification(
                name: name, kind: identification.kind,
                scientificName: patch.scientificName.applied(
                    to: dropsTaxon ? nil : identification.scientificName),
                vernacularName: dropsTaxon ? nil : identification.vernacularName, ref: ref,
                category: identification.category, type: identification.type,
                confidence: isRenamed ? nil : identification.confidence),
            occurrenceRemarks: patch.occurrenceRemarks.applied(to: occurrenceRemarks),
            recordedBy: patch.recordedBy.applied(to: recordedBy),
            geoprivacy: patch.geoprivacy ?? geoprivacy, photo: photo, computation: computation,
            disclosure: disclosure)
    }

    fileprivate func hasSameContent(as other: Record) -> Bool {
        identification == other.identification && occurrenceRemarks == other.occurrenceRemarks
            && recordedBy == other.recordedBy && geoprivacy == other.geoprivacy
    }
}
