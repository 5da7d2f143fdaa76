internal import Glibc

/// Streams one request body into the files and fields of an `Upload`.
///
/// Belongs to the thread of its connection. What it has stored is deleted with it, until `finish` hands it over.
final class UploadReceiver {
    /// What is being received.
    private enum Current {
        case nothing
        case field(PartHeader, [UInt8])
        case file(PartHeader?, PartFile)
    }

    private let folder: String
    private let limits: UploadLimits
    /// The media type of a bare body.
    private let contentType: String?
    private var parser: MultipartParser?
    private var current = Current.nothing
    private var parts: [UploadedPart] = []
    /// Bytes of all fields so far.
    private(set) var fieldBytes = 0
    /// Bytes received since the disk's free space was looked at.
    private var unchecked = 0

    static let accepted = ["multipart/form-data", "image/*", "application/octet-stream"]

    /// - Parameters:
    ///   - folder: Where the files go; it exists.
    ///   - contentType: The request's header.
    ///   - length: Of the whole body, as announced; 0 when it was not.
    /// - Throws: `Refusal` for another media type, a missing boundary, a disk that is almost full, or a folder that
    ///   takes no file.
    init(
        folder: String, contentType: String?, length: Int = 0, limits: UploadLimits
    ) throws(Refusal) {
        self.folder = folder
        self.limits = limits
        self.contentType = contentType
        try checkDisk(for: length)
        guard let contentType, !contentType.isEmpty else {
            throw .mediaTypeNotSupported(sent: nil, accepted: Self.accepted)
        }
        // A quote that is not closed says nothing about the type; it leaves the boundary unknown.
        let type = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if type == "multipart/form-data" {
            guard let header = HeaderParameters(Array(contentType.utf8)) else {
                throw .boundaryMissing
            }
            let boundary = try MultipartParser.boundary(in: header)
            parser = MultipartParser(boundary: boundary, limits: limits)
        } else if type.hasPrefix("image/") || type == "application/octet-stream" {
            current = .file(nil, try PartFile(in: folder))
        } else {
            throw .mediaTypeNotSupported(sent: type, accepted: Self.accepted)
        }
    }

    deinit { discard() }

    /// How many bytes may come between two looks at the disk: a look takes some microseconds.
    private static let checkedPiece = 4 << 20

    /// - Throws: `Refusal.diskAlmostFull` when `length` more bytes would reach into the reserve.
    private func checkDisk(for length: Int) throws(Refusal) {
        guard limits.diskReserve > 0, let free = DiskSpace.free(at: folder) else { return }
        guard free - length >= limits.diskReserve else {
            throw .diskAlmostFull(reserve: limits.diskReserve)
        }
    }

    /// - Throws: `Refusal`.
    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        unchecked += bytes.count
        if unchecked >= Self.checkedPiece {
            unchecked = 0
            try checkDisk(for: 0)
        }
        if parser != nil {
            try parser?.receive(bytes, handle)
        } else {
            try append(bytes)
        }
    }

    /// Ends the body and hands everything over.
    ///
    /// - Throws: `Refusal` when it is not whole.
    func finish() throws -> Upload {
        if let parser {
            try parser.finish()
        } else {
            try end()
        }
        defer { parts = [] }
        return Upload(parts: parts, isMultipart: parser != nil)
    }

    private func handle(_ event: MultipartParser.Event) throws {
        switch event {
        case .began(let header):
            current =
                Self.isFile(header)
                ? .file(header, try PartFile(in: folder)) : .field(header, [])
        case .content(let bytes): try append(bytes)
        case .ended: try end()
        }
    }

    /// A part with a file name, even an empty one, is a file; so is one with a type that is not text.
    private static func isFile(_ header: PartHeader) -> Bool {
        guard header.fileName == nil, let type = header.contentType?.lowercased() else {
            return header.fileName != nil
        }
        return !type.hasPrefix("text/") && !type.hasPrefix("application/json")
    }

    private func append(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        switch current {
        case .nothing: break
        case .file(_, let file): try file.write(bytes)
        case .field(let header, var value):
            current = .nothing  // So that the array is not copied.
            fieldBytes += bytes.count
            guard fieldBytes <= limits.fields else {
                throw .fieldsTooLarge(name: header.name, limit: limits.fields)
            }
            value.append(contentsOf: bytes)
            current = .field(header, value)
        }
    }

    private func end() throws(Refusal) {
        switch current {
        case .nothing: break
        case .field(let header, let value):
            parts.append(
                UploadedPart(
                    name: header.name, fileName: nil, contentType: header.contentType,
                    content: .value(value), bytes: value.count))
        case .file(let header, let file):
            // A file field left empty: browsers send it with an empty name and no bytes.
            if header?.fileName == "", file.bytes == 0 {
                file.discard()
                break
            }
            try file.keep()
            let name = header?.fileName ?? ""
            parts.append(
                UploadedPart(
                    name: header?.name ?? "", fileName: name.isEmpty ? nil : name,
                    contentType: header.map(\.contentType) ?? contentType,
                    content: .file(path: file.path), bytes: file.bytes))
        }
        current = .nothing
    }

    /// Deletes what was stored.
    private func discard() {
        if case .file(_, let file) = current { file.discard() }
        for part in parts {
            if let path = part.path { unlink(path) }
        }
    }
}
