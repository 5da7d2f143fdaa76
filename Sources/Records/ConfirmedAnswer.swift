package import GeoModel
internal import FoundationEssentials

/// What a person answered to a capture.
package struct ConfirmedAnswer: Hashable, Sendable {
    package let identification: Identification
    package let occurrenceRemarks, recordedBy: String?
    package let geoprivacy: Geoprivacy
    /// The client's own name for this confirmation: sent again, it answers the same record.
    package let key: String?

    package init(
        identification: Identification, occurrenceRemarks: String? = nil,
        recordedBy: String? = nil, geoprivacy: Geoprivacy = .open, key: String? = nil
    ) {
        self.identification = identification
        self.occurrenceRemarks = occurrenceRemarks
        self.recordedBy = recordedBy
        self.geoprivacy = geoprivacy
        self.key = key
    }

    func validate() throws(RecordError) {
        try RecordLimits.check(name: identification.name)
        try RecordLimits.check(occurrenceRemarks: occurrenceRemarks)
        try RecordLimits.check(recordedBy: recordedBy)
        try RecordLimits.check(key: key)
    }

    /// What two confirmations must share to be the same one.
    struct Content: Codable, Equatable {
        let identification: Identification
        let occurrenceRemarks, recordedBy: String?
        /// nil for open, as in confirmations that were kept before there was a choice.
        let geoprivacy: Geoprivacy?
    }

    var content: Content {
        Content(
            identification: identification, occurrenceRemarks: occurrenceRemarks,
            recordedBy: recordedBy, geoprivacy: geoprivacy == .open ? nil : geoprivacy)
    }

    /// `content` as JSON, as an encoder writes it with sorted keys, in a twentieth of the time.
    func contentText() throws -> String {
        let texts = [
            identification.category, identification.name, identification.scientificName,
            identification.type, identification.vernacularName, occurrenceRemarks, recordedBy,
        ]
        guard texts.allSatisfy({ $0?.utf8.allSatisfy(JSONColumn.isPlain) ?? true }) else {
            return try JSONColumn.encode(content)
        }
        func object(_ members: [(String, String?)]) -> String {
            let written = members.compactMap { key, value in value.map { "\"\(key)\":\($0)" } }
            return "{\(written.joined(separator: ","))}"
        }
        func quoted(_ text: String?) -> String? { text.map { "\"\($0)\"" } }
        return object([
            ("geoprivacy", geoprivacy == .open ? nil : quoted(geoprivacy.rawValue)),
            (
                "identification",
                object([
                    ("category", quoted(identification.category)),
                    ("confidence", identification.confidence.map { "\($0)" }),
                    ("kind", quoted(identification.kind.rawValue)),
                    ("name", quoted(identification.name)),
                    ("osm_id", identification.osmID.map { "\($0)" }),
                    ("osm_type", quoted(identification.osmType?.rawValue)),
                    ("scientificName", quoted(identification.scientificName)),
                    ("type", quoted(identification.type)),
                    ("vernacularName", quoted(identification.vernacularName)),
                ])
            ),
            ("occurrenceRemarks", quoted(occurrenceRemarks)), ("recordedBy", quoted(recordedBy)),
        ])
    }
}

extension StoredCapture {
    /// The record that `answer` makes of the capture.
    func record(_ answer: ConfirmedAnswer, now: Date) -> Record {
        Record(
            occurrenceID: occurrenceID, captureID: capture.id, created: now, modified: now,
            revision: 1, eventDate: capture.eventDate, timeZoneSource: capture.timeZoneSource,
            position: capture.position,
            headingInDegrees: capture.headingInDegrees, identification: answer.identification,
            occurrenceRemarks: answer.occurrenceRemarks, recordedBy: answer.recordedBy,
            geoprivacy: answer.geoprivacy, photo: capture.photo,
            computation: Computation(
                address: address, addressParts: addressParts, candidates: capture.candidates,
                languages: languages))
    }
}
