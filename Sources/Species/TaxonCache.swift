internal import GeoModel
internal import Synchronization

/// Taxa that were read before, for the next question: a capture asks for the same few hundred names of
/// its model, over and over, and their lineages share most of their taxa.
///
/// What it keeps is of one generation of the taxonomy; an import empties it.
final class TaxonCache: Sendable {
    /// A taxon in one reader's languages, and what it is directly in.
    struct Node {
        let taxon: Taxon
        let parent: TaxonID?
    }

    /// What is known in one reader's languages. Copies share their storage until one is changed.
    struct Contents {
        let generation: Int64
        var nodes: [TaxonID: Node] = [:]
        /// Names as they were asked; an absent one was not asked, a nil one means nothing.
        var ids: [String: TaxonID?] = [:]
    }

    private struct State {
        var generation: Int64 = -1
        var byLanguages: [LanguagePreferences: Contents] = [:]
    }

    private let state = Mutex(State())

    /// Sets of languages that are kept; a small service has a handful.
    private static let languageLimit = 8
    /// Names, or taxa, of one set: about 300 bytes each, so that all take 50 MB at most.
    private static let entryLimit = 20_000

    /// What is known in these languages, as of a generation.
    func contents(_ languages: LanguagePreferences, generation: Int64) -> Contents {
        state.withLock { state in
            let kept = state.generation == generation ? state.byLanguages[languages] : nil
            return kept ?? Contents(generation: generation)
        }
    }

    /// Keeps contents that grew. Those of a generation before the newest are dropped.
    func keep(_ contents: Contents, _ languages: LanguagePreferences) {
        guard contents.nodes.count <= Self.entryLimit, contents.ids.count <= Self.entryLimit else {
            return state.withLock { $0.byLanguages[languages] = nil }
        }
        state.withLock { state in
            guard contents.generation >= state.generation else { return }
            if contents.generation > state.generation {
                state = State(generation: contents.generation)
            }
            if state.byLanguages.count >= Self.languageLimit, state.byLanguages[languages] == nil {
                state.byLanguages.removeAll()
            }
            state.byLanguages[languages] = contents
        }
    }
}
