/// Why OpenStreetMap files could not be read.
package enum OSMReaderError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case empty(path: String)
    case unknownFormat(path: String)
    case changeFile(path: String)
    case history(path: String)
    /// `reason` is libosmium's message.
    case broken(path: String, reason: String)
    case outOfMemory(path: String)
    /// The file for positions of nodes could not be made or filled.
    case noRoomForPositions(path: String, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "'\(path)' cannot be read: \(reason). Check the name and the permissions."
        case .empty(let path):
            "'\(path)' is empty. Download or make the extract again."
        case .unknownFormat(let path):
            "'\(path)' is not OpenStreetMap data that can be read here. "
                + "Give .osm.pbf, .osm, .osm.gz or .osm.bz2, or convert it: osmium cat -o x.osm.pbf."
        case .changeFile(let path):
            "'\(path)' holds changes, not a map. Apply it to an extract "
                + "(osmium apply-changes) and import the result."
        case .history(let path):
            "'\(path)' is a history or change file: it holds several versions of an object. "
                + "Make an extract of one moment (osmium time-filter) and import that."
        case .broken(let path, let reason):
            "'\(path)' is damaged: \(reason). Download or make the extract again."
        case .outOfMemory(let path):
            "Memory ran out while reading '\(path)'. "
                + "Import a smaller extract, or a machine's with more memory."
        case .noRoomForPositions(let path, let reason):
            "The positions of nodes cannot be kept in '\(path)': \(reason). "
                + "Free some space beside it, or allow more memory."
        }
    }
}
