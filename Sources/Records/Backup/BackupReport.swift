package import FoundationEssentials

/// What a backup holds: `backup.json` in its folder, which is written last.
package struct BackupReport: Hashable, Sendable, Codable {
    /// When the records were as the backup has them.
    package var created: Date
    package var records = 0
    package var pendingCaptures = 0
    package var photos = 0
    package var photoBytes = 0
    /// Photos that an older backup had, and that take no new space.
    package var photosShared = 0
    /// Records deleted while their photos were copied; they are not in the backup either.
    package var deletedMeanwhile = 0
    /// Records whose photo was not on disk, and those whose photo was not what was sent; they are in the
    /// backup as they are.
    package var missingPhotos: [String] = []
    package var changedPhotos: [String] = []

    init(created: Date) { self.created = created }

    /// Whether every photo was copied as it was sent.
    package var isWhole: Bool { missingPhotos.isEmpty && changedPhotos.isEmpty }
}
