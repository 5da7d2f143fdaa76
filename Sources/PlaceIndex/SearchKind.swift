/// What a row of `name_index` stands for, and its number there.
enum SearchKind: Int, CaseIterable, Sendable {
    case area, settlement, place, road, postcode, address

    /// The term that all rows of the kind have.
    var term: String {
        switch self {
        case .area: "@area"
        case .settlement: "@settlement"
        case .place: "@place"
        case .road: "@road"
        case .postcode: "@postcode"
        case .address: "@address"
        }
    }

    /// What the kind adds to the score of a name.
    var preference: Double {
        switch self {
        case .area, .settlement: 0.2
        case .road: 0.05
        case .place, .postcode, .address: 0
        }
    }
}

/// The rowid of `name_index`: 255 less the importance in steps of 1/255, then the kind, then the row
/// of the kind's own table. FTS5 answers in order of rowid, so that the first rows are the most
/// important, and a common word costs no more than a rare one.
struct SearchRowID: Hashable, Sendable {
    let value: Int64

    private static let rowBits: Int64 = 44
    private static let kindBits: Int64 = 4

    init(value: Int64) { self.value = value }

    init(importance: Double, kind: SearchKind, row: Int64) {
        let step = 255 - Int64((min(max(importance, 0), 1) * 255).rounded())
        value = (step << Self.kindBits | Int64(kind.rawValue)) << Self.rowBits | row
    }

    var row: Int64 { value & (1 << Self.rowBits - 1) }
    var kind: SearchKind? {
        SearchKind(rawValue: Int(value >> Self.rowBits & (1 << Self.kindBits - 1)))
    }
    /// 0…1, in steps of 1/255.
    var importance: Double {
        Double(255 - value >> (Self.rowBits + Self.kindBits)) / 255
    }
}
