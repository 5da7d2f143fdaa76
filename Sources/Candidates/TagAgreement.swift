import GeoModel

/// How well a place's tags agree with a picture class.
///
/// Values of one key are alternatives, keys add up. A place that bears one of the keys with another
/// value is contradicted on that key; on a decisive key that outweighs what matches, unless what
/// matches is the building's own form (a church that is a mosque today looks like a church).
enum TagAgreement: Equatable {
    /// No class tags, so nothing to compare.
    case silent
    /// So many keys match.
    case matches(keys: Int)
    /// None of the keys is on the place, or only with other values.
    case differs
    /// A decisive key has another value, `religion=christian` where the class says muslim.
    case contradicted(OSMTag)

    /// Keys that say exactly what a thing is, where the general ones (`amenity`, `leisure`) do not.
    static let decisiveKeys: Set<String> = ["religion", "bridge:structure", "cuisine", "sport"]

    /// Keys about a part of a thing: they hardly tell which place it is.
    static let weakKeys: Set<String> = [
        "roof:shape", "roof:material", "barrier", "fence_type", "wall",
    ]

    /// Compares the class's tags with the place's; its category and type count as a tag.
    init(of label: ImageLabel, with place: Place) {
        guard !label.osmTags.isEmpty else {
            self = .silent
            return
        }
        let wanted = Dictionary(grouping: label.osmTags, by: \.key)
        var matches = 0
        var isOfTheForm = false
        var contradiction: OSMTag?
        for (key, tags) in wanted {
            let borne = Self.values(of: key, on: place)
            if borne.contains(where: { value in tags.contains { $0.value == value } }) {
                matches += 1
                isOfTheForm = isOfTheForm || key == "building"
            } else if Self.decisiveKeys.contains(key), let value = borne.first {
                let found = OSMTag(key: key, value: value)
                // One of several is named: the first by key, so that the sentence is always the same.
                contradiction = contradiction.flatMap { $0.key < key ? $0 : nil } ?? found
            }
        }
        if let contradiction, !isOfTheForm {
            self = .contradicted(contradiction)
        } else {
            self = matches > 0 ? .matches(keys: matches) : .differs
        }
    }

    /// The values of one key: OSM lists several with semicolons. `yes` says nothing about the kind
    /// unless it is asked for, so it is kept as it is.
    private static func values(of key: String, on place: Place) -> [String] {
        var values: [String] = []
        if let tag = place.tags[key] {
            values = tag.split(separator: ";").map { String($0.trimmed) }
        }
        if place.category == key, !values.contains(place.type) { values.append(place.type) }
        return values
    }

    /// Natural logarithm of how much more often a picture of this class is taken of such a place
    /// than of any other place.
    func weight(of label: ImageLabel) -> Double {
        let isMapped = label.osmMatch == .same
        let full: Double
        switch self {
        case .silent: return 0
        case .matches(let keys):
            full = (isMapped ? 4.5 : 3.6) + 0.2 * Double(min(keys, 4) - 1)
        case .differs: full = isMapped ? -0.3 : -0.1
        case .contradicted: full = isMapped ? -3 : -1.5
        }
        let isWeak = label.osmTags.allSatisfy { Self.weakKeys.contains($0.key) }
        return isWeak ? full * 0.1 : full
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
