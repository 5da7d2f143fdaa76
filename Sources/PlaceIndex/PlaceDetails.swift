internal import Database
package import GeoModel

extension PlaceIndex {
    /// Returns a place by its identity; nil when no region has it.
    package func place(_ ref: OSMRef, languages: LanguagePreferences = .local) throws
        -> PlaceDetails?
    {
        for region in regionFiles {
            if let details = try region.details(ref, languages: languages) { return details }
        }
        return nil
    }
}

/// A place with what the map shows of it.
package struct PlaceDetails: Hashable, Sendable {
    package let place: Place
    /// Its name in the asked language, or for a nameless one the label of its type.
    package let label: String
    package let isNamed: Bool
    /// The whole footprint.
    package let footprint: Geometry
}

extension RegionFile {
    fileprivate func details(
        _ ref: OSMRef, languages: LanguagePreferences
    ) throws -> PlaceDetails? {
        try pool.withConnection { connection in
            let row = try connection.statement(
                "SELECT \(PlaceRow.columns) FROM place AS t WHERE t.osm_type = ?1 AND t.osm_id = ?2 "
                    + "ORDER BY t.importance DESC, t.category, t.type LIMIT 1")
            try row.bind(.text(String(ref.osmType.letter)), .integer(ref.osmID))
            guard try row.step() else { return nil }
            let place = PlaceRow.place(row)
            let (label, isNamed) = place.label(in: languages)
            return PlaceDetails(
                place: place, label: label, isNamed: isNamed,
                footprint: row.withBlob(8) { SpatialBlob.decode($0) } ?? .point(place.position))
        }
    }
}
