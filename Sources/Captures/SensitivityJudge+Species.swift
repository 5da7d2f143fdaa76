internal import GeoModel
package import Records
package import Species

extension SensitivityJudge {
    /// The judge that asks the lists of a species store.
    ///
    /// - Parameter species: Asked for the store each time, as the first list may be imported meanwhile; nil is
    ///   no store, and so an empty list.
    package init(_ species: @escaping @Sendable () throws -> SpeciesStore?) {
        self.init(
            state: {
                let state = try species()?.sensitiveState() ?? (generation: -1, isEmpty: true)
                return State(generation: state.generation, isEmpty: state.isEmpty)
            },
            isListed: { try species()?.isSensitive($0) ?? false },
            geoprivacy: { question in
                try species()?.geoprivacy(
                    of: .init(
                        names: question.names, position: question.position?.coordinate,
                        uncertainty: question.position?.coordinateUncertaintyInMeters,
                        areaCodes: question.areaCodes, date: question.eventDate)) ?? .open
            })
    }
}
