internal import GeoModel

/// The kingdom and the class of a taxon, as far as they are known: they tell homonyms apart, such as
/// the wheatears and the water dropworts, both *Oenanthe*.
struct Realm: Hashable {
    var kingdom: String?
    var taxonClass: String?

    /// Whether two taxa cannot be the same.
    func conflicts(with other: Realm) -> Bool {
        func differ(_ left: String?, _ right: String?) -> Bool {
            guard let left, let right else { return false }
            return left != right
        }
        return differ(kingdom, other.kingdom) || differ(taxonClass, other.taxonClass)
    }

    /// Takes what is missing from what stands above.
    mutating func add(rank: String, key: String) {
        if rank == "class", taxonClass == nil { taxonClass = key }
        if rank == "kingdom", kingdom == nil { kingdom = key }
    }

    mutating func add(_ other: Realm) {
        kingdom = kingdom ?? other.kingdom
        taxonClass = taxonClass ?? other.taxonClass
    }
}
