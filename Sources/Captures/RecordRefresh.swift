internal import Hashing
internal import FoundationEssentials
package import GeoModel
internal import Imaging
package import Inference
package import PlaceIndex
package import Records
package import Species

/// What a refresh did.
package struct RefreshReport: Hashable, Sendable, Codable {
    /// Records that were looked at.
    package var records = 0
    package var changedAddresses = 0
    package var changedCandidates = 0
    package var unchanged = 0
    /// Addresses that stay as they are, as no imported map holds their position now.
    package var keptAddresses = 0
    /// Candidates that stay as they are, as a source that they came of cannot be asked now.
    package var keptCandidates = 0
    /// Records whose photo is missing or cannot be read; their candidates stay.
    package var unreadablePhotos = 0
    /// Records of which nobody knows in which languages they are, as they were made before that was kept; they stay
    /// as they are unless the languages are said.
    package var unknownLanguages = 0
    /// Records that were edited or deleted meanwhile, and are left for the next time.
    package var changedMeanwhile = 0
    /// Whether it was asked to stop before the end.
    package var isInterrupted = false

    package init() {}
}

/// Computes addresses and candidates of records anew, by the maps, species and models that there are now.
///
/// Nothing that a person said is an input that changes or an output: name, kind, notes, place and time stay byte for
/// byte. What is written is written every few seconds, each record once, so that a run that ends early is gone on
/// with by the next; a service may run beside it.
package struct RecordRefresh: Sendable {
    private let records: RecordStore
    private let places: PlaceIndex
    private let analyzer: CaptureAnalyzer
    private let languages: LanguagePreferences?
    private let sources: ComputationSources

    /// Records of one commit: a second's work with photos, and no more is lost by a kill.
    private static let batch = 20

    /// Photos were within the limits when they were taken in; tighter ones now must not hide them.
    private static let noLimits = PhotoLimits(pixels: .max, progressivePixels: .max, bytes: .max)

    /// - Parameters:
    ///   - languages: Of addresses and names from now on; nil leaves each record in those that it is in. A record of
    ///     which these were not kept is then left as it is.
    ///   - sources: What there is now; see `fingerprint`.
    package init(
        records: RecordStore, places: PlaceIndex, species: SpeciesStore?,
        classifiers: [any ImageClassifying], languages: LanguagePreferences?,
        sources: ComputationSources
    ) {
        var settings = CaptureSettings()
        settings.photoLimits = Self.noLimits
        self.records = records
        self.places = places
        self.languages = languages
        self.sources = sources
        analyzer = CaptureAnalyzer(
            places: places, species: { species }, records: records,
            classifiers: { classifiers }, settings: settings)
    }

    /// A short word that stands for `parts`, for `ComputationSources`.
    package static func fingerprint(_ parts: [String]) -> String {
        String(SHA256.hexadecimal(of: Array(parts.joined(separator: "\0").utf8)).prefix(16))
    }

    /// Computes the records of a filter anew.
    ///
    /// - Parameters:
    ///   - all: Also those that were computed by the present sources already.
    ///   - isDryRun: Whether to say what would change, and change nothing.
    ///   - progress: Called with records done and records in all.
    ///   - isStopped: Asked before each record; true ends the run behind what is done.
    /// - Throws: `RecordError`, `DatabaseError`, `PlaceIndexError`.
    package func run(
        _ filter: RecordFilter = RecordFilter(), all: Bool = false, isDryRun: Bool = false,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        isStopped: () -> Bool = { false }
    ) throws -> RefreshReport {
        var report = RefreshReport()
        let wanted = all ? nil : sources
        let total = try records.countStale(filter, wanted)
        var last: StaleRecord?
        while !report.isInterrupted {
            let found = try records.stale(filter, wanted, behind: last, limit: Self.batch)
            if found.isEmpty { break }
            last = found.last
            var computed: [Recomputed] = []
            for stale in found {
                if isStopped() {
                    report.isInterrupted = true
                    break
                }
                progress(report.records, max(total, report.records))
                computed.append(Recomputed(stale, try compute(stale.record, &report)))
            }
            guard !isDryRun else { continue }
            report.changedMeanwhile += computed.count - (try records.store(computed, sources))
        }
        return report
    }

    // MARK: One record

    private func compute(_ record: Record, _ report: inout RefreshReport) throws -> Computation {
        let old = record.computation
        report.records += 1
        guard let languages = languages ?? old.languages.map(LanguagePreferences.init(kept:)) else {
            report.unknownLanguages += 1
            return old
        }
        let address = try address(record, languages, &report)
        let candidates =
            sources.isForAddressesOnly ? old.candidates : candidates(record, languages, &report)
        // As much of each part as a record keeps.
        let parts = address?.address.map {
            AddressPart(key: $0.key, value: $0.value, isInferred: $0.isInferred)
        }
        let line = address?.displayName
        let new = Computation(
            address: address == nil ? old.address : line,
            addressParts: parts ?? old.addressParts, candidates: candidates,
            languages: address == nil ? old.languages : languages.languages)
        let isMoved = new.address != old.address || new.addressParts != old.addressParts
        if isMoved { report.changedAddresses += 1 }
        if new.candidates != old.candidates { report.changedCandidates += 1 }
        if !isMoved, new.candidates == old.candidates { report.unchanged += 1 }
        return new
    }

    /// The address now; nil leaves the old one.
    ///
    /// Outside of the maps imported now there is the country at best: an address of a map that was removed is better.
    private func address(
        _ record: Record, _ languages: LanguagePreferences, _ report: inout RefreshReport
    ) throws -> GeocoderResult? {
        guard let position = record.position?.coordinate else { return nil }
        guard isMapped(position) || record.computation.address == nil else {
            report.keptAddresses += 1
            return nil
        }
        let query = try ReverseQuery(position: position, languages: languages, layers: [.address])
        return try places.reverse(query)
    }

    private func isMapped(_ position: Coordinate) -> Bool {
        places.regions.contains { $0.boundingBox?.contains(position) == true }
    }

    /// The candidates now, or the old ones where a source that they came of is not there to be asked.
    private func candidates(
        _ record: Record, _ languages: LanguagePreferences, _ report: inout RefreshReport
    ) -> [Candidate] {
        let old = record.computation.candidates
        // Of a place on the map, there must be the map; of the picture, a model.
        let cameOfMap = old.contains { $0.ref != nil }
        guard !cameOfMap || record.position.map({ isMapped($0.coordinate) }) != false else {
            report.keptCandidates += 1
            return old
        }
        guard let request = request(for: record, languages) else {
            report.unreadablePhotos += 1
            return old
        }
        guard request.photoPath != nil || request.decimalLatitude != nil else { return old }
        // A record of before may be of a day to come.
        let now = request.presumedNow(record.created)
        guard let input = try? analyzer.read(request, now: now),
            let analysis = try? analyzer.analyze(input, keep: {})
        else {
            report.unreadablePhotos += 1
            return old
        }
        let image = analysis.sources.first { $0.name == "image" }?.state
        let hasFailed = analysis.sources.contains { $0.state == .failed }
        guard !hasFailed, record.photo == nil || image != .off else {
            report.keptCandidates += 1
            return old
        }
        return analysis.candidates
    }

    /// What was sent at the time, as far as it is known; nil when the photo is not there.
    private func request(
        for record: Record, _ languages: LanguagePreferences
    ) -> CaptureRequest? {
        var request = CaptureRequest()
        request.decimalLatitude = record.position?.coordinate.decimalLatitude
        request.decimalLongitude = record.position?.coordinate.decimalLongitude
        request.coordinateUncertaintyInMeters = record.position?.coordinateUncertaintyInMeters
        request.headingInDegrees = record.headingInDegrees
        request.eventDate = record.eventDate
        request.languages = languages
        guard record.photo != nil else { return request }
        guard let path = try? records.photoPath(record.occurrenceID),
            let file = try? JPEGFile(path: path, limits: Self.noLimits)
        else { return nil }
        // A heading that the photo has itself is read from it again, with what it says of its north.
        if PhotoMetadata(of: file).headingInDegrees == record.headingInDegrees {
            request.headingInDegrees = nil
        }
        request.photoPath = path
        return request
    }
}
