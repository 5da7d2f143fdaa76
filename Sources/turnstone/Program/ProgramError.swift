/// What the program itself, not one of its parts, cannot do.
enum ProgramError: Error, CustomStringConvertible {
    /// `path` is what the environment names; nil where it names none and none is found.
    case geoDataNotFound(path: String?)
    case modelNotFound(name: String, places: [String])
    case noRegions(folder: String)
    /// Regions are there, and none of them can be read.
    case noReadableRegions(folder: String)
    case noTaxonomy(path: String)
    case taxonNotFound(String)
    case recordNotFound(String)
    /// The reason is Imaging's own.
    case photoRefused(path: String, reason: String)
    case placesOnlyOnLoopback(host: String)
    case tooFewDescriptors(needed: Int, allowed: Int)
    case debugBuild
    case cannotRead(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    case signalsNotBlocked(code: Int32)
    /// A signal to stop came during long work, which was undone.
    case interrupted

    var description: String {
        switch self {
        case .geoDataNotFound(path: nil):
            "No folder GeoData lies beside or above the program. "
                + "Set TURNSTONE_GEODATA to the folder GeoData that came with it."
        case .geoDataNotFound(let path?):
            "$TURNSTONE_GEODATA is '\(path)', which holds no README.md. Set it to the folder GeoData."
        case .modelNotFound(let name, let places):
            "There is no model '\(name)' in \(places.joined(separator: " or ")). "
                + "'turnstone model list' shows the models there are; 'turnstone model add' adds one."
        case .noRegions(let folder):
            "No map is imported in '\(folder)'. Run 'turnstone import osm FILE' first, "
                + "or name the data directory with --data."
        case .noReadableRegions(let folder):
            "No map in '\(folder)' can be read. Import them again; 'turnstone regions list' says why."
        case .noTaxonomy(let path):
            "No taxonomy is imported: there is no '\(path)'. Run 'turnstone import taxonomy FILE' first, "
                + "or name the data directory with --data."
        case .taxonNotFound(let name):
            "No taxon has the scientific name or id '\(name)'. 'turnstone species search' finds others."
        case .recordNotFound(let id):
            "There is no record '\(id)'. 'turnstone records list' shows the ids."
        case .photoRefused(let path, let reason): "'\(path)': \(reason)"
        case .placesOnlyOnLoopback(let host):
            "'\(host)' can be reached from other machines, and there is no access token. "
                + "Make one with 'turnstone token create --role capture', or listen on 127.0.0.1 or ::1."
        case .tooFewDescriptors(let needed, let allowed):
            "The service may open \(allowed) files and needs \(needed). Lower --connection-limit, or raise the "
                + "limit with 'ulimit -n \(needed)'."
        case .debugBuild:
            "A debug build measures nothing of use. Build and run with "
                + "'swift build -c release && .build/release/turnstone bench all', "
                + "or add --allow-debug to try the bench itself."
        case .cannotRead(let path, let reason):
            "'\(path)' cannot be read: \(reason)."
        case .cannotWrite(let path, let reason):
            "'\(path)' cannot be written: \(reason)."
        case .interrupted:
            "Stopped as asked. Nothing was changed; run it again when there is time."
        case .signalsNotBlocked(let code):
            "The signals to stop could not be set up (error \(code)). Try again."
        }
    }
}

extension ProgramError {
    /// Whether there is no map to ask.
    var isOfNoRegions: Bool {
        switch self {
        case .noRegions, .noReadableRegions: true
        default: false
        }
    }
}
