internal import Glibc

/// A file of OpenStreetMap objects, its format told by its first bytes, not by its name.
package struct OSMFile: Sendable, Hashable {
    package enum Format: String, Sendable {
        case pbf
        case xml = "osm"
        case gzippedXML = "osm.gz"
        case bzippedXML = "osm.bz2"
    }

    package let path: String
    package let format: Format
    /// Bytes, as stored.
    package let size: Int64

    /// Looks at the file.
    ///
    /// - Throws: `.unreadable`, `.empty`, `.unknownFormat`, `.changeFile`.
    package init(path: String) throws(OSMReaderError) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.systemReason()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .unreadable(path: path, reason: Self.systemReason())
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "it is not a regular file")
        }
        size = Int64(status.st_size)
        var start = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &start, start.count)
        guard count >= 0 else { throw .unreadable(path: path, reason: Self.systemReason()) }
        guard count > 0 else { throw .empty(path: path) }
        guard let format = try Self.format(ofStart: start[..<count], path: path) else {
            throw .unknownFormat(path: path)
        }
        self.format = format
    }

    private static func format(
        ofStart start: ArraySlice<UInt8>, path: String
    ) throws(OSMReaderError) -> Format? {
        if start.starts(with: [0x1F, 0x8B]) { return .gzippedXML }
        if start.starts(with: "BZh".utf8) { return .bzippedXML }
        // A PBF begins with a 4-byte length and a BlobHeader whose type is OSMHeader.
        if start.dropFirst(4).starts(with: [0x0A, 9] + "OSMHeader".utf8) { return .pbf }
        let text = String(decoding: start, as: UTF8.self).drop { "\u{FEFF} \t\r\n".contains($0) }
        if text.contains("<osmChange") { throw .changeFile(path: path) }
        return text.hasPrefix("<?xml") || text.hasPrefix("<osm") || text.hasPrefix("<!--")
            ? .xml : nil
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}
