import Database
import GeoModel
import TestSupport

@testable import Species

/// A species store in a folder of its own.
struct SpeciesFixture {
    let folder: TemporaryDirectory
    let store: SpeciesStore

    init() throws {
        folder = try TemporaryDirectory()
        store = try SpeciesStore(path: folder.file("species.sqlite"))
    }

    /// The same file opened once more, as by another process.
    func reopened() throws -> SpeciesStore { try SpeciesStore(path: store.path) }

    func execute(_ sql: String) throws {
        try store.writing { try $0.execute(sql) }
    }

    /// What the store makes of one name: the accepted name and its lineage, narrowest first.
    func knowledge(
        of name: String, languages: String = ""
    ) throws -> SpeciesKnowledge {
        let answers = try store.knowledge(
            of: [name], at: nil, on: EventDate(year: 2026, month: 6, day: 1)!,
            languages: LanguagePreferences(acceptLanguage: languages))
        return answers[name]!
    }
}
