import GeoModel
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct `A street that an address names in its own spelling` {
    @Test(
        arguments: [
            // Abbreviations.
            ("Av.Príncep Benlloch", "Avinguda de Príncep Benlloch"),
            ("Saint John's Lane", "St John's Lane"), ("St. Johns Lane", "Saint John's Lane"),
            ("Ctra. de Ransol", "Carretera de Ransol"), ("Hauptstr.", "Hauptstraße"),
            // A slip of the pen, and short words left out.
            ("Avigunda Meritxell", "Avinguda Meritxell"), ("Rosebury Avenue", "Rosebery Avenue"),
            ("Plaça Consell", "Plaça del Consell"), ("Im Troexle", "Im Tröxle"),
            ("Asemanaukio", "Asema-aukio"),
            // Two names, or the number as well.
            ("Asemahalli, Kaivokatu", "Kaivokatu"), ("Karlsplatz (Stachus)", "Karlsplatz"),
            ("Triq Nofs-in-Nhar / South Street", "Triq Nofs-in-Nhar"),
            ("Pohjoisesplanadi 33", "Pohjoisesplanadi"),
        ])
    func `is meant as far as a person would see it`(written: String, street: String) {
        #expect(StreetSpelling(address: written).means(street, isBeside: false))
    }

    @Test(
        arguments: [
            ("Triq Valletta,", "Triq il-Belt Valletta"), ("Isabel Sandy", "Carrer Isabelle Sandy"),
            ("Av. Benlloch", "Avinguda del Princep Benlloch"),
        ])
    func `may leave words out only where the house stands on it`(written: String, street: String) {
        #expect(StreetSpelling(address: written).means(street, isBeside: true))
        #expect(!StreetSpelling(address: written).means(street, isBeside: false))
    }

    @Test(
        arguments: [
            ("180th Street", "184th Street"), ("Saint John's Lane", "Saint John's Place"),
            ("King Street", "Queen Street"), ("Rua Joaquim Porto", "Rua J"),
            ("Upper Cheapside Passage", "Cheapside"), ("Triq San Pawl", "Triq San Pawl Milqi"),
            ("Langackerweg", "Langacker"), ("", "Katu"), (",", "Katu"), ("Katu", ""),
            ("1", "1st"), ("Rua A", "Rua B"),
        ])
    func `is not another one`(written: String, street: String) {
        #expect(!StreetSpelling(address: written).means(street, isBeside: true))
    }

    @Test func `has the map's spelling in the answer, and the number of the house`() throws {
        var map = MapBuilder()
        map.way(
            [(60.2, 24.5), (60.2, 24.51)],
            ["highway": "residential", "name": "Avinguda del Princep Benlloch"])
        map.way([(60.2004, 24.5), (60.2004, 24.51)], ["highway": "residential", "name": "Nearer"])
        map.node(
            60.2003, 24.505, ["addr:housenumber": "20", "addr:street": "Av.Príncep Benlloch"])
        let index = try IndexFixture(map)
        let atDoor = try #require(try index.reverse(60.2003, 24.505))
        #expect(atDoor["road"] == "Avinguda del Princep Benlloch")
        #expect(try index.reverse(60.2001, 24.505)?["house_number"] == "20")
        #expect(try index.reverse(60.20041, 24.505)?["house_number"] == nil)
    }

    @Test func `is a road rather than a path where several cross what is wide`() throws {
        var map = MapBuilder()
        map.box(60.2, 24.5, 60.202, 24.504, ["amenity": "school", "name": "Puisto"])
        map.way([(60.2011, 24.499), (60.2011, 24.505)], ["highway": "footway", "name": "Polku"])
        map.way([(60.2018, 24.499), (60.2018, 24.505)], ["highway": "residential", "name": "Tie"])
        let answer = try #require(try IndexFixture(map).reverse(60.2014, 24.502))
        #expect(answer.name == "Puisto")
        #expect(answer["road"] == "Tie")
    }

    /// The other one is nearer to its middle.
    @Test func `is the nearest to the edge of what is wide`() throws {
        var map = MapBuilder()
        map.box(60.2, 24.5, 60.201, 24.51, ["amenity": "school", "name": "Koulu"])
        map.way(
            [(60.2022, 24.505), (60.203, 24.505)], ["highway": "residential", "name": "Keski"])
        map.way([(60.2, 24.511), (60.203, 24.511)], ["highway": "residential", "name": "Reuna"])
        let answer = try #require(try IndexFixture(map).reverse(60.2005, 24.505))
        #expect(answer.name == "Koulu")
        #expect(answer["road"] == "Reuna")
    }
}
