package import GeoModel
package import FoundationEssentials

/// Why records could not be read or written, and what to do about it.
package enum RecordError: Error, Equatable {
    case noDataDirectory(path: String)
    case notADirectory(path: String)
    case notReadable(path: String)
    case notWritable(path: String)
    /// `photos` and `staging` lie on different file systems, so that a rename cannot be atomic.
    case separateFileSystems(path: String)
    /// A restore was broken off.
    case restoreUnfinished(path: String)
    /// Removed, renamed or replaced while it was open: what is written to it would be lost.
    case databaseMoved(path: String)
    case newerSchema(path: String, found: Int, known: Int)
    /// An SQLite database, but not one of ours.
    case foreignDatabase(path: String)
    case schemaNotMade(path: String, step: String)

    case diskFull(path: String)
    case fileFailure(operation: String, path: String, errno: Int32, reason: String)

    case recordNotFound(UUIDv7)
    /// The record was deleted; it can be restored until then, if at all.
    case recordGone(UUIDv7, deleted: Date, restorableUntil: Date? = nil)
    case revisionMismatch(UUIDv7, current: Int)
    /// The record has no photo.
    case noPhoto(UUIDv7)
    /// The record has a photo, but its file is not there.
    case photoMissing(UUIDv7)
    /// The photo's file cannot be decoded any more; the message is Imaging's.
    case photoUnreadable(UUIDv7, message: String)

    case savedPlaceNotFound(UUIDv7)
    case savedPlaceChanged(UUIDv7, current: Int)

    case captureNotFound(UUIDv7)
    case captureCancelled(UUIDv7)
    case captureExpired(UUIDv7)
    case captureConfirmed(UUIDv7, record: UUIDv7)
    /// The capture is pending, but its photo's file is not there.
    case stagedPhotoMissing(UUIDv7)
    /// A second capture was sent under the key of another.
    case keyReused

    case invalidField(name: String, reason: String)
    case invalidCursor
}

extension RecordError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noDataDirectory(let path):
            "There is no data directory '\(path)'. Import a map with `turnstone import osm`, "
                + "or name the directory with --data."
        case .notADirectory(let path):
            "'\(path)' is not a directory. Name the data directory with --data."
        case .notReadable(let path):
            "'\(path)' may not be read. Run turnstone as its owner, change its owner or mode, or choose another "
                + "with --data."
        case .notWritable(let path):
            "'\(path)' may not be written. Change its owner or mode, or choose another with --data."
        case .separateFileSystems(let path):
            "photos and staging in '\(path)' lie on different file systems. Put both on one, "
                + "so that a photo changes place in one step."
        case .restoreUnfinished(let path):
            "A restore into '\(path)' was not finished. Run `turnstone restore` again; to go on without it, "
                + "remove 'unfinished-restore' there."
        case .databaseMoved(let path):
            "'\(path)' was removed or replaced while turnstone had it open; nothing was stored. Put it back, or take a "
                + "backup with `turnstone restore`, then start turnstone again."
        case .newerSchema(let path, let found, let known):
            "'\(path)' was written by a newer version (schema \(found), this one knows \(known)). "
                + "Update turnstone, or choose another directory with --data."
        case .foreignDatabase(let path):
            "'\(path)' is a database of another program. Choose another directory with --data."
        case .schemaNotMade(let path, let step):
            "SpatiaLite could not set up '\(path)' (\(step)). Check that its package is whole."
        case .diskFull(let path):
            "There is no space left to write '\(path)'. Free some, then try again."
        case .fileFailure(let operation, let path, let code, let reason):
            "Could not \(operation) '\(path)': \(reason) (errno \(code)). "
                + "Check its owner, its mode and the disk."
        case .recordNotFound(let id):
            "There is no record '\(id)'. List the records to see which there are."
        case .recordGone(let id, let deleted, nil):
            "Record '\(id)' was deleted at \(EventDate(utc: deleted)). Drop pending edits of it."
        case .recordGone(let id, let deleted, let end?):
            "Record '\(id)' was deleted at \(EventDate(utc: deleted)), and can be restored until "
                + "\(EventDate(utc: end)). Restore it before editing it, or drop pending edits."
        case .revisionMismatch(let id, let current):
            "Record '\(id)' was changed meanwhile; it is at revision \(current). "
                + "Read it again and repeat the edit."
        case .noPhoto(let id): "Record '\(id)' was made without a photo."
        case .photoMissing(let id):
            "The photo of record '\(id)' is not on disk. Restore it from a backup; "
                + "`turnstone check` lists all that are missing."
        case .photoUnreadable(let id, let message):
            "The photo of record '\(id)' is damaged: \(message)"
        case .savedPlaceNotFound(let id):
            "There is no saved place '\(id)'. List the saved places to see which there are."
        case .savedPlaceChanged(let id, let current):
            "Saved place '\(id)' was changed meanwhile; it is at revision \(current). "
                + "Read it again and repeat the edit."
        case .captureNotFound(let id):
            "There is no capture '\(id)'. It ended long ago, or never was: send the photo again."
        case .captureCancelled(let id):
            "Capture '\(id)' was cancelled and its photo removed. Send the photo again."
        case .captureExpired(let id):
            "Capture '\(id)' has expired and its photo was removed. Send the photo again."
        case .captureConfirmed(let id, let record):
            "Capture '\(id)' was confirmed before, otherwise: it is record '\(record)'. Edit that."
        case .stagedPhotoMissing(let id):
            "The photo of capture '\(id)' is not on disk. Cancel the capture and send the photo again."
        case .keyReused:
            "This key was sent before with another photo or position. Use a new key for each capture."
        case .invalidField(let name, let reason): "\(name): \(reason)"
        case .invalidCursor:
            "The cursor is not one that this service gave. Start again without it."
        }
    }
}
