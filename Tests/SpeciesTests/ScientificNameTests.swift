import Testing

@testable import Species

@Suite struct `Reading scientific names` {
    @Test(arguments: [
        ("Corvus monedula", "corvus monedula"),
        ("Corvus monedula Linnaeus, 1758", "corvus monedula"),
        ("Corvus monedula (Linnaeus, 1758)", "corvus monedula"),
        ("CORVUS MONEDULA", "corvus monedula"),
        ("corvus_monedula", "corvus monedula"), ("  Corvus   monedula ", "corvus monedula"),
        ("Bombus (Pyrobombus) pratorum (Linnaeus, 1761)", "bombus pratorum"),
        ("Corvus corone cornix", "corvus corone cornix"),
        ("Corvus corone subsp. cornix L.", "corvus corone cornix"),
        ("Quercus robur var. pendula Loudon", "quercus robur pendula"),
        ("Anas novae-hollandiae", "anas novaehollandiae"),
        ("Isoëtes lacustris L.", "isoetes lacustris"),
        ("Falco peregrinus Tunstall 1771", "falco peregrinus"),
        ("Larus michahellis van der Berg, 1840", "larus michahellis"),
        ("Turdus merula von Homeyer", "turdus merula"), ("Corvidae Leach, 1820", "corvidae"),
    ])
    func `authors, years, marks of rank and subgenera do not tell names apart`(
        text: String, key: String
    ) throws {
        #expect(try #require(ScientificName(text)).key == key)
    }

    @Test(
        arguments: [
            ("Corvidae", .uninomial, nil), ("Corvus monedula", .species, nil),
            ("Corvus corone cornix", .infraspecific, "corvus corone"),
            ("Junco hyemalis [oreganus Group]", .infraspecific, "junco hyemalis"),
            ("Columba livia (Feral Pigeon)", .infraspecific, "columba livia"),
            ("Anas platyrhynchos (Domestic type)", .infraspecific, "anas platyrhynchos"),
            ("Branta canadensis canadensis/interior", .infraspecific, "branta canadensis"),
            ("Setophaga coronata coronata x auduboni", .infraspecific, "setophaga coronata"),
            ("Anas platyrhynchos × acuta", .hybrid, nil),
            ("Anas platyrhynchos x Anas acuta", .hybrid, nil),
            ("Anser anser x Branta canadensis (hybrid)", .hybrid, nil),
            ("Mentha × piperita", .hybrid, nil), ("× Cupressocyparis leylandii", .hybrid, nil),
            ("Larus fuscus/argentatus", .slash, nil),
            ("Aechmophorus occidentalis / clarkii", .slash, nil),
            ("Larus sp.", .spuh, "larus"), ("Larus spp", .spuh, "larus"),
            ("Larus cf. fuscus", .spuh, "larus"), ("Anser/Branta sp.", .spuh, nil),
        ] as [(String, ScientificName.Form, String?)])
    func `the form tells what kind of taxon a name means`(
        text: String, form: ScientificName.Form, parent: String?
    ) throws {
        let name = try #require(ScientificName(text))
        #expect(name.form == form)
        #expect(name.parentKey == parent)
    }

    @Test(arguments: [
        [
            "Anas platyrhynchos × acuta", "Anas acuta x platyrhynchos",
            "Anas acuta × Anas platyrhynchos",
        ],
        ["Larus fuscus/argentatus", "Larus argentatus/fuscus", "Larus argentatus/Larus fuscus"],
    ])
    func `the order of a hybrid's parents and a repeated genus make no other name`(
        names: [String]
    ) throws {
        #expect(Set(names.compactMap { ScientificName($0)?.key }).count == 1)
    }

    @Test func `the text keeps marks of rank and loses the author`() throws {
        #expect(
            try #require(ScientificName("quercus robur var. pendula Loudon")).text
                == "Quercus robur var. pendula")
        #expect(try #require(ScientificName("PICA PICA")).text == "Pica pica")
    }

    @Test(arguments: [
        ("Turdus merula", "turdus merula", ScientificName.Form.species),
        ("Turdus merula sp", "turdus merula sp", .spuh), ("Larus sp", "larus sp", .spuh),
        ("Larus van", "larus", .uninomial), ("Quercus subsp robur", "quercus robur", .species),
        ("Larus auct", "larus", .uninomial),
        ("Corvus corone cornix", "corvus corone cornix", .infraspecific),
    ])
    func `a short word with a meaning of its own is no epithet, however plain the name`(
        text: String, key: String, form: ScientificName.Form
    ) throws {
        let name = try #require(ScientificName(text))
        #expect(name.key == key && name.form == form)
        #expect(ScientificName("  " + text)?.key == key)
    }

    @Test(arguments: ["", "   ", "?", "123", "×", "/", "_"])
    func `text without letters is no name`(text: String) {
        #expect(ScientificName(text) == nil)
    }
}
