internal import Database
package import GeoModel

extension SpeciesStore {
    /// How near to a range counts as its edge, in metres.
    ///
    /// Range maps are drawn to tens of kilometres: eBird's are smoothed from cells of 27 km, IUCN's and
    /// BirdLife's are outlines of what is known. Two such cells are 54 km.
    package static let edgeInMeters = 50_000.0

    /// A taxon's range for drawing.
    package struct RangeArea: Hashable, Sendable {
        package let entry: RangeEntry
        /// On WGS 84, none across 180 degrees.
        package let shape: Geometry
    }

    /// The ranges of a name's taxon, also those that only list where it is extinct or a vagrant.
    ///
    /// - Parameter tolerance: How far, in degrees, the outlines may be from the imported ones; 0 for
    ///   these themselves.
    /// - Returns: In the order of the import; empty when no range is known.
    /// - Throws: `DatabaseError`.
    package func rangeAreas(
        of scientificName: String, toleranceInDegrees tolerance: Double
    ) throws -> [RangeArea] {
        guard let name = ScientificName(scientificName) else { return [] }
        return try reading { connection in
            let catalogue = try rangeCache.current(connection)
            guard let subject = try Self.ranges(of: name, catalogue, connection).subject else {
                return []
            }
            let row = try connection.statement("SELECT geom FROM species_range WHERE id = ?1")
            return try subject.entries.compactMap { index in
                let entry = catalogue.entries[index]
                try row.bind(.integer(entry.id))
                guard try row.step(), let shape = row.withBlob(0, { SpatialBlob.decode($0) })
                else { return nil }
                return RangeArea(
                    entry: entry, shape: shape.simplified(toleranceInDegrees: tolerance))
            }
        }
    }

    /// In which part of each month a taxon lives at a place, by its ranges.
    ///
    /// - Returns: Twelve numbers from January, 0…1, nil where it is there in a season that is not known; nil
    ///   when no range of it is known.
    /// - Throws: `DatabaseError`.
    package func monthlyShares(
        of scientificName: String, at position: Coordinate
    ) throws -> [Double?]? {
        guard let name = ScientificName(scientificName) else { return nil }
        return try reading { connection in
            let catalogue = try rangeCache.current(connection)
            guard let subject = try Self.ranges(of: name, catalogue, connection).subject,
                let date = EventDate(year: 2024, month: 1, day: 1)
            else { return nil }
            return try RangeQuestion(at: position, on: date, catalogue, connection)
                .monthlyShares(subject)
        }
    }

    /// The ranges of all taxa that hold a position, by id: where they live, where they are extinct or
    /// vagrants.
    ///
    /// - Throws: `DatabaseError`.
    package func ranges(covering position: Coordinate) throws -> [RangeEntry] {
        try reading { connection in
            let catalogue = try rangeCache.current(connection)
            return try RangeLookup(connection, at: position).covering().sorted()
                .compactMap { catalogue.index(of: $0).map { catalogue.entries[$0] } }
        }
    }

    /// A name's taxon, the species it belongs to, and their ranges.
    static func ranges(
        of name: ScientificName, _ catalogue: RangeCatalogue, _ connection: Connection
    ) throws -> (subject: RangeSubject?, species: TaxonID?) {
        guard let taxon = try taxonID(of: name, connection) else {
            return (catalogue.subject(of: name), nil)
        }
        let species = try RangeCatalogue.species(of: taxon, connection)
        // A name that the taxonomy has got since its range was imported is found by either.
        let subject = catalogue.subject(of: taxon, species: species)
        return (subject ?? catalogue.subject(of: name), species ?? taxon)
    }

    /// What the maps say of a name; `question` is asked once for all names of one place.
    static func range(
        of name: ScientificName, _ question: RangeQuestion, _ connection: Connection
    ) throws -> RangeAnswer {
        let (subject, species) = try ranges(of: name, question.catalogue, connection)
        let keys = [name.key] + (name.parentKey.map { [$0] } ?? [])
        return try question.answer(subject, keys: keys, taxon: species)
    }
}
