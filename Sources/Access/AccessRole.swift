/// What a token lets its bearer do; each role may do all that those before it may.
package enum AccessRole: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Ask for places, addresses and species; make captures and confirm them.
    case capture
    /// See, edit, delete and export records too.
    case review
    /// Whatever the service can be asked.
    case admin

    package static func < (left: AccessRole, right: AccessRole) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}
