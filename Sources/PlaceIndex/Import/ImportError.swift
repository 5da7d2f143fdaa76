/// Why an import of OpenStreetMap files, or the removal of a region, was refused or given up; the
/// region is as it was before.
///
/// Files that cannot be read throw `OSMReaderError`.
package enum ImportError: Error, Equatable, CustomStringConvertible {
    case regionNameInvalid(String)
    case noFiles
    /// No object at all, or none that becomes a place, an address, a street or an area.
    case nothingFound(files: [String], objects: Int)
    case anotherImportRuns(directory: String)
    /// Bytes; `needed` is what would do.
    case memoryTooSmall(limit: Int64, needed: Int64)
    case noSuchRegion(String, known: [String])
    /// The system gave no thread to write with.
    case noThread
    /// SQLite could not write the new region.
    case regionNotWritten(directory: String, reason: String)
    /// A system call on `path` failed.
    case fileSystem(path: String, reason: String)

    package var description: String {
        switch self {
        case .regionNameInvalid(let name):
            "'\(name)' is no name for a region. Use 1 to 63 of a-z, 0-9 and '-', "
                + "beginning with a letter or digit, as: --region helsinki-centre."
        case .noFiles:
            "No file was named. Name at least one .osm.pbf, .osm, .osm.gz or .osm.bz2."
        case .nothingFound(let files, let objects):
            "Nothing was found in \(files.map { "'\($0)'" }.joined(separator: ", ")): "
                + (objects == 0
                    ? "there is no object in it. "
                    : "of \(objects) objects none is a place, an address, a street or an area. ")
                + "The region was left as it is; check that this is the extract you meant."
        case .anotherImportRuns(let directory):
            "Another import into '\(directory)' is running. Start again when it has ended."
        case .memoryTooSmall(let limit, let needed):
            "This import may take \(Self.megabytes(needed)) of memory, more than "
                + "\(Self.megabytes(limit)). Nothing was begun; allow \(Self.megabytes(needed)), or "
                + "cut a smaller extract: osmium extract --bbox W,S,E,N."
        case .noSuchRegion(let name, let known):
            "There is no region '\(name)'. "
                + (known.isEmpty
                    ? "None is imported; 'turnstone import osm FILE' makes one."
                    : "There is: \(known.joined(separator: ", ")).")
        case .noThread:
            "The system has no thread left for the import. Start again when less runs on the machine."
        case .regionNotWritten(let directory, let reason):
            "The new region could not be written in '\(directory)': \(reason) Nothing was changed; "
                + "see that the disk has room and is sound, and import again."
        case .fileSystem(let path, let reason):
            "'\(path)' cannot be written: \(reason). Check the folder and the space left."
        }
    }

    /// In MiB, rounded up, as `--max-memory` takes it.
    private static func megabytes(_ bytes: Int64) -> String { "\((bytes + 0xF_FFFF) >> 20)M" }
}
