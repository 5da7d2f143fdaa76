import Database
import GeoModel
import TestSupport

@testable import Species

extension SpeciesFixture {
    /// Imports text as a file of the given name.
    @discardableResult
    func importing(
        _ text: String, as name: String = "list.csv",
        _ configure: (inout TaxonomyImporter.Options) -> Void = { _ in }
    ) throws -> TaxonomyReport {
        try importing(Array(text.utf8), as: name, configure)
    }

    @discardableResult
    func importing(
        _ bytes: [UInt8], as name: String = "list.csv",
        _ configure: (inout TaxonomyImporter.Options) -> Void = { _ in }
    ) throws -> TaxonomyReport {
        var options = TaxonomyImporter.Options()
        configure(&options)
        let path = try folder.write(bytes, as: name)
        return try TaxonomyImporter(store, options).run(file: path)
    }

    /// The accepted taxon's id.
    func id(_ name: String) throws -> Int64? {
        try knowledge(of: name).taxon?.taxonID.rawValue
    }

    /// The first column of a query, as text.
    func column(_ sql: String) throws -> [String] {
        try store.reading { connection in
            let statement = try connection.statement(sql)
            var found: [String] = []
            while try statement.step() { found.append(statement.text(0)) }
            return found
        }
    }

    /// The taxa a taxon belongs to, narrowest first.
    func lineage(_ name: String) throws -> [String] {
        try knowledge(of: name).lineage.map(\.scientificName)
    }
}

extension TaxonomyReport {
    /// Changes as `kind: old > new`.
    var changeTexts: [String] {
        changes.map { change in
            "\(change.kind): \(change.oldName)" + (change.newName.map { " > \($0)" } ?? "")
        }
    }

    func lines(_ reason: TaxonomySkip) -> [Int] {
        skipped.first { $0.reason == reason }?.lines ?? []
    }
}
