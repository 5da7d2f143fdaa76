import GeoModel
import Glibc

/// P(kind | image, position), of the kinds that have a candidate.
///
/// Bayes' rule over all that the photo may show. Everything that is on no map is photographed where people walk, in
/// proportion to the renown of what stands around (`PlaceField.surroundings`); so the odds of the places are taken
/// as parts of that, and the rest has fixed odds: an address, a living thing or another thing as far as the
/// picture says so, and "none of these". A kind without a candidate has none.
struct KindProbabilities {
    let place, address, species, thing: Double
    /// Whether a picture had a say.
    let usesImage: Bool

    // The odds of each, fitted as the numbers of `PlaceEvidence` are, against photos of what stands around; of what a
    // picture shows, multiplied by its part of the answer and by the answer's strength; a
    // caution (`Caution`) takes a part of it back.
    private static let address = exp(-6.0)
    private static let living = exp(-2.3)
    private static let thing = exp(-2.94)
    private static let noneOfThese = exp(-7.7)
    /// What a class that maps know about adds to the things, where places are near: it is one of them, or one that
    /// this map does not have.
    private static let mappedThing = 0.2
    /// The same of a class that is found at places: an espresso is one anywhere.
    private static let foundThing = 0.32
    /// At a place of the person's own what lives there is photographed too: by the odds of the place itself.
    private static let livingAtOwn = 60.0

    /// The part of a class's probability that speaks for the thing itself.
    static func partOfThing(_ group: ImageReading.Group, hasPlaces: Bool) -> Double {
        switch group {
        case .living: 0
        case .other: 1
        case .mapped: hasPlaces ? mappedThing : 1
        case .foundThere: hasPlaces ? foundThing : 1
        }
    }

    init(
        input: RankingInput, image: ImageReading, species: SpeciesField, places: PlaceField
    ) {
        let strength = image.strength
        let hasPlaces = !places.isEmpty
        let things = [ImageReading.Group.other, .mapped, .foundThere].reduce(0) {
            $0 + image.mass(of: $1) * Self.partOfThing($1, hasPlaces: hasPlaces)
        }
        let place = places.odds
        let address = input.address == nil ? 0 : Self.address
        let living =
            Self.living * (1 + Self.livingAtOwn * places.ownOdds) * strength
            * image.mass(of: .living)
        let thing = Self.thing * strength * things
        let sum = place + address + living + thing + Self.noneOfThese
        self.place = place / sum
        self.address = address / sum
        self.species = species.isEmpty ? 0 : living / sum
        self.thing = image.offersThings ? thing / sum : 0
        usesImage = !image.isEmpty
    }
}
