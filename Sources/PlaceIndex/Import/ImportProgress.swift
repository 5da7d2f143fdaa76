/// How far an import is.
package struct ImportProgress: Sendable, Hashable {
    package enum Phase: String, Sendable, CaseIterable {
        case readingNodes = "reading nodes and relations"
        case readingWays = "reading ways and assembling areas"
        case linking = "linking addresses and areas"
        case indexing = "indexing"
        case naming = "indexing names"
        case saving = "saving"

        /// What `done` and `total` count.
        package var unit: Unit {
            switch self {
            case .readingNodes, .readingWays: .bytes
            case .linking, .indexing, .naming, .saving: .steps
            }
        }
    }

    package enum Unit: Sendable { case bytes, steps }

    package let phase: Phase
    package let done: Int64
    package let total: Int64
    /// Rows written so far.
    package let rows: Int
    /// Since the import began.
    package let secondsElapsed: Double
}
