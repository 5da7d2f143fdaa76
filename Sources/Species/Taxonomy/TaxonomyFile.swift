@preconcurrency internal import Glibc
internal import ZipArchive

/// A file to be read from its beginning, once.
final class TaxonomyFile {
    private let path: String
    private let file: UnsafeMutablePointer<FILE>
    /// Bytes.
    let size: Int64

    /// - Throws: `TaxonomyError.unreadable`.
    init(path: String) throws(TaxonomyError) {
        self.path = path
        guard let opened = fopen(path, "rbe") else { throw Self.failure(path) }
        var facts = stat()
        guard fstat(fileno(opened), &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR else {
            let isFolder = facts.st_mode & S_IFMT == S_IFDIR
            fclose(opened)
            throw isFolder
                ? .unreadable(path: path, reason: "it is a folder") : Self.failure(path)
        }
        file = opened
        size = Int64(facts.st_size)
    }

    deinit { fclose(file) }

    /// Whether it is a zip file, by how it begins.
    var isArchive: Bool {
        var start = [UInt8](repeating: 0, count: 4)
        return pread(fileno(file), &start, 4, 0) == 4 && ZipArchive.isOne(start)
    }

    func reader() throws -> DelimitedReader {
        try DelimitedReader(path: path) { [self] count in try next(count) }
    }

    private func next(_ count: Int) throws(TaxonomyError) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = fread(buffer.baseAddress, 1, count, file)
        }
        guard bytes.count == count || ferror(file) == 0 else { throw Self.failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> TaxonomyError {
        .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
}
