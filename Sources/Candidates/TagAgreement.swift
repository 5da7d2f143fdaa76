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
        var tally = Tally()
        for (key, tags) in Dictionary(grouping: label.osmTags, by: \.key) {
            tally.count(
                key, wanted: tags.map(\.value),
                borne: Values(
                    tag: place.tags[key], type: place.category == key ? place.type : nil))
        }
        self = tally.agreement
    }

    /// What has been found of a class on a place, key by key.
    struct Tally {
        private var matches = 0
        private var isOfTheForm = false
        private var contradiction: OSMTag?

        mutating func count(_ key: String, wanted: [String], borne: Values) {
            if wanted.contains(where: borne.contains) {
                matches += 1
                isOfTheForm = isOfTheForm || key == "building"
            } else if TagAgreement.decisiveKeys.contains(key), let value = borne.first {
                // One of several is named: the first by key, so that the sentence is always the same.
                if contradiction.map({ key < $0.key }) ?? true {
                    contradiction = OSMTag(key: key, value: value)
                }
            }
        }

        var agreement: TagAgreement {
            if let contradiction, !isOfTheForm { return .contradicted(contradiction) }
            return matches > 0 ? .matches(keys: matches) : .differs
        }
    }

    /// The values of one key: OSM lists several with semicolons. `yes` says nothing about the kind
    /// unless it is asked for, so it is kept as it is.
    struct Values {
        /// As it is written, and the place's type where the key is its category.
        let tag, type: String?

        func contains(_ value: String) -> Bool {
            if value == type || value == tag { return true }
            guard let tag, tag.utf8.contains(UInt8(ascii: ";")) else { return false }
            return tag.split(separator: ";").contains { $0.trimmed == value }
        }

        var first: String? {
            guard let tag else { return type }
            return tag.split(separator: ";").first.map { String($0.trimmed) }
        }
    }

    /// Natural logarithm of how much more often a picture of this class is taken of such a place
    /// than of any other place.
    func weight(of label: ImageLabel) -> Double {
        let isMapped = label.osmMatch == .same
        let full: Double
        switch self {
        case .silent: return 0
        case .matches(let keys):
            full = (isMapped ? 5.48 : 3.87) + 0.78 * Double(min(keys, 3) - 1)
        case .differs: full = isMapped ? -0.12 : -0.1
        case .contradicted: full = isMapped ? -3 : -1.5
        }
        let isWeak = label.osmTags.allSatisfy { Self.weakKeys.contains($0.key) }
        return isWeak ? full * 0.09 : full
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
