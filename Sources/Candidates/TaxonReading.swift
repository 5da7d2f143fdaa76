import GeoModel

/// A taxon that the picture may show: all answers of all models that mean it, under whichever name.
struct TaxonReading {
    /// The accepted name where the taxonomy knows it, else as the model writes it.
    let scientificName: String
    let taxonRank: String?
    /// The name to show.
    let name: String
    let taxonID: TaxonID?
    /// What it belongs to, narrowest first.
    let lineage: [Ancestor]
    /// nil when no range source was asked.
    let range: RangeAnswer?
    /// The answers that mean it, most probable first.
    let answers: [JoinedAnswer]
    /// Joined from all models, 0…1.
    private(set) var probability: Double
    /// The keys of its species to which a general model's answer with it was given, as a special model chose them.
    private(set) var given: Set<String> = []

    /// A taxon above others; one without an id is known by its name only.
    struct Ancestor: Hashable {
        let key: String
        let scientificName: String
        let taxonRank: String
        let vernacularName: String?
        let taxonID: TaxonID?
    }

    /// Tells one taxon from another: its id, or without one its name.
    var key: String { Self.key(taxonID, scientificName) }

    static func key(_ id: TaxonID?, _ name: String) -> String {
        id.map { "\($0.rawValue)" } ?? name.lowercased()
    }

    /// Reads answers for living things: synonyms and breeds of one taxon are one. Most probable first,
    /// then by name.
    static func all(
        _ answers: [JoinedAnswer], species: [String: SpeciesKnowledge]
    ) -> [TaxonReading] {
        let byTaxon = Dictionary(grouping: answers) { joined in
            let name = joined.answer.label.scientificName ?? ""
            return key(species[name]?.taxon?.taxonID, name)
        }
        return narrowed(byTaxon.values.compactMap { TaxonReading($0, species: species) }).sorted {
            ($1.probability, $0.scientificName) < ($0.probability, $1.scientificName)
        }
    }

    /// Where a general model answers with a taxon and a model of its group with a species of it, both say the same:
    /// the special one decides which species, as far as its own answer is one of them.
    private static func narrowed(_ readings: [TaxonReading]) -> [TaxonReading] {
        var found = readings
        for index in readings.indices {
            let general = readings[index].answers.filter { $0.gate == nil }
                .reduce(0) { $0 + $1.probability }
            let members = readings.indices.filter {
                $0 != index && readings[$0].isSpecial(under: readings[index])
            }
            guard general > 0, !members.isEmpty else { continue }
            let special = members.map { readings[$0].ownShare }
            let models = Set(
                members.flatMap { readings[$0].answers.filter { $0.gate != nil } }
                    .map(\.answer.label.model))
            let whole = max(special.reduce(0, +), Double(max(1, models.count)))
            for (member, share) in zip(members, special) {
                found[member].probability += general * share / whole
                found[index].probability -= general * share / whole
                found[index].given.insert(found[member].key)
            }
        }
        return found
    }

    /// Whether a model of one group answered with it, and it belongs to the other taxon.
    private func isSpecial(under other: TaxonReading) -> Bool {
        answers.contains { joined in
            guard let gate = joined.gate else { return false }
            return gate.group == other.scientificName || lineage.contains { $0.key == other.key }
        }
    }

    /// What models of one group gave it of their own answers.
    private var ownShare: Double {
        answers.reduce(0) { $1.gate == nil ? $0 : $0 + $1.answer.probability }
    }

    private init?(_ answers: [JoinedAnswer], species: [String: SpeciesKnowledge]) {
        let sorted = answers.sorted {
            ($1.probability, $0.answer.label.model, $0.answer.label.index)
                < ($0.probability, $1.answer.label.model, $1.answer.label.index)
        }
        guard let best = sorted.first, let written = best.answer.label.scientificName else {
            return nil
        }
        let knowledge = species[written]
        let taxon = knowledge?.taxon
        self.answers = sorted
        probability = sorted.reduce(0) { $0 + $1.probability }
        scientificName = taxon?.scientificName ?? written
        taxonRank = taxon?.taxonRank ?? best.answer.label.taxonRank
        taxonID = taxon?.taxonID
        range = knowledge?.range
        let isOneClass = best.probability > probability / 2
        name =
            taxon?.vernacularName ?? (isOneClass ? best.answer.label.name : scientificName)
        lineage = Self.lineage(knowledge, scientificName, taxonRank)
    }

    /// What the taxonomy says; else the genus, which is the first word of a species' name.
    private static func lineage(
        _ knowledge: SpeciesKnowledge?, _ name: String, _ rank: String?
    ) -> [Ancestor] {
        if let known = knowledge?.lineage, !known.isEmpty {
            return known.map { taxon in
                Ancestor(
                    key: key(taxon.taxonID, taxon.scientificName),
                    scientificName: taxon.scientificName, taxonRank: taxon.taxonRank,
                    vernacularName: taxon.vernacularName, taxonID: taxon.taxonID)
            }
        }
        let words = name.split(separator: " ")
        guard rank == "species" || rank == "subspecies", words.count >= 2,
            let genus = words.first.map(String.init), genus.first?.isUppercase == true
        else { return [] }
        return [
            Ancestor(
                key: key(nil, genus), scientificName: genus, taxonRank: "genus",
                vernacularName: nil, taxonID: nil)
        ]
    }
}
