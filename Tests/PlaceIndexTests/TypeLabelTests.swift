import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct `The label of a nameless thing` {
    @Test(arguments: [
        ("fr", "Aire de pique-nique"), ("fr-CA", "Aire de pique-nique"),
        ("en-GB", "Picnic site"), ("en-US", "Picnic site"), ("pt-BR", "Picnic site"),
        ("pt, it;q=0.5", "Area picnic"), ("zh-TW", "野餐点"), ("", "Picnic site"),
        ("*", "Picnic site"),
    ])
    func `C07 is in the asked language, its parent, the next asked, else in English`(
        languages: String, label: String
    ) {
        #expect(
            TypeLabels.label(
                category: "tourism", type: "picnic_site",
                languages: LanguagePreferences(acceptLanguage: languages)) == label)
    }

    @Test(arguments: [
        ("shop", "model_railway", "model railway"), ("shop", "yes", "shop"),
        ("shop", "ticket;gift", "Billetterie"), ("shop", ";gift", ";gift"),
        ("amenity", "x", "x"),
    ])
    func `C07 is the type's own words where no language has one, and never empty`(
        category: String, type: String, label: String
    ) {
        #expect(
            TypeLabels.label(
                category: category, type: type,
                languages: LanguagePreferences(acceptLanguage: "fr")) == label)
    }

    @Test func `is there for every type that is kept without a name because of its type`() {
        let labelled = Set(TypeLabels.types(in: "en"))
        for rule in PlaceKind.rules {
            guard case .only(let types) = rule.unnamed else { continue }
            #expect(types.subtracting(labelled) == [], "\(rule.key)")
        }
    }

    @Test func `is never longer than an answer has room for`() {
        for language in TypeLabels.languages {
            let languages = LanguagePreferences(acceptLanguage: language)
            for type in TypeLabels.types(in: language) {
                let label = TypeLabels.label(category: "", type: type, languages: languages)
                #expect(label.utf8.count <= TypeLabels.longestInBytes)
            }
        }
    }

    @Test(arguments: [GeoDataFiles.helsinkiCentre, GeoDataFiles.liechtenstein])
    func `R25 is there for all but a few in a hundred of an extract's nameless things`(
        extract: String
    ) throws {
        let region = try SharedRegions.region(of: extract)
        let labelled = Set(TypeLabels.types(in: "en"))
        var (all, without) = (0, 0)
        for row in try region.rows(
            "SELECT type, count(*) FROM place WHERE name IS NULL GROUP BY type")
        {
            let parts = row.split(separator: "|")
            let count = try #require(Int(parts[1]))
            all += count
            if !labelled.contains(String(parts[0])) { without += count }
        }
        #expect(all > 300)
        #expect(Double(without) <= 0.02 * Double(all), "\(without) of \(all)")
    }
}
