internal import Hashing
internal import Candidates
package import FoundationEssentials
package import GeoModel
internal import Imaging
package import Inference
package import PlaceIndex
package import Records
package import Species

/// The flow of a capture: stage the photo, ask the sources, rank, wait for a person's answer.
///
/// Calls are synchronous and may come from any thread that may wait. The order of durable writes is
/// in Records' DurableOrder.swift.
package final class CaptureFlow: Sendable {
    package let records: RecordStore
    private let analyzer: CaptureAnalyzer
    private let settings: CaptureSettings

    /// - Parameters:
    ///   - places: nil leaves the sources `places` and `address` off.
    ///   - species: Asked for the store at each capture, as the first list of species may be imported
    ///     meanwhile; with nil the source `species` is off.
    ///   - classifiers: Asked for the picture models at each capture; with none the source `image` is off.
    package init(
        records: RecordStore, places: PlaceIndex?,
        species: @escaping @Sendable () throws -> SpeciesStore? = { nil },
        classifiers: @escaping @Sendable () -> [any ImageClassifying],
        settings: CaptureSettings = CaptureSettings()
    ) {
        self.records = records
        self.settings = settings
        analyzer = CaptureAnalyzer(
            places: places, species: species, records: records, classifiers: classifiers,
            settings: settings)
    }

    /// With picture models that stay the same.
    package convenience init(
        records: RecordStore, places: PlaceIndex?,
        species: @escaping @Sendable () throws -> SpeciesStore? = { nil },
        classifiers: [any ImageClassifying], settings: CaptureSettings = CaptureSettings()
    ) {
        self.init(
            records: records, places: places, species: species, classifiers: { classifiers },
            settings: settings)
    }

    /// Takes in a photo, a position, or both, and answers what they may show.
    ///
    /// The photo's file must lie on the data directory's file system, best in `staging/`. It is
    /// this call's from now on: part of the capture when it returns, removed when it throws. With a key
    /// that was sent before, the capture of that time is answered and the new file removed.
    ///
    /// - Returns: The capture, and whether this call made it.
    /// - Throws: `CaptureError` for what was sent; `RecordError` and `DatabaseError` for the store.
    ///   A source that fails is told in the answer and throws nothing.
    package func create(
        _ request: CaptureRequest, now: Date = Date()
    ) throws -> (capture: Capture, isNew: Bool) {
        let id = UUIDv7(now: now)
        do {
            return try stored(request, as: id, now: now)
        } catch {
            if let upload = request.photoPath {
                records.discard(upload: upload, of: id, after: error)
            }
            throw error
        }
    }

    private func stored(
        _ request: CaptureRequest, as id: UUIDv7, now: Date
    ) throws -> (capture: Capture, isNew: Bool) {
        try RecordLimits.check(key: request.key)
        let input = try analyzer.read(request, now: now)
        if let key = request.key, let earlier = try records.capture(key: key) {
            return (try answer(earlier, to: input, request, as: id), false)
        }
        let records = self.records
        let path = request.photoPath
        let analysis = try analyzer.analyze(input) {
            if let path { try records.stage(upload: path, as: id) }
        }
        let stored = StoredCapture(
            capture: capture(analysis, as: id, now: now), address: analysis.address?.displayName,
            addressParts: analysis.address?.address ?? [],
            languages: request.languages.languages, key: request.key)
        let kept = try records.insert(stored)
        let isNew = kept.capture.id == id
        if !isNew, let path { records.discard(upload: path, of: id) }
        return (kept.capture, isNew)
    }

    /// The capture that was sent under the same key, if photo and position are the same too.
    private func answer(
        _ earlier: StoredCapture, to input: CaptureInput, _ request: CaptureRequest,
        as id: UUIDv7
    ) throws -> Capture {
        guard
            input.photo.map({ SHA256.hexadecimal(of: $0.bytes) }) == earlier.capture.photo?.sha256,
            input.facts.position == earlier.capture.position
        else { throw RecordError.keyReused }
        if let path = request.photoPath { records.discard(upload: path, of: id) }
        return earlier.capture
    }

    private func capture(_ analysis: CaptureAnalysis, as id: UUIDv7, now: Date) -> Capture {
        // Whole milliseconds, as the store keeps them: a later question has the same answer.
        let created = Date(
            timeIntervalSince1970: (now.timeIntervalSince1970 * 1000).rounded(.down) / 1000)
        return Capture(
            id: id, state: .pending, created: created,
            expires: created.addingTimeInterval(settings.lifetime), eventDate: analysis.eventDate,
            timeZoneSource: analysis.timeZoneSource,
            position: analysis.position, headingInDegrees: analysis.headingInDegrees,
            photo: analysis.photo, sources: analysis.sources, candidates: analysis.candidates,
            notices: analysis.notices)
    }

    /// Answers what a photo and a position may show, and stores nothing; the photo is only read, and the day may be
    /// one to come.
    ///
    /// - Throws: `CaptureError`.
    package func identify(_ request: CaptureRequest, now: Date = Date()) throws -> CaptureAnalysis {
        try analyzer.analyze(try analyzer.read(request, now: request.presumedNow(now))) {}
    }

    /// The same where there are no records, and perhaps no data directory.
    package static func identify(
        _ request: CaptureRequest, places: PlaceIndex?, species: SpeciesStore? = nil,
        records: RecordStore? = nil, classifiers: [any ImageClassifying],
        settings: CaptureSettings = CaptureSettings(), now: Date = Date()
    ) throws -> CaptureAnalysis {
        let analyzer = CaptureAnalyzer(
            places: places, species: { species }, records: records,
            classifiers: { classifiers }, settings: settings)
        return try analyzer.analyze(try analyzer.read(request, now: request.presumedNow(now))) {}
    }

    // MARK: The answer

    /// The capture; one whose time is over is expired, whether or not a sweep has seen it yet.
    ///
    /// - Returns: nil when there is none, or it ended long ago.
    package func capture(_ id: UUIDv7, now: Date = Date()) throws -> Capture? {
        guard let capture = try records.capture(id)?.capture else { return nil }
        guard capture.state == .pending, capture.expires <= now else { return capture }
        return Capture(
            id: capture.id, state: .expired, created: capture.created, expires: capture.expires,
            eventDate: capture.eventDate, timeZoneSource: capture.timeZoneSource,
            position: capture.position,
            headingInDegrees: capture.headingInDegrees, photo: capture.photo,
            sources: capture.sources, candidates: capture.candidates, notices: capture.notices)
    }

    /// Makes a record of a capture.
    ///
    /// Repeated with the same key or the same content, it answers the same record.
    ///
    /// - Returns: The record, and whether this call made it.
    /// - Throws: `CaptureError` for the choice, `RecordError` for the capture; see `RecordStore.confirm`.
    package func confirm(
        _ id: UUIDv7, _ confirmation: Confirmation, now: Date = Date()
    ) throws -> (record: Record, isNew: Bool) {
        guard let stored = try records.captureAsStored(id) else {
            return (try records.record(ofForgottenCapture: id), false)
        }
        let answer = ConfirmedAnswer(
            identification: try Self.identification(confirmation, of: stored.capture),
            occurrenceRemarks: confirmation.occurrenceRemarks,
            recordedBy: confirmation.recordedBy, geoprivacy: confirmation.geoprivacy,
            key: confirmation.key)
        return try records.confirm(stored, as: answer, now: now)
    }

    private static func identification(
        _ confirmation: Confirmation, of capture: Capture
    ) throws(CaptureError) -> Identification {
        switch (confirmation.candidateID, confirmation.name) {
        case (nil, nil): throw .nothingChosen
        case (_?, _?): throw .twoChosen
        case (nil, let name?):
            return Identification(name: name, kind: confirmation.kind ?? .thing)
        case (let id?, nil): return try chosen(id, of: capture.candidates)
        }
    }

    /// A candidate, or one of those that it stands for.
    static func chosen(
        _ id: String, of candidates: [Candidate]
    ) throws(CaptureError) -> Identification {
        if let candidate = candidates.first(where: { $0.id == id }) {
            return Identification(candidate)
        }
        for candidate in candidates {
            if let place = candidate.joined?.first(where: { $0.id == id }) {
                return Identification(place, of: candidate)
            }
        }
        let offered = candidates.flatMap { candidate in
            [candidate.id] + (candidate.joined ?? []).compactMap(\.id)
        }
        throw .candidateNotOffered(id, offered: offered)
    }

    /// Ends a capture without a record and removes its photo. Repeating it is no error.
    ///
    /// - Throws: `RecordError.captureNotFound`, `.captureConfirmed`.
    package func cancel(_ id: UUIDv7) throws { try records.cancel(id) }

    /// Ends what has expired and removes what belongs to nothing; see `RecordStore.sweep`.
    package func sweep() throws -> SweepReport { try records.sweep() }
}

extension Identification {
    /// What a person says who chooses one of those that a candidate stands for.
    init(_ place: JoinedPlace, of candidate: Candidate) {
        self.init(
            name: place.name ?? candidate.name, kind: candidate.kind, ref: place.ref,
            category: candidate.category, type: place.type,
            confidence: candidate.score / Double(max(1, candidate.joined?.count ?? 1)))
    }

    /// What a person says who chooses the candidate.
    init(_ candidate: Candidate) {
        let isVernacular =
            candidate.scientificName != nil && candidate.scientificName != candidate.name
        self.init(
            name: candidate.name, kind: candidate.kind, scientificName: candidate.scientificName,
            vernacularName: isVernacular ? candidate.name : nil, ref: candidate.ref,
            category: candidate.category, type: candidate.type, confidence: candidate.score)
    }
}
