internal import Glibc

/// A regular file opened for reading: closed when its last user is done.
package final class OpenFile: Sendable {
    /// Owned; closed by `deinit`.
    let descriptor: Int32
    /// Where the bytes that are meant begin: 0 for the whole file.
    let offset: Int
    /// How many they are; of the whole file, the length at the time of opening.
    package let bytes: Int
    /// The file that owns the descriptor, of which this is a part; nil for a whole one.
    private let whole: OpenFile?

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
        offset = 0
        whole = nil
    }

    /// Some of a file's bytes.
    init(_ range: Range<Int>, of whole: OpenFile) {
        descriptor = whole.descriptor
        offset = range.lowerBound
        bytes = range.count
        self.whole = whole
    }

    deinit { if whole == nil { close(descriptor) } }
}

extension HTTPServerError {
    fileprivate static func cannotOpenFile(_ code: Int32) -> HTTPServerError {
        .cannotOpenFile(errno: code, message: SystemMessage.of(code))
    }
}
