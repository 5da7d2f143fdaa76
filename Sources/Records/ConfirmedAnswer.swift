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
    struct Content: Codable {
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
}

extension StoredCapture {
    /// The record that `answer` makes of the capture.
    func record(_ answer: ConfirmedAnswer, now: Date) -> Record {
        Record(
            occurrenceID: occurrenceID, captureID: capture.id, created: now, modified: now,
            revision: 1, eventDate: capture.eventDate, position: capture.position,
            headingInDegrees: capture.headingInDegrees, identification: answer.identification,
            occurrenceRemarks: answer.occurrenceRemarks, recordedBy: answer.recordedBy,
            geoprivacy: answer.geoprivacy, photo: capture.photo,
            computation: Computation(
                address: address, addressParts: addressParts, candidates: capture.candidates))
    }
}
