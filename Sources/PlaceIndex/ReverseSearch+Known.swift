internal import Database
internal import GeoModel
internal import Geodesy

extension ReverseSearch {
    /// The answer that names an area which holds the asked position; nil when none that does is the
    /// one.
    func answer(
        forArea ref: OSMRef, category: String, type: String
    ) throws -> GeocoderResult? {
        let here = try areas(containing: position)
        let country = try country(here, [], nil)
        let areas = AddressAreas(here, countryCode: country?.code)
        guard let area = areas.all.first(where: { $0.ref == ref }) else { return nil }
        let key =
            area.level == 2
            ? "country"
            : area.kind == .postal ? "postcode" : area.key(countryCode: country?.code)
        var object = ReverseObject(
            ref: ref, category: category, type: type, tags: area.tags,
            rank: area.level == 2 ? .country : area.rank.forChain, key: key, importance: 0,
            position: area.position,
            boundingBox: try area.region.boundingBox(ofArea: area.id)
                ?? BoundingBox(area.position),
            meters: 0, nearest: area.position, isoCode: area.isoCode, adminLevel: area.level)
        object.isArea = true
        return try answer(for: object)
    }
}

extension PlaceRank {
    /// With the line of the address below which its own chain begins: an island, which is no part of
    /// addresses, has one by its size.
    var forChain: PlaceRank { address > 0 ? self : PlaceRank(search, search) }
}
