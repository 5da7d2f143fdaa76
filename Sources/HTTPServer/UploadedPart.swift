/// One part of an upload.
package struct UploadedPart: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        /// A field of the form, at most 64 KiB.
        case value([UInt8])
        /// A file on disk, in the folder of the route.
        case file(path: String)
    }

    /// The name of the form field; empty for a bare body.
    package let name: String
    /// The name the client's file had: for display only, never part of a path.
    ///
    /// Without control characters, at most 255 characters; nil when none was sent.
    package let fileName: String?
    /// As sent; nil when missing or empty, which means `application/octet-stream` for a file.
    package let contentType: String?
    package let content: Content
    /// Length of the content.
    package let bytes: Int

    package init(
        name: String, fileName: String?, contentType: String?, content: Content, bytes: Int
    ) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.content = content
        self.bytes = bytes
    }

    /// Where the file lies; nil for a field.
    package var path: String? {
        if case .file(let path) = content { path } else { nil }
    }

    /// A field as text; nil for a file, and when it is not UTF-8.
    package var text: String? {
        if case .value(let bytes) = content {
            String(validating: bytes, as: UTF8.self)
        } else {
            nil
        }
    }
}
