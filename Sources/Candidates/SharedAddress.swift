import GeoModel

/// Offices of one address, which nothing that a telephone knows tells apart: a person sees a door with their names.
///
/// Ten of them, each a tenth as likely, would fill a list without an answer in it. Where none of them is as likely as
/// all the others of the address together, they are one candidate, which names them all and from which one can be
/// chosen.
enum SharedAddress {
    /// So many offices are listed one by one.
    private static let listed = 2
    /// From this part of an address's odds on, an office is offered by itself.
    private static let sureFrom = 0.5

    private struct Address: Hashable {
        let street, number: String
        let city: String?

        /// nil of what is no named office with a whole address.
        init?(_ found: NearbyPlace) {
            let tags = found.place.tags
            guard found.isNamed, found.place.category == "office",
                let street = tags["addr:street"] ?? tags["addr:place"],
                let number = tags["addr:housenumber"]
            else { return nil }
            self.street = street
            self.number = number
            city = tags["addr:city"]
        }
    }

    /// - Parameters:
    ///   - indices: Of the places that are offered.
    ///   - odds: How likely one of them is.
    /// - Returns: Those that are one candidate, the likeliest first.
    static func groups(
        of indices: [Int], in places: [NearbyPlace], odds: (Int) -> Double
    ) -> [[Int]] {
        var byAddress: [Address: [Int]] = [:]
        for index in indices {
            guard let address = Address(places[index]) else { continue }
            byAddress[address, default: []].append(index)
        }
        return byAddress.values.compactMap { offices in
            guard offices.count > listed else { return nil }
            var rest = offices.map { ($0, odds($0)) }.sorted { one, other in
                one.1 == other.1
                    ? places[one.0].place.ref < places[other.0].place.ref : one.1 > other.1
            }[...]
            while rest.count > listed, let first = rest.first,
                first.1 >= sureFrom * rest.reduce(0, { $0 + $1.1 })
            {
                rest = rest.dropFirst()
            }
            return rest.count > listed ? rest.map(\.0) : nil
        }
    }

    /// `7 offices at Annankatu 25`.
    static func name(of offices: Int, sharing place: Place) -> String {
        let street = place.tags["addr:street"] ?? place.tags["addr:place"] ?? ""
        return "\(offices) offices at \(street) \(place.tags["addr:housenumber"] ?? "")"
    }
}
