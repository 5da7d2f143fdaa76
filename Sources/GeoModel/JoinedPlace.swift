/// An object of the map that a candidate stands for besides, or as one of several.
package struct JoinedPlace: Hashable, Sendable, Codable {
    /// Chooses it instead of the candidate: `3.2` for the second that the third candidate stands for. nil of what a
    /// person cannot tell from the candidate.
    package let id: String?
    /// nil of what a person cannot tell from the candidate.
    package let name: String?
    package let osmType: OSMType
    package let osmID: Int64
    /// Nominatim's type of it; nil as `name`.
    package let type: String?

    package init(id: String? = nil, name: String? = nil, ref: OSMRef, type: String? = nil) {
        self.id = id
        self.name = name
        osmType = ref.osmType
        osmID = ref.osmID
        self.type = type
    }

    package var ref: OSMRef { OSMRef(osmType: osmType, osmID: osmID) }

    package enum CodingKeys: String, CodingKey {
        case id, name
        case osmType = "osm_type"
        case osmID = "osm_id"
        case type
    }
}
