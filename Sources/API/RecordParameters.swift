import GeoModel
package import Records
import FoundationEssentials

extension Parameters {
    /// The conditions of a list or an export: `bbox`, `datetime`, `q`, `kind`, `near` with `radius`; `taxon` besides,
    /// which needs the records: see `taxon`.
    package func recordFilter() throws -> RecordFilter {
        var filter = RecordFilter()
        filter.boundingBox = try boundingBox("bbox")
        try readInterval("datetime", into: &filter)
        filter.q = text("q")
        if let kind = text("kind") {
            guard let known = CandidateKind(rawValue: kind) else {
                let kinds = CandidateKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError.invalid(parameter: "kind", remedy: "Use one of \(kinds).")
            }
            filter.kind = known
        }
        filter.near = try circle()
        return filter
    }

    /// The names that count as the taxon asked for; nil when none is.
    package func taxon(of taxa: RecordedTaxa) throws -> LivingNameNumbers? {
        guard let taxon = text("taxon") else { return nil }
        guard let found = try taxa.names(countingAs: taxon) else {
            throw APIError.invalid(
                parameter: "taxon",
                remedy: "No taxon has this id: send one of /v1/species, or a name.")
        }
        return found
    }

    private func circle() throws -> RecordFilter.Circle? {
        guard isSent("near") else {
            guard !isSent("radius") else {
                throw APIError.missing(
                    parameter: "near", remedy: "A radius needs a centre: near=LAT,LON.")
            }
            return nil
        }
        guard let center = Coordinate(latitudeThenLongitude: text("near") ?? "") else {
            throw APIError.invalid(
                parameter: "near", remedy: "Send LAT,LON in degrees, such as 60.17,24.95.")
        }
        return try RecordFilter.Circle(
            center: center,
            radiusInMeters: radius(
                "radius", limit: RecordFilter.Circle.maximumRadius, default: 1000))
    }

    /// A moment, or `from/to` with `..` or nothing for an open end (OGC API Features).
    ///
    /// A date alone is the local date where the record was made, whatever zone this machine or the browser is in.
    private func readInterval(
        _ name: String, into filter: inout RecordFilter
    ) throws(APIError) {
        guard let text = text(name) else { return }
        let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let remedy =
            "Send an RFC 3339 date-time, a date, or from/to with .. for an open end."
        guard ends.count <= 2 else { throw .invalid(parameter: name, remedy: remedy) }
        func end(_ text: String) throws(APIError) -> (date: EventDate, isDay: Bool)? {
            if text.isEmpty || text == ".." { return nil }
            guard let date = EventDate(text) else {
                throw .invalid(parameter: name, remedy: remedy)
            }
            return (date, text.utf8.count == 10)
        }
        if let (date, isDay) = try end(ends[0]) {
            if isDay { filter.firstDay = date } else { filter.from = date.instant }
        }
        if let (date, isDay) = try end(ends[ends.count - 1]) {
            if isDay { filter.lastDay = date } else { filter.to = date.instant }
        }
    }
}
