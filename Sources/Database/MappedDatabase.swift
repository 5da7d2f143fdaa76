internal import Glibc

/// An SQLite database that nobody writes, mapped into memory and read in place.
///
/// Reads rows by their rowid straight from the pages of a table's B-tree, as the file format
/// describes them, <https://www.sqlite.org/fileformat2.html>: a row costs a tenth of a microsecond,
/// a tenth of what it costs through a prepared statement, and any number of threads read at once. SQL is
/// for all else. What it reads is checked: a page, cell or column that points outside of the file gives
/// no row, never a crash.
///
/// The promise is that of `Connection.Mode.readOnly(immutable: true)`: replacing the file by rename is
/// safe, as the mapping stays with the old one, and cutting it short is not.
///
/// `@unchecked Sendable`: the mapped bytes are never written.
package final class MappedDatabase: @unchecked Sendable {
    /// Address space, not memory: pages are the kernel's cache.
    let bytes: UnsafeRawBufferPointer
    let pageSize: Int
    /// A page without the bytes reserved at its end.
    let usableSize: Int
    package let path: String

    /// - Throws: `DatabaseError` when the file cannot be read or is no database in UTF-8.
    package init(path: String) throws(DatabaseError) {
        self.path = path
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.cannotOpen(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.cannotOpen(path) }
        let size = Int(status.st_size)
        guard size >= 512 else { throw .notADatabase(path: path) }
        guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, file, 0), start != MAP_FAILED
        else { throw Self.cannotOpen(path) }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
        let stated = Int(
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt16.self)))
        pageSize = stated == 1 ? 65_536 : stated
        usableSize = pageSize - Int(bytes[20])
        // The name of the format, a page size that is one, and text in UTF-8.
        guard bytes.starts(with: "SQLite format 3\0".utf8), pageSize >= 512,
            pageSize.nonzeroBitCount == 1, usableSize >= 480, bytes[59] == 1
        else {
            munmap(start, size)
            throw .notADatabase(path: path)
        }
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    private static func cannotOpen(_ path: String) -> DatabaseError {
        .cannotOpen(path: path, code: errno, message: String(cString: strerror(errno)))
    }

    /// The table of that name, of those that have a rowid.
    ///
    /// - Parameter connection: Knows the page at which the table starts.
    /// - Throws: `DatabaseError`, also for a table that is not there.
    package func table(_ name: String, _ connection: Connection) throws(DatabaseError)
        -> MappedTable
    {
        let row = try connection.statement(
            "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?1")
        try row.bind(1, name)
        guard try row.step() else {
            throw .failed(path: path, code: 1, message: "no such table: \(name)", sql: nil)
        }
        return MappedTable(database: self, root: Int(row.int64(0)))
    }

    /// The bytes of a page, counted from 1, without those reserved; nil past the end of the file.
    func page(_ number: Int) -> UnsafeRawBufferPointer? {
        let start = (number &- 1) &* pageSize
        guard number > 0, number <= bytes.count / pageSize else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + usableSize])
    }
}
