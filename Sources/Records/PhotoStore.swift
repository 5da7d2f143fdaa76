package import FoundationEssentials
package import GeoModel
internal import Imaging
internal import Synchronization

/// The folders of photos: originals, staged ones and thumbnails. Knows no database.
///
/// Every name is made here from an id of ours: nothing that a client sent becomes part of a path.
/// Originals are never changed once they have their name.
package struct PhotoStore: Sendable {
    package let directory: DataDirectory
    private let folders = KnownFolders()

    /// The longest sides of thumbnails, in pixels.
    package static let thumbnailSizes = Thumbnailer.sizes

    // MARK: Names

    /// Where the photo of a record lies.
    package func path(of record: UUIDv7) -> String {
        "\(directory.photos)/\(Self.shard(of: record))/\(record).jpg"
    }

    /// Where the photo of a capture waits for its confirmation.
    package func stagedPath(of capture: UUIDv7) -> String { "\(directory.staging)/\(capture).jpg" }

    /// Where a thumbnail of a record lies once it was asked for.
    func thumbnailPath(of record: UUIDv7, longestSide: Int) -> String {
        "\(directory.derived)/\(Self.shard(of: record))/\(record)-\(longestSide).jpg"
    }

    /// Where the copy of a record's photo without metadata lies once it was asked for.
    func publicCopyPath(of record: UUIDv7) -> String {
        "\(directory.derived)/\(Self.shard(of: record))/\(record)-public.jpg"
    }

    /// The last two digits of the id, which are random; the first of a UUIDv7 are the time, and
    /// would put years of photos in one folder.
    static func shard(of record: UUIDv7) -> Substring { record.description.suffix(2) }

    // MARK: Steps of the durable order; see DurableOrder.swift

    /// Gives an upload the name of its capture, content and name on disk.
    func stage(upload: String, as capture: UUIDv7) throws(RecordError) {
        try FileCalls.synchronize(upload)
        try FileCalls.rename(upload, to: stagedPath(of: capture))
        try FileCalls.synchronize(directory: directory.staging)
    }

    /// Brings the content of a staged photo to disk and gives it the name that it has as that of a record, which is not
    /// on disk yet.
    ///
    /// When a crash came between the rename and the commit, the photo is in place already.
    func moveToPhotos(capture: UUIDv7, as record: UUIDv7) throws(RecordError) {
        let (staged, final) = (stagedPath(of: capture), path(of: record))
        try folders.prepare(String(Self.shard(of: record)), in: directory.photos)
        try FileCalls.synchronizeContentIfPresent(staged)
        if try FileCalls.renameIfPresent(staged, to: final) { return }
        guard FileCalls.facts(of: final) != nil else { throw .stagedPhotoMissing(capture) }
    }

    /// Brings the name of a record's photo to disk.
    func synchronize(folderOf record: UUIDv7) throws(RecordError) {
        try FileCalls.synchronize(directory: FileCalls.parent(of: path(of: record)))
    }

    /// Brings to disk which photos are still staged.
    func synchronizeStaging() throws(RecordError) {
        try FileCalls.synchronize(directory: directory.staging)
    }

    /// Removes the photo of a capture from wherever it got to.
    func removeStaged(capture: UUIDv7, record: UUIDv7) throws(RecordError) -> DeletionReport {
        try remove([stagedPath(of: capture), path(of: record)])
    }

    /// Removes the photo of a record and everything derived from it.
    func removePhoto(of record: UUIDv7) throws(RecordError) -> DeletionReport {
        var report = try removeDerived(of: record)
        report += try remove([path(of: record)])
        return report
    }

    /// Removes the thumbnails and the public copy of a record, which are made again when asked for.
    func removeDerived(of record: UUIDv7) throws(RecordError) -> DeletionReport {
        try remove(
            [publicCopyPath(of: record)]
                + Thumbnailer.sizes.map { thumbnailPath(of: record, longestSide: $0) })
    }

    private func remove(_ paths: [String]) throws(RecordError) -> DeletionReport {
        var report = DeletionReport()
        for path in paths {
            guard let bytes = try FileCalls.remove(path) else { continue }
            report.files += 1
            report.bytesFreed += bytes
        }
        return report
    }

    // MARK: Derived files

    /// Writes an upright thumbnail of a record's photo, without metadata.
    ///
    /// - Parameter publish: Called when the thumbnail is about to get its name, with what gives it;
    ///   throws without calling that when the record was deleted meanwhile.
    func makeThumbnail(
        of record: UUIDv7, longestSide: Int, publish: (() throws -> Void) throws -> Void
    ) throws -> String {
        try makeDerived(
            of: record, as: thumbnailPath(of: record, longestSide: longestSide),
            {
                file throws(ImagingError) in
                try Thumbnailer().thumbnail(
                    of: file, orientation: PhotoMetadata(of: file).orientation,
                    longestSide: longestSide)
            }, publish)
    }

    /// Writes a record's photo with the same pixels and without metadata.
    ///
    /// - Parameter publish: As of `makeThumbnail`.
    func makePublicCopy(
        of record: UUIDv7, publish: (() throws -> Void) throws -> Void
    ) throws -> String {
        try makeDerived(
            of: record, as: publicCopyPath(of: record),
            { file in
                PublicCopy.bytes(of: file)
            }, publish)
    }

    private func makeDerived(
        of record: UUIDv7, as target: String,
        _ make: (JPEGFile) throws(ImagingError) -> [UInt8],
        _ publish: (() throws -> Void) throws -> Void
    ) throws -> String {
        let source = path(of: record)
        guard FileCalls.facts(of: source) != nil else { throw RecordError.photoMissing(record) }
        let derived: [UInt8]
        do throws(ImagingError) {
            // It was within the limits when it was taken in; tighter ones now must not hide it.
            let file = try JPEGFile(
                path: source,
                limits: PhotoLimits(pixels: .max, progressivePixels: .max, bytes: .max))
            derived = try make(file)
        } catch {
            throw RecordError.photoUnreadable(record, message: "\(error)")
        }
        try publish {
            try FileCalls.makeDirectory("\(directory.derived)/\(Self.shard(of: record))")
            try FileCalls.writeAtomically(derived, to: target)
        }
        return target
    }
}

/// Folders of photos whose names are on disk for certain, as this process brought them there: whoever made one may
/// have been ended before. None is ever removed.
private final class KnownFolders: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Makes the folder if it is not there, and brings all names beside it to disk if its own may not be.
    func prepare(_ name: String, in photos: String) throws(RecordError) {
        try names.withLock { (names) throws(RecordError) in
            if names.contains(name) { return }
            try FileCalls.makeDirectory("\(photos)/\(name)")
            let present = try FileCalls.names(in: photos)
            try FileCalls.synchronize(directory: photos)
            names = Set(present)
        }
    }
}

/// What a deletion took from the disk.
package struct DeletionReport: Hashable, Sendable, Codable {
    package var files = 0
    package var bytesFreed = 0
    /// Of a photo that stays until the record can no longer be restored.
    package var bytesKept = 0
    /// nil when the deletion cannot be undone.
    package var restorableUntil: Date?

    package init() {}

    static func += (left: inout DeletionReport, right: DeletionReport) {
        left.files += right.files
        left.bytesFreed += right.bytesFreed
        left.bytesKept += right.bytesKept
    }
}
