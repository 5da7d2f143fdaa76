import API
import ArgumentParsing
import Exports
import GeoModel
import Records
import Species

enum SpeciesShow {
    static let verb = Verb(
        "species show", summary: "Show all that is known of a taxon.",
        operands: [OperandSyntax("NAME", "A scientific name, a synonym, or a taxon's id.")],
        options: [CommonOptions.language, CommonOptions.json],
        examples: [
            ("turnstone species show \"Corvus monedula\"", "By a name, accepted or not"),
            ("turnstone species show 4711 --lang fi,en", "By the id"),
        ]
    ) { arguments in
        let store = try SpeciesStore.open(arguments)
        let asked = arguments.operands[0]
        let id = try Int64(asked).map { TaxonID(rawValue: $0) } ?? store.taxonID(named: asked)
        guard
            let details = try id.flatMap({
                try store.details(of: $0, languages: arguments.languages)
            })
        else { throw ProgramError.taxonNotFound(asked) }
        if arguments.has("json") {
            let names = try store.recordedNames(of: details.taxon.taxonID)
            let own = try arguments.recordStore().summary(latest: 20) { text in
                ScientificName(text).map { names.contains($0.key) } ?? false
            }
            var json = JSONWriter(reserving: 4096)
            json.value(details, records: own)
            Console.write(try json.finish() + [UInt8(ascii: "\n")])
        } else {
            Console.write(text(of: details))
        }
        return .done
    }

    private static func text(of details: TaxonDetails) -> String {
        func shown(_ taxon: Taxon) -> String {
            taxon.scientificName + (taxon.vernacularName.map { " (\($0))" } ?? "")
        }
        var fields: [(String, String?)] = [
            ("taxonID", "\(details.taxon.taxonID.rawValue)"),
            ("scientificName", details.taxon.scientificName),
            ("author", details.authorship),
            ("vernacularName", details.taxon.vernacularName),
            ("taxonRank", details.taxon.taxonRank),
            ("taxonomicStatus", details.taxonomicStatus),
            ("conservationStatus", details.conservationStatus),
        ]
        if let species = details.species, species.taxonID != details.taxon.taxonID {
            fields.append(("counts as", shown(species)))
        }
        let lineage = details.lineage.map(shown).joined(separator: " < ")
        fields.append(("in", lineage.isEmpty ? nil : lineage))
        if !details.synonyms.isEmpty {
            fields.append(("synonyms", details.synonyms.joined(separator: ", ")))
        }
        for (scheme, codes) in details.codes {
            fields.append(("code \(scheme)", codes.joined(separator: ", ")))
        }
        for (language, names) in details.names {
            fields.append(("name \(language)", names.joined(separator: ", ")))
        }
        for text in details.texts { fields.append((text.topic.rawValue, text.text)) }
        let filled = fields.compactMap { name, value in value.map { (name, $0) } }
        let width = filled.map(\.0.count).max() ?? 0
        return filled.map { name, value in
            name + String(repeating: " ", count: width - name.count + 2) + value + "\n"
        }.joined()
    }
}
