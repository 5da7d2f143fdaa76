internal import GeoModel
internal import OSMReader

/// Rows that wait until there are some thousands, and are then written neighbour by neighbour: whoever
/// looks round a position finds what is there on few pages of the file, in place of one page a row.
///
/// Files are sorted by id, and neighbours have ids far apart. Of a map so large that it fills many batches,
/// neighbours are on as many runs of pages as there are batches.
struct RowBatch {
    enum Kind {
        case place(PlaceKind)
        case address(houseNumber: String)
        case street(type: String, name: String)
    }

    /// A class, as rows are moved about.
    final class Row {
        let kind: Kind
        let ref: OSMRef
        let tags: OSMTags
        let shape: Geometry
        /// A point on it.
        let point: Coordinate

        init(
            kind: Kind, ref: OSMRef, tags: OSMTags, shape: Geometry, point: Coordinate
        ) {
            self.kind = kind
            self.ref = ref
            self.tags = tags
            self.shape = shape
            self.point = point
        }
    }

    private var rows: [Row] = []
    /// Of each row where it lies, and its place in `rows`.
    private var keys: [(curve: UInt64, index: Int)] = []
    private var weight = 0

    /// Positions, of 16 bytes, and tags, of about 80: some 15 MB.
    private static let weightLimit = 200_000

    var isFull: Bool { weight >= Self.weightLimit }

    mutating func append(_ row: Row) {
        keys.append((Self.placeOnCurve(row.point), rows.count))
        rows.append(row)
        weight += 8 + 4 * row.tags.all.count + row.shape.positionCount
    }

    /// Empties the batch: calls `body` with each row in the order in which they are to be written.
    mutating func drain(_ body: (Row) throws -> Void) rethrows {
        keys.sort { ($0.curve, $0.index) < ($1.curve, $1.index) }
        let (full, order) = (rows, keys)
        self = RowBatch()
        for key in order { try body(full[key.index]) }
    }

    /// Where a position is on the curve of Z (Morton 1966) through squares of 1.2 m: bits of longitude and
    /// latitude in turn.
    private static func placeOnCurve(_ position: Coordinate) -> UInt64 {
        let perDegree = Double(1 << 25) / 360
        let x = UInt64((position.decimalLongitude + 180) * perDegree)
        let y = UInt64((position.decimalLatitude + 90) * perDegree)
        return spread(x) | spread(y) << 1
    }

    /// The low 32 bits, each followed by a zero.
    private static func spread(_ number: UInt64) -> UInt64 {
        var bits = number & 0xFFFF_FFFF
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }
}

extension Geometry {
    /// How many positions it has.
    fileprivate var positionCount: Int {
        switch self {
        case .point: 1
        case .lineString(let line): line.count
        case .multiLineString(let lines): lines.reduce(0) { $0 + $1.count }
        case .polygon(let polygon): polygon.positionCount
        case .multiPolygon(let polygons): polygons.reduce(0) { $0 + $1.positionCount }
        }
    }
}

extension Polygon {
    fileprivate var positionCount: Int { holes.reduce(outer.count) { $0 + $1.count } }
}
