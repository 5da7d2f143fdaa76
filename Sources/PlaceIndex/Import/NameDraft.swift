internal import GeoModel
internal import Glibc

/// Names on their way to the index: taken in the order of the import, given back in the order of
/// their rowids, which begin with the importance.
///
/// Kept by the high bits of the rowid, in which rows come in order already, so that nothing is
/// sorted. Whole blocks go to a nameless file beside the region, and memory is a block for each
/// kind and importance that occurs: 16 KiB times at most 1,536, in practice under 5 MiB.
final class NameDraft {
    struct Entry {
        let rowID: SearchRowID
        /// Where it is; streets are in several places.
        let positions: [Coordinate]
        /// One name a line; a code's line starts with a tab.
        let names: String
    }

    private struct Bucket {
        var bytes: [UInt8] = []
        /// Where its full blocks are in the file.
        var blocks: [(offset: off_t, count: Int)] = []
    }

    private var buckets: [Int64: Bucket] = [:]
    private let file: Int32
    private var end: off_t = 0
    private let path: String

    private static let blockSize = 16_384
    /// The rowid's bits that tell buckets apart.
    private static let bucketShift: Int64 = 44

    /// - Parameter path: A name for the file, which is removed at once.
    init(path: String) throws(ImportError) {
        self.path = path
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(path) }
        unlink(path)
    }

    deinit { close(file) }

    func add(_ entry: Entry) throws(ImportError) {
        let key = entry.rowID.value >> Self.bucketShift
        var bucket = buckets.removeValue(forKey: key) ?? Bucket()
        bucket.bytes.append(number: UInt64(entry.rowID.value))
        bucket.bytes.append(number: UInt64(entry.positions.count))
        for position in entry.positions {
            bucket.bytes.append(number: position.decimalLongitude.bitPattern)
            bucket.bytes.append(number: position.decimalLatitude.bitPattern)
        }
        bucket.bytes.append(number: UInt64(entry.names.utf8.count))
        bucket.bytes += entry.names.utf8
        if bucket.bytes.count >= Self.blockSize {
            bucket.blocks.append((end, bucket.bytes.count))
            try write(bucket.bytes)
            bucket.bytes.removeAll(keepingCapacity: true)
        }
        buckets[key] = bucket
    }

    /// Calls `body` for each entry in order of rowid, and lets go of all.
    func drain(_ body: (Entry) throws -> Void) throws {
        for key in buckets.keys.sorted() {
            guard let bucket = buckets.removeValue(forKey: key) else { continue }
            for block in bucket.blocks { try Self.read(try bytes(of: block), body) }
            try Self.read(bucket.bytes, body)
        }
    }

    private static func read(_ bytes: [UInt8], _ body: (Entry) throws -> Void) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let rowID = SearchRowID(value: Int64(rest.popNumber()))
                let positions = (0..<rest.popNumber()).map { _ in
                    let longitude = Double(bitPattern: rest.popNumber())
                    return Coordinate(
                        clampingLatitude: Double(bitPattern: rest.popNumber()),
                        wrappingLongitude: longitude)
                }
                let count = Int(rest.popNumber())
                let names = String(decoding: rest.prefix(count), as: UTF8.self)
                rest = rest.dropFirst(count)
                try body(Entry(rowID: rowID, positions: positions, names: names))
            }
        }
    }

    // MARK: The file

    private func write(_ bytes: [UInt8]) throws(ImportError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress! + done, bytes.count - done, end + off_t(done))
            }
            guard count > 0 else { throw Self.failure(path) }
            done += count
        }
        end += off_t(bytes.count)
    }

    private func bytes(of block: (offset: off_t, count: Int)) throws(ImportError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: block.count)
        var done = 0
        while done < block.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(
                    file, $0.baseAddress! + done, block.count - done, block.offset + off_t(done))
            }
            guard count > 0 else { throw Self.failure(path) }
            done += count
        }
        return bytes
    }

    private static func failure(_ path: String) -> ImportError {
        .fileSystem(path: path, reason: String(cString: strerror(errno)))
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: UInt64) {
        Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate mutating func popNumber() -> UInt64 {
        defer { self = dropFirst(8) }
        return base.loadUnaligned(fromByteOffset: startIndex, as: UInt64.self)
    }
}
