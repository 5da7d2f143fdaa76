internal import Glibc

/// Which file a path names: another one after the region was imported anew.
struct FileIdentity: Hashable, Sendable {
    let device, inode: UInt64
    let size, seconds, nanoseconds: Int64

    /// nil when there is no file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = Int64(status.st_mtim.tv_sec)
        nanoseconds = Int64(status.st_mtim.tv_nsec)
    }
}
