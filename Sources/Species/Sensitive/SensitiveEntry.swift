package import GeoModel
internal import Geodesy

/// A taxon whose places are not told, where, and when.
package struct SensitiveEntry: Hashable, Sendable {
    /// The list it is on.
    package let list: String
    /// As the list has it. What is below it is meant too, and its synonyms.
    package let scientificName: String
    /// `obscured` or `private`.
    package let geoprivacy: Geoprivacy
    package let area: SensitiveArea
    package let dates: SensitiveDates
    package let reason: String?
    /// `ScientificName.key`.
    let key: String

    package init(
        list: String, scientificName: String, geoprivacy: Geoprivacy, area: SensitiveArea,
        dates: SensitiveDates, reason: String?
    ) {
        self.list = list
        self.scientificName = scientificName
        self.geoprivacy = geoprivacy
        self.area = area
        self.dates = dates
        self.reason = reason
        key = ScientificName(scientificName)?.key ?? ""
    }
}

/// Where an entry holds. Where it is not known whether a record lies in it, it does.
package enum SensitiveArea: Hashable, Sendable {
    case world
    case box(BoundingBox)
    /// ISO 3166-1 (`FI`) or 3166-2 (`US-CA`), in capitals.
    case code(String)

    /// Reads nothing, `W,S,E,N` in degrees, or a code; nil for another text.
    package init?(_ text: String) {
        if text.isEmpty {
            self = .world
            return
        }
        let numbers = text.split { ", ;".contains($0) }.map { Double($0) }
        if numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2],
            let north = numbers[3]
        {
            guard let box = BoundingBox(west: west, south: south, east: east, north: north) else {
                return nil
            }
            self = .box(box)
            return
        }
        let parts = text.uppercased().split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            part.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
        }
        guard isPlain, parts[0].count == 2, parts.count == 1 || parts.count == 2,
            parts.count == 1 || (1...3).contains(parts[1].count)
        else { return nil }
        self = .code(text.uppercased())
    }

    /// The text that `init` reads.
    package var text: String {
        switch self {
        case .world: ""
        case .box(let box): "\(box.west),\(box.south),\(box.east),\(box.north)"
        case .code(let code): code
        }
    }

    /// Whether a record may lie in it.
    ///
    /// - Parameters:
    ///   - uncertainty: Metres that the position may be off; its circle counts.
    ///   - codes: Of the country and its parts, in capitals; none when they are not known.
    func mayHold(_ position: Coordinate?, uncertainty: Double?, codes: [String]) -> Bool {
        switch self {
        case .world: return true
        case .box(let box):
            guard let position else { return true }
            if box.contains(position) { return true }
            let circle = Geodesic.box(around: position, radiusInMeters: uncertainty ?? 0)
            return box.partsWithoutCrossing.contains { part in
                circle.partsWithoutCrossing.contains { other in
                    part.west <= other.east && other.west <= part.east && part.south <= other.north
                        && other.south <= part.north
                }
            }
        case .code(let code):
            let country = code.prefix(2)
            guard let own = codes.first(where: { $0.count == 2 }) else { return true }
            guard own == country else { return false }
            // Of the parts of the country, only some may be known.
            return code.count == 2 || codes.contains(code) || codes.allSatisfy { $0.count == 2 }
        }
    }
}

/// When an entry holds: always, from one day of the year to another, or from one date to another.
package struct SensitiveDates: Hashable, Sendable {
    /// As the list has it.
    package let text: String
    private let from, to: String
    private let isSeason: Bool

    package static let always = SensitiveDates("")!

    /// Reads nothing, `MM-DD/MM-DD`, which may lead over the year's end, or `YYYY-MM-DD/YYYY-MM-DD`
    /// with `..` for an open end; nil for another text.
    package init?(_ text: String) {
        self.text = text
        guard !text.isEmpty else {
            (from, to, isSeason) = ("", "", false)
            return
        }
        let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, ends.contains(where: { $0 != ".." }) else { return nil }
        // 2000 has a 29 February.
        if ends.allSatisfy({ $0.utf8.count == 5 && EventDate("2000-\($0)") != nil }) {
            (from, to, isSeason) = (ends[0], ends[1], true)
            return
        }
        guard
            ends.allSatisfy({ $0 == ".." || $0.utf8.count == 10 && EventDate($0) != nil })
        else { return nil }
        from = ends[0] == ".." ? "" : ends[0]
        to = ends[1] == ".." ? "" : ends[1]
        guard from.isEmpty || to.isEmpty || from <= to else { return nil }
        isSeason = false
    }

    /// Whether the local date of a record is in it.
    func hold(_ date: EventDate) -> Bool {
        let text = date.description.prefix(10)
        guard isSeason else {
            return (from.isEmpty || text >= from) && (to.isEmpty || text <= to)
        }
        let day = text.suffix(5)
        return from <= to ? day >= from && day <= to : day >= from || day <= to
    }
}
