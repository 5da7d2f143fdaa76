/// Whether a taxon lives in an area still: IUCN's `presence`.
///
/// What occurs here, after IUCN's mapping standards: 1 extant and 2 probably extant. A person who stands
/// there is told of 3 possibly extant, 6 uncertain and an unknown code as well; 4 possibly extinct and 5
/// extinct areas are kept and listed, and are no reason to expect it.
package enum RangePresence: Int, Hashable, Sendable, CaseIterable {
    case extant = 1
    case probablyExtant, possiblyExtant, possiblyExtinct, extinct, uncertain

    /// Whether it is to be expected in such an area.
    package static func counts(_ code: Int?) -> Bool {
        switch code.flatMap(RangePresence.init(rawValue:)) {
        case .possiblyExtinct, .extinct: false
        case .extant, .probablyExtant, .possiblyExtant, .uncertain, nil: true
        }
    }

    /// How sure the map is, 0…1, for the order of what is likely: a choice, not a measurement.
    static func certainty(_ code: Int?) -> Double {
        switch code.flatMap(RangePresence.init(rawValue:)) {
        case .extant, nil: 1
        case .probablyExtant: 0.8
        case .possiblyExtant, .uncertain: 0.4
        case .possiblyExtinct: 0.05
        case .extinct: 0
        }
    }
}

/// How a taxon came to an area: IUCN's `origin`.
///
/// Native (1), reintroduced (2), introduced (3), uncertain (5) and assisted colonisation (6) count alike: a
/// myna that was brought to Taiwan is there. An area in which it is a vagrant (4) is kept and listed, and
/// does not count: it says that one was there once.
package enum RangeOrigin: Int, Hashable, Sendable, CaseIterable {
    case native = 1
    case reintroduced, introduced, vagrant, uncertain, assistedColonisation

    /// Whether it is to be expected in such an area.
    package static func counts(_ code: Int?) -> Bool {
        code.flatMap(RangeOrigin.init(rawValue:)) != .vagrant
    }
}
