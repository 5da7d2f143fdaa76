@preconcurrency internal import Glibc

/// Holds a folder locked until the last reference goes: the folder itself, so that no lock file stays behind.
///
/// The lock is flock(2)'s: it ends with the process, however that ends.
final class FolderLock {
    private let descriptor: Int32

    /// - Returns: nil when another process holds it.
    /// - Throws: `RecordError.fileFailure` when the folder cannot be opened.
    init?(_ folder: String) throws(RecordError) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileCalls.failure("open", folder) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }
}
