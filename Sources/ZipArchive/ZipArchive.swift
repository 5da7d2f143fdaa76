@preconcurrency internal import Glibc

/// A zip file (PKWARE's APPNOTE 6.3): its entries, and their bytes one after the other.
///
/// Entries are stored or deflated. Those in more than one file, with a password, or with sizes that need
/// ZIP64 are refused when they are read. Memory is the directory and 64 KiB an open entry.
package final class ZipArchive {
    package struct Entry: Hashable, Sendable {
        /// As it is in the archive, with `/` between folders.
        package let name: String
        /// Bytes when unpacked.
        package let size: Int64
        let packedSize: Int64
        let method: UInt16
        let isEncrypted: Bool
        let checksum: UInt32
        let offset: Int64
    }

    package let path: String
    /// In the archive's order, without folders.
    package let entries: [Entry]
    private let file: Int32

    /// An end record has 22 bytes and a comment of at most 65,535.
    private static let endSearch = 22 + 65_535
    /// 65,535 entries with names of 4 kB come to four times this; archives of tables have a dozen.
    private static let directoryLimit = 64 << 20

    /// - Throws: `ZipError`.
    package init(path: String) throws(ZipError) {
        self.path = path
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        do throws(ZipError) {
            entries = try Self.directory(of: file, path)
        } catch {
            close(file)
            throw error
        }
    }

    deinit { close(file) }

    /// Whether a file begins as a zip file does.
    package static func isOne(_ start: some Collection<UInt8>) -> Bool {
        start.starts(with: [0x50, 0x4B, 3, 4])
    }

    /// Opens an entry, from its beginning.
    ///
    /// - Throws: `ZipError`.
    package func reader(of entry: Entry) throws(ZipError) -> ZipEntryReader {
        guard !entry.isEncrypted else {
            throw .unsupported(path: path, entry: entry.name, reason: "it has a password")
        }
        guard entry.method == 0 || entry.method == 8 else {
            throw .unsupported(
                path: path, entry: entry.name,
                reason: "it is packed by method \(entry.method), not by deflate")
        }
        let head = try Self.bytes(file, entry.offset, 30, path)
        guard head.starts(with: [0x50, 0x4B, 3, 4]) else {
            throw .damaged(path: path, reason: "\(entry.name) is not where the directory says")
        }
        let skipped = Int64(Self.number(head, 26, 2) + Self.number(head, 28, 2))
        return try ZipEntryReader(self, entry, from: entry.offset + 30 + skipped)
    }

    func bytes(_ offset: Int64, _ count: Int) throws(ZipError) -> [UInt8] {
        try Self.bytes(file, offset, count, path)
    }

    // MARK: The directory

    private static func directory(of file: Int32, _ path: String) throws(ZipError) -> [Entry] {
        let size = Int64(lseek(file, 0, SEEK_END))
        let from = max(0, size - Int64(endSearch))
        guard size >= 22 else { throw .damaged(path: path, reason: "it has no directory") }
        let tail = try bytes(file, from, Int(size - from), path)
        let end = (0...(tail.count - 22)).last { start in
            tail[start] == 0x50 && tail[start..<start + 4].elementsEqual([0x50, 0x4B, 5, 6])
        }
        guard let end else {
            throw .damaged(path: path, reason: "its end is missing")
        }
        let count = number(tail, end + 10, 2)
        let (length, start) = (number(tail, end + 12, 4), number(tail, end + 16, 4))
        guard length <= directoryLimit, Int64(start) + Int64(length) <= from + Int64(end) else {
            throw .damaged(path: path, reason: "its directory is not within it, or is ZIP64's")
        }
        let directory = try bytes(file, Int64(start), length, path)
        var entries: [Entry] = []
        var at = 0
        for _ in 0..<count {
            guard at + 46 <= directory.count,
                directory[at..<at + 4].elementsEqual([0x50, 0x4B, 1, 2])
            else { throw .damaged(path: path, reason: "its directory breaks off") }
            let name = at + 46..<at + 46 + number(directory, at + 28, 2)
            guard name.upperBound <= directory.count else {
                throw .damaged(path: path, reason: "its directory breaks off")
            }
            let entry = Entry(
                name: String(decoding: directory[name], as: UTF8.self),
                size: Int64(number(directory, at + 24, 4)),
                packedSize: Int64(number(directory, at + 20, 4)),
                method: UInt16(number(directory, at + 10, 2)),
                isEncrypted: number(directory, at + 8, 2) & 1 == 1,
                checksum: UInt32(number(directory, at + 16, 4)),
                offset: Int64(number(directory, at + 42, 4)))
            if !entry.name.hasSuffix("/") { entries.append(entry) }
            at = name.upperBound + number(directory, at + 30, 2) + number(directory, at + 32, 2)
        }
        return entries
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int {
        (0..<size).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }

    private static func bytes(
        _ file: Int32, _ offset: Int64, _ count: Int, _ path: String
    ) throws(ZipError) -> [UInt8] {
        var read = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while read < count {
                let got = pread(
                    file, buffer.baseAddress?.advanced(by: read), count - read, off_t(offset) + read
                )
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                read += got
            }
            initialized = read
        }
        guard read == count else { throw .damaged(path: path, reason: "it breaks off") }
        return bytes
    }
}

/// Why a zip file cannot be read.
package enum ZipError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case damaged(path: String, reason: String)
    case unsupported(path: String, entry: String, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)."
        case .damaged(let path, let reason):
            "'\(path)' is not a whole zip file: \(reason). Fetch it again."
        case .unsupported(let path, let entry, let reason):
            "'\(entry)' in '\(path)' cannot be unpacked: \(reason). Unpack it with another program."
        }
    }
}
