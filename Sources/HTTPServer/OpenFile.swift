internal import Glibc

/// A regular file opened for reading: closed when its last user is done.
package final class OpenFile: Sendable {
    /// Owned; closed by `deinit`.
    let descriptor: Int32
    /// Length at the time of opening.
    package let bytes: Int

    /// - Throws: `HTTPServerError.cannotOpenFile`, also when `path` is a folder, a pipe or a device.
    package init(_ path: String) throws(HTTPServerError) {
        // O_NONBLOCK: opening a pipe without a writer must not wait. It changes nothing for a regular file.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotOpenFile(errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .cannotOpenFile(errno: EINVAL, message: "not a regular file")
        }
        self.descriptor = descriptor
        bytes = Int(status.st_size)
    }

    deinit { close(descriptor) }
}

extension HTTPServerError {
    fileprivate static func cannotOpenFile(_ code: Int32) -> HTTPServerError {
        .cannotOpenFile(errno: code, message: SystemMessage.of(code))
    }
}
