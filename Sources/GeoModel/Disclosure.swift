/// Who may see where a record was made.
package enum Geoprivacy: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Everybody.
    case open
    /// Everybody sees a random point of the cell of 0.2 degrees, and the owner the place.
    case obscured
    /// The owner.
    case `private`

    /// The one that shows more comes first.
    package static func < (left: Geoprivacy, right: Geoprivacy) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}

/// How much of a record the public sees, besides what a person chose for it.
package struct Disclosure: Hashable, Sendable, Codable {
    /// Every name of a living thing that was ever proposed for the record: candidates as offered, names
    /// confirmed, and names it had before an edit. In the order of the alphabet, each once.
    package let proposedNames: [String]
    /// The strictest that the list of sensitive taxa asks for any of those names, there and then;
    /// nil while nobody has asked it, and the record is hidden from the public.
    package let listedGeoprivacy: Geoprivacy?
    /// Drawn when the record was first not open, and kept for good.
    package let concealment: Concealment?

    package init(
        proposedNames: [String], listedGeoprivacy: Geoprivacy?, concealment: Concealment?
    ) {
        self.proposedNames = proposedNames
        self.listedGeoprivacy = listedGeoprivacy
        self.concealment = concealment
    }

    /// What the public sees of a record of which a person has chosen `own`: the stricter of the two.
    package func publicGeoprivacy(_ own: Geoprivacy) -> Geoprivacy? {
        listedGeoprivacy.map { max($0, own) }
    }
}

/// What the public sees in place of a record's id and position.
///
/// Both are drawn by chance, so that neither tells anything that the cell does not: not by averaging,
/// and not by whoever knows how they are made.
package struct Concealment: Hashable, Sendable, Codable {
    /// A UUID of version 4, lowercase. The record's own id begins with the time of its capture.
    package let id: String
    /// A point of the cell that holds the true position; nil for a record without one.
    package let point: Coordinate?

    package init(id: String, point: Coordinate?) {
        self.id = id
        self.point = point
    }

    /// Draws one for a record at `position`.
    package init(for position: Coordinate?, using random: inout some RandomNumberGenerator) {
        let digits = (0..<2).map { _ in
            let text = String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        var text = Array(digits.joined())
        // RFC 9562, section 5.4: version 4, and the variant 10.
        text[12] = "4"
        text[16] = "89ab".randomElement(using: &random)!
        for place in [20, 16, 12, 8] { text.insert("-", at: place) }
        id = String(text)
        point = position.map { ObscuredCell(holding: $0).point(using: &random) }
    }
}

extension Concealment {
    private enum CodingKeys: String, CodingKey { case id, decimalLatitude, decimalLongitude }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decodeIfPresent(Double.self, forKey: .decimalLatitude)
        let longitude = try container.decodeIfPresent(Double.self, forKey: .decimalLongitude)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            point: latitude.flatMap { latitude in
                longitude.flatMap {
                    Coordinate(decimalLatitude: latitude, decimalLongitude: $0)
                }
            })
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(point?.decimalLatitude, forKey: .decimalLatitude)
        try container.encodeIfPresent(point?.decimalLongitude, forKey: .decimalLongitude)
    }
}
