internal import Glibc

/// Tells whether a file was written anew or replaced.
struct FileStamp: Hashable, Sendable {
    private let device, inode: UInt64
    private let size: Int64
    private let seconds, nanoseconds: Int

    /// nil when there is no such file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
