internal import Glibc
internal import Synchronization

/// The files and fields of one request body, received and waiting for the handler.
///
/// Files lie in the route's folder under names the server made. When the handler is done they are deleted, unless
/// it took them.
package final class Upload: Sendable {
    /// In the order they were sent.
    ///
    /// Two parts with one name are both here, and so are two with one file name. A part with an
    /// empty file name and no bytes (a file field that was left empty) is not.
    package let parts: [UploadedPart]
    /// False for a bare body: then there is one part, and its name is empty.
    package let isMultipart: Bool
    /// Paths not taken so far.
    private let owned: Mutex<Set<String>>

    package init(parts: [UploadedPart], isMultipart: Bool) {
        self.parts = parts
        self.isMultipart = isMultipart
        owned = Mutex(Set(parts.compactMap(\.path)))
    }

    deinit { discard() }

    /// Hands the part's file over: the caller now moves or deletes it.
    ///
    /// - Returns: The path, or nil when the part is a field, or its file was taken before.
    package func take(_ part: UploadedPart) -> String? {
        guard let path = part.path else { return nil }
        return owned.withLock { $0.remove(path) }
    }

    /// Deletes the files that nobody took.
    ///
    /// Called by the server when the handler is done.
    package func discard() {
        let rest = owned.withLock { paths in
            defer { paths = [] }
            return paths
        }
        for path in rest { unlink(path) }
    }

    /// The first part of this name.
    package func first(named name: String) -> UploadedPart? {
        parts.first { $0.name == name }
    }
}
