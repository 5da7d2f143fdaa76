import GeoModel

/// P(kind | image, position), of the kinds that have a candidate.
///
/// A prior, moved by the picture's probability mass by group of classes as far as the picture is
/// believed; then the place kind by how well the places fit the position, the heading and the
/// picture. A kind that no source speaks for hands its share to the others: what the picture gave
/// to a place that no map knows goes to the thing in the picture. 3 % stay with "none of these".
struct KindProbabilities {
    let place, address, species, thing: Double
    /// Whether a picture had a say.
    let usesImage: Bool

    private static let noneOfThese = 0.03

    private struct Shares {
        var place, address, species, thing: Double

        mutating func add(_ other: Shares, times factor: Double) {
            place += other.place * factor
            address += other.address * factor
            species += other.species * factor
            thing += other.thing * factor
        }
    }

    private static let prior = Shares(place: 0.63, address: 0.32, species: 0.03, thing: 0.02)

    /// What a capture whose picture shows a class of the group is about. Only the proportions count.
    private static func shares(of group: ImageReading.Group) -> Shares {
        switch group {
        case .mapped: Shares(place: 0.75, address: 0.24, species: 0.003, thing: 0.007)
        case .foundAt: Shares(place: 0.6, address: 0.3, species: 0.008, thing: 0.007)
        case .living: Shares(place: 0.05, address: 0.02, species: 0.88, thing: 0.02)
        case .other: Shares(place: 0.03, address: 0.01, species: 0.02, thing: 0.6)
        }
    }

    init(
        input: RankingInput, image: ImageReading, species: SpeciesField, places: PlaceField
    ) {
        var shares = Shares(place: 0, address: 0, species: 0, thing: 0)
        let masses = image.masses
        let total = masses.values.reduce(0, +)
        let believed = image.reliabilityOnKind * min(1, total)
        shares.add(Self.prior, times: 1 - believed)
        let beforeImage = shares
        if total > 0 {
            for group in ImageReading.Group.allCases {
                let mass = (masses[group] ?? 0) / max(1, total)
                shares.add(Self.shares(of: group), times: image.reliabilityOnKind * mass)
            }
        }
        if places.isEmpty {
            shares.thing += max(0, shares.place - beforeImage.place)
            shares.place = 0
        } else {
            shares.place *= places.fit
        }
        if input.address == nil { shares.address = 0 }
        if species.isEmpty { shares.species = 0 }
        if !image.offersThings { shares.thing = 0 }
        let sum = shares.place + shares.address + shares.species + shares.thing
        let scale = sum > 0 ? (1 - Self.noneOfThese) / sum : 0
        place = shares.place * scale
        address = shares.address * scale
        self.species = shares.species * scale
        thing = shares.thing * scale
        usesImage = !image.isEmpty
    }
}
