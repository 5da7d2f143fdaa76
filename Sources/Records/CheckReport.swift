/// What `check` found, and what it did about it.
package struct CheckReport: Hashable, Sendable, Codable {
    package struct Problem: Hashable, Sendable, Codable {
        package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
            /// A staged photo or thumbnail that nothing needs, or a photo whose record or capture ended.
            case orphan
            /// A photo that no row explains.
            case unexplainedPhoto
            /// A photo that no row explains, older than all that the database knows: another database, which was
            /// lost, knew it.
            case photoOfLostDatabase
            /// What is left of an upload or a thumbnail that was never finished.
            case halfUpload
            /// A record whose photo is not on disk.
            case missingPhoto
            /// A pending capture whose photo is not on disk.
            case missingStagedPhoto
            /// A photo whose size or SHA-256 is not that of what was sent.
            case changedPhoto
            /// A file, folder, link or pipe that is not named as files are named here, or no file.
            case foreignFile
            /// A folder or file that may not be read.
            case unreadable
            /// SQLite's own integrity check speaks, or it cannot read the file.
            case damagedDatabase
            /// A spatial index does not agree with the positions.
            case spatialIndex
            /// The text index does not agree with the words.
            case textIndex
        }

        package let kind: Kind
        /// The file, relative to the data directory; the record's id for a missing photo.
        package let name: String
        package let bytes: Int?
        /// What was done about it, or what to do.
        package let remedy: String
        package let isRepaired: Bool
    }

    /// Records, and files of photos, that were looked at.
    package var records = 0
    package var photos = 0
    /// Deleted records that can be restored, and the bytes of their photos.
    package var deletedRecords = 0
    package var deletedBytes = 0
    /// Of all files in the three folders.
    package var bytes = 0
    package var problems: [Problem] = []
    /// Bytes of files that were removed, as a row says that a person deleted or refused them.
    package var bytesFreed = 0
    /// Bytes of files that were moved to `trash/` now.
    package var bytesInTrash = 0
    /// Bytes of all files in `trash/`, which take space until somebody deletes them.
    package var trashBytes = 0

    /// Files that belong to nothing.
    package var orphans: [Problem] {
        problems.filter {
            [.orphan, .unexplainedPhoto, .photoOfLostDatabase, .halfUpload].contains($0.kind)
        }
    }

    /// Whether nothing is wrong that was not repaired. A foreign file harms nothing.
    package var isSound: Bool {
        problems.allSatisfy { $0.isRepaired || $0.kind == .foreignFile }
    }
}

/// What a check is at.
package enum CheckPhase: String, Hashable, Sendable, CaseIterable {
    case databases = "Checking databases"
    case files = "Looking at files"
    case photos = "Hashing photos"
}
