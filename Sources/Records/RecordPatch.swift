package import GeoModel

/// An edit in the shape of a JSON Merge Patch (RFC 7396): absent, a value, or null.
package struct RecordPatch: Hashable, Sendable {
    /// What becomes of a field that may be empty.
    package enum Change: Hashable, Sendable {
        case unchanged
        case set(String)
        case cleared

        /// The field's value after the edit.
        func applied(to old: String?) -> String? {
            switch self {
            case .unchanged: old
            case .set(let new): new
            case .cleared: nil
            }
        }

        var value: String? { applied(to: nil) }
    }

    /// nil leaves the name as it is; it cannot be cleared.
    package var name: String?
    package var scientificName = Change.unchanged
    package var occurrenceRemarks = Change.unchanged
    package var recordedBy = Change.unchanged
    /// nil leaves it as it is.
    package var geoprivacy: Geoprivacy?

    package init() {}

    func validate() throws(RecordError) {
        if let name { try RecordLimits.check(name: name) }
        if let scientificName = scientificName.value {
            try RecordLimits.check(name: scientificName, as: "scientificName")
        }
        try RecordLimits.check(occurrenceRemarks: occurrenceRemarks.value)
        try RecordLimits.check(recordedBy: recordedBy.value)
    }
}
