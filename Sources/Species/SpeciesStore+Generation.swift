/// What tells an answer of today's taxa and ranges from an older one.
extension SpeciesStore {
    /// Goes up by one with each import that changed something.
    ///
    /// - Throws: `DatabaseError`.
    package func generation() throws -> Int64 { try reading { try Self.generation($0) } }
}
