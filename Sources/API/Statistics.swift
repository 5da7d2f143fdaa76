import Exports
package import GeoModel
package import Records
package import Species

/// The figures of `/v1/stats`.
package struct Statistics: Sendable {
    package let records, species, hybrids: Int
    /// The local date of the first record; nil without records.
    package let first: EventDate?
    /// From that date to today; 0 on the day itself, and for a first record in the future.
    package let daysSinceFirst: Int?
    package let year, recordsOfYear, speciesOfYear: Int
    /// Species whose first record of all is of this year.
    package let newSpeciesOfYear: Int
    package let goal: Int?

    /// - Parameter today: The local date of who asks; its year is "this year".
    package init(
        _ store: SpeciesStore, _ records: RecordStore, today: EventDate
    ) throws {
        let extent = try records.extent()
        let all = try store.lifeList(of: try records.tallies(), languages: .local)
        let ofYear = try store.lifeList(
            of: try records.tallies(year: today.year), languages: .local)
        self.records = extent.count
        species = all.species
        hybrids = all.entries.count { $0.category == .hybrid }
        first = extent.first
        daysSinceFirst = extent.first.map { max(0, Int(today.dayNumber - $0.dayNumber)) }
        year = today.year
        recordsOfYear = try records.count(year: today.year)
        speciesOfYear = ofYear.species
        newSpeciesOfYear = all.entries.count {
            $0.category == .species && $0.first.eventDate.year == today.year
        }
        goal = try store.goal(year: today.year)
    }
}
