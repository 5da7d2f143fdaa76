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
    private static let address = exp(-5.84)
    private static let living = exp(-1.81)
    private static let thing = exp(-2.45)
    private static let noneOfThese = exp(-7.7)
    /// What a class that maps know about adds to the things, where places are near: it is one of them, or seldom a
    /// place that no map knows.
    static let mappedThing = 0.02

    init(
        input: RankingInput, image: ImageReading, species: SpeciesField, places: PlaceField
    ) {
        let strength = image.strength
        let things =
            image.mass(of: .other)
            + image.mass(of: .mapped) * (places.isEmpty ? 1 : Self.mappedThing)
        let place = places.odds
        let address = input.address == nil ? 0 : Self.address
        let living = Self.living * strength * image.mass(of: .living)
        let thing = Self.thing * strength * things
        let sum = place + address + living + thing + Self.noneOfThese
        self.place = place / sum
        self.address = address / sum
        self.species = species.isEmpty ? 0 : living / sum
        self.thing = image.offersThings ? thing / sum : 0
        usesImage = !image.isEmpty
    }
}
