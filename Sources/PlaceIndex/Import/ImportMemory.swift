internal import FoundationEssentials
internal import OSMReader

/// The most memory that an import takes, by the size of its files, and where the positions of nodes
/// are kept so that a limit holds.
///
/// In bytes:
///
///     base + size · (share of rows + share of positions + share of versions)
///
/// - base, 192 MiB: the program and its libraries, libosmium's queues and buffers, batches of objects
///   and of rows on their way to the region file, SQLite's cache;
/// - size: that of the files as .pbf; XML counts 1/8 of its size, and 1/2 when compressed;
/// - rows, 1: ids of ways and of named nodes, relations and the ways they wait for, boxes of rows and
///   their sorting, names of streets, and the index of names until it is copied;
/// - positions, 1: of nodes, 6 bytes each, as they fill a .pbf with 7 bytes or more; 0 when they lie
///   in a file in the folder of regions, which takes as much room there until the import ends;
/// - versions, 3, of several files only: 16 bytes a node and a relation.
///
/// Files whose ids do not rise, as editors write them, take up to 3 for positions.
package struct ImportMemory: Sendable {
    package static let base: Int64 = 192 << 20

    /// With the positions of nodes in memory, and in a file.
    package let inMemory, inFile: Int64

    init(_ files: [OSMFile]) {
        let size = files.reduce(0.0) { $0 + Double($1.size) * $1.format.shareOfPBF }
        let rest = 1.0 + (files.count > 1 ? 3.0 : 0.0)
        inFile = Self.base + Int64(size * rest)
        inMemory = inFile + Int64(size)
    }

    /// Whether positions are to lie in a file: where memory would not keep within the limit, or
    /// without one within half of the machine's.
    ///
    /// - Throws: `ImportError.memoryTooSmall` when the limit cannot be kept either way.
    func needsPositionsInFile(limit: Int64?) throws(ImportError) -> Bool {
        guard let limit else {
            return inMemory > Int64(ProcessInfo.processInfo.physicalMemory / 2)
        }
        guard inFile <= limit else { throw .memoryTooSmall(limit: limit, needed: inFile) }
        return inMemory > limit
    }
}

extension OSMFile.Format {
    /// How large the same objects are as PBF.
    fileprivate var shareOfPBF: Double {
        switch self {
        case .pbf: 1
        case .gzippedXML, .bzippedXML: 0.5
        case .xml: 0.125
        }
    }
}
