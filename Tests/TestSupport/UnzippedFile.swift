import ZipArchive

/// An entry of a zip file, unpacked.
package struct UnzippedFile {
    package let name: String
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The entries of a zip file that is in memory, in its order.
    package static func entries(of file: [UInt8]) throws -> [UnzippedFile] {
        let folder = try TemporaryDirectory()
        let archive = try ZipArchive(path: folder.write(file, as: "file.zip"))
        return try archive.entries.map { entry in
            let reader = try archive.reader(of: entry)
            var bytes: [UInt8] = []
            while case let more = try reader.next(65_536), !more.isEmpty { bytes += more }
            return UnzippedFile(name: entry.name, bytes: bytes)
        }
    }
}
