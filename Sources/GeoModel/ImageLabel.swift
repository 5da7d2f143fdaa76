/// An OSM tag: one key and one value.
package struct OSMTag: Hashable, Sendable, Codable {
    package let key, value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// How a class of a picture model relates to a mapped thing.
package enum OSMMatch: String, Hashable, Sendable, Codable {
    /// The class is the mapped thing: a mosque, a pier.
    case same = "is"
    /// The class is typically found at such a place: an altar, a pizza.
    case found = "at"
}

/// A class that a picture model can answer.
package struct ImageLabel: Hashable, Sendable, Codable {
    /// The model's name.
    package let model: String
    /// Index of the class in the model's output.
    package let index: Int
    /// The name to show.
    package let name: String
    /// The narrowest taxon that covers the class, if it is a living thing.
    package let scientificName: String?
    /// The rank of `scientificName`: species, genus, family …
    package let taxonRank: String?
    /// Tags that places of this class bear. Values of one key are alternatives, keys add up.
    package let osmTags: [OSMTag]
    package let osmMatch: OSMMatch?
    /// The higher taxa that the class belongs to, as its model declares them, widest first:
    /// `Animalia`, `Arthropoda`, `Insecta`. Empty for what does not live, and where none is declared.
    package let groups: [String]
    /// The one higher taxon that all of the model is about: `Aves` of a model of birds; nil for a model
    /// of many things, which can tell whether such a taxon is in the picture at all.
    package let modelGroup: String?

    package init(
        model: String, index: Int, name: String, scientificName: String? = nil,
        taxonRank: String? = nil, osmTags: [OSMTag] = [], osmMatch: OSMMatch? = nil,
        groups: [String] = [], modelGroup: String? = nil
    ) {
        self.model = model
        self.index = index
        self.name = name
        self.scientificName = scientificName
        self.taxonRank = taxonRank
        self.osmTags = osmTags
        self.osmMatch = osmMatch
        self.groups = groups
        self.modelGroup = modelGroup
    }
}

/// One answer of a picture model.
package struct LabelledProbability: Hashable, Sendable, Codable {
    package let label: ImageLabel
    /// 0…1.
    package let probability: Double

    package init(label: ImageLabel, probability: Double) {
        self.label = label
        self.probability = probability
    }
}
