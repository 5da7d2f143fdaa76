import GeoModel
import TestSupport
import Testing

@testable import Database
@testable import Species

/// What is kept of names beside a look at each name by itself, from the taxon down.
@Suite struct `Names kept with the taxa that they are in` {
    private struct Name: Hashable {
        let text: String
        let isOwn: Bool
    }

    private let fixture: SpeciesFixture

    private static let genera = ["Anas", "Aus", "Bus", "Corvus", "Larus", "Pica"]
    private static let epithets = ["alba", "bus", "cana", "dura", "fusca", "minor"]

    init() throws {
        fixture = try SpeciesFixture()
        try fixture.importing(Self.checklist(dropping: 7))
    }

    /// A list with species, subspecies, hybrids, slashes and spuhs in families; some names are missing.
    private static func checklist(dropping step: Int, vernacular: String = "bird") -> String {
        var lines = ["CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,REPORT_AS"]
        for (number, genus) in genera.enumerated() {
            let group = "Order\(number % 2)formes,Family\(number % 3)idae"
            for (place, epithet) in epithets.enumerated() where (number + place) % step != 0 {
                let (code, name) = ("c\(number)x\(place)", "\(genus) \(epithet)")
                lines += [
                    "species,\(code),\(epithet) \(vernacular) \(place % 4),\(name),\(group),",
                    "issf,\(code)i,\(name) form,\(name) \(epithet),\(group),\(code)",
                ]
                if place > 0, epithet != "dura" {
                    lines.append(
                        "hybrid,\(code)h,\(name) cross,\(name) x \(epithets[place - 1]),\(group),")
                }
            }
            lines.append("spuh,s\(number),\(genus) kind,\(genus) sp.,\(group),")
        }
        return lines.joined(separator: "\n")
    }

    /// Names as people and models write them: known and unknown, of every form.
    private static let names: [Name] = {
        var texts: Set<String> = [
            "?", "", "42", "Anatidae", "Order0formes", "northern lights", "Ёж", "Xus yus zus",
        ]
        for genus in genera + ["Zus"] {
            texts.formUnion([genus, "\(genus) sp.", genus.lowercased(), "\(genus) alba/bus"])
            for (place, epithet) in epithets.enumerated() {
                let name = "\(genus) \(epithet)"
                texts.formUnion([
                    name, name.uppercased(), "\(name) Linnaeus, 1758", "\(name) \(epithet)",
                    "\(name) subsp. \(epithet)", "\(name) rara", "\(name) x bus",
                    "\(genus) cf. \(epithet)", "\(epithet) bird \(place % 4)",
                    "\(epithet) Bird-\(place % 4)", name.replacing(" ", with: "_"), "\(name) form",
                ])
            }
        }
        return texts.sorted().flatMap {
            [Name(text: $0, isOwn: false), Name(text: $0, isOwn: true)]
        }
    }()

    /// What counts as a taxon, by the definition: the taxon and all below it, and of each name what the life list
    /// makes of it.
    private func expected(_ asked: String, _ names: [Name]) throws -> Set<Name>? {
        try fixture.store.reading { connection in
            func ids(_ sql: String, _ value: SQLValue) throws -> Set<Int64> {
                let row = try connection.statement(sql)
                try row.bind(value)
                var ids: Set<Int64> = []
                while try row.step() { ids.insert(row.int64(0)) }
                return ids
            }
            let folded = FoldedText(asked, joinsApostrophes: true).joined
            var taxa: Set<Int64>
            if let id = Int64(asked) {
                taxa = try ids(
                    "SELECT ifnull(acceptedNameUsageID, taxonID) FROM taxon WHERE taxonID = ?",
                    .integer(id))
                if taxa.isEmpty { return nil }
            } else if let name = ScientificName(asked),
                let id = try SpeciesStore.taxonID(of: name, connection)
            {
                taxa = [id.rawValue]
            } else {
                taxa = try ids(
                    """
                    SELECT taxonID FROM folded_name JOIN taxon_order USING (position)
                    WHERE name = ?
                    """, .text(folded))
            }
            guard !taxa.isEmpty else {
                let key = ScientificName(asked)?.key
                return Set(
                    names.filter { name in
                        if name.isOwn {
                            return FoldedText(name.text, joinsApostrophes: true).joined == folded
                        }
                        guard let key, let scientific = ScientificName(name.text) else {
                            return name.text == asked
                        }
                        return scientific.key == key || scientific.parentKey == key
                    })
            }
            var level = taxa
            while !level.isEmpty {
                var below: Set<Int64> = []
                for id in level {
                    below.formUnion(
                        try ids(
                            "SELECT taxonID FROM taxon WHERE ?1 IN (parentNameUsageID, speciesID)",
                            .integer(id)))
                }
                level = below.subtracting(taxa)
                taxa.formUnion(below)
            }
            let resolver = SightingResolver(connection)
            return Set(
                try names.filter { name in
                    if name.isOwn {
                        return try resolver.meaning(ofOwnName: name.text).taxonID.map {
                            taxa.contains($0.rawValue)
                        } ?? false
                    }
                    guard let scientific = ScientificName(name.text) else { return false }
                    let own = try SpeciesStore.taxonID(ofKey: scientific.key, connection)
                    return try [own, resolver.meaning(of: scientific).taxonID].contains {
                        $0.map { taxa.contains($0.rawValue) } ?? false
                    }
                })
        }
    }

    @Test func `are those that each name by itself says, as names come and the taxonomy changes`()
        throws
    {
        var recorded = RecordedNames()
        var names: [Name] = []
        func compare() throws {
            var found = 0
            let higher = ["Order0formes", "Family1idae", "Aves", "987654321"]
            for asked in Self.names.filter(\.isOwn).map(\.text) + higher + (1...90).map(String.init)
            {
                let places = try fixture.store.places(countingAs: asked, among: &recorded)
                let expected = try expected(asked, names)
                #expect(places.map { Set($0.map { names[$0] }) } == expected, "\(asked)")
                found += expected?.count ?? 0
            }
            #expect(found > names.count)
        }
        func add(_ more: some Sequence<Name>) {
            for name in more {
                recorded.append(name.text, isOwn: name.isOwn)
                names.append(name)
            }
        }
        add(Self.names.prefix(400))
        try compare()
        add(Self.names.dropFirst(400))
        try compare()
        // Names move, vernacular names change, others become known.
        let moved = Self.checklist(dropping: 5, vernacular: "fowl")
            .replacing("Pica ", with: "Bus ").replacing("Larus alba", with: "Anas novus")
        try fixture.importing(moved)
        try compare()
        #expect(recorded.count == Self.names.count)
    }
}
