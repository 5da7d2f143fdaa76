/// How far an import is.
package struct ImportProgress: Sendable, Hashable {
    package enum Phase: String, Sendable, CaseIterable {
        case readingRelations = "reading relations"
        case readingNodes = "reading nodes"
        case readingWays = "reading ways and assembling areas"
        case linking = "linking addresses and areas"
        case naming = "indexing names"
        case indexing = "indexing"
        case saving = "saving"

        /// What `done` and `total` count.
        package var unit: Unit {
            switch self {
            case .readingRelations, .readingNodes, .readingWays: .bytes
            case .linking, .naming, .indexing, .saving: .steps
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
