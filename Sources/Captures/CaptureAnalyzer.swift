internal import Hashing
internal import Candidates
internal import FoundationEssentials
internal import GeoModel
internal import Imaging
internal import Inference
internal import PlaceIndex
internal import Records
internal import Species

/// A request that was found good: its photo in memory, and what is known before any source is asked.
struct CaptureInput: Sendable {
    let photo: JPEGFile?
    let orientation: PhotoOrientation
    let facts: CaptureFacts
    let languages: LanguagePreferences
    let mayReview: Bool
}

/// Asks the sources side by side and ranks what they say. Stores nothing.
struct CaptureAnalyzer: Sendable {
    let places: PlaceIndex?
    /// The species store at the moment; nil leaves the source `species` off.
    let species: @Sendable () throws -> SpeciesStore?
    /// Of whose saved places is asked; nil leaves the source `saved` off.
    let records: RecordStore?
    /// The picture models at the moment; they may come and go between captures.
    let classifiers: @Sendable () -> [any ImageClassifying]
    let settings: CaptureSettings

    /// Checks the fields, reads the photo, and refuses what is not one whole JPEG within the limits.
    ///
    /// - Throws: `CaptureError`.
    func read(_ request: CaptureRequest, now: Date) throws(CaptureError) -> CaptureInput {
        // The fields alone first: a bad one is told without reading megabytes.
        _ = try CaptureFacts(request, nil, now: now)
        guard let path = request.photoPath else {
            guard request.decimalLatitude != nil else { throw .nothingSent }
            return CaptureInput(
                photo: nil, orientation: .upright,
                facts: try CaptureFacts(request, nil, now: now), languages: request.languages,
                mayReview: request.mayReview)
        }
        let photo: JPEGFile
        do throws(ImagingError) {
            photo = try JPEGFile(path: path, limits: settings.photoLimits)
        } catch {
            throw .photoRefused(error)
        }
        let metadata = PhotoMetadata(of: photo)
        return CaptureInput(
            photo: photo, orientation: metadata.orientation,
            facts: try CaptureFacts(
                request, metadata, now: now, magnetic: settings.magneticModels),
            languages: request.languages, mayReview: request.mayReview)
    }

    /// What the second thread brings: the map's answers, the photo's hash, and how `keep` fared.
    private struct Beside: Sendable {
        let map: MapSources
        let saved: SavedPlaceSource
        let sha256: String?
        let kept: Result<Void, any Error>
    }

    /// Asks all sources and ranks.
    ///
    /// This thread decodes the photo and asks the models, which is nearly all of the time. A second
    /// one meanwhile asks the map, hashes the photo, and calls `keep` to bring it to disk.
    ///
    /// - Throws: `CaptureError.photoRefused`, and what `keep` throws; it has run or is never run
    ///   when this returns or throws.
    func analyze(
        _ input: CaptureInput, keep: @escaping @Sendable () throws -> Void
    ) throws -> CaptureAnalysis {
        let (places, records, position) = (self.places, self.records, input.facts.position)
        let beside = Companion {
            Beside(
                map: MapSources(places, position, input.languages),
                saved: input.mayReview
                    ? SavedPlaceSource(records, position) : SavedPlaceSource.withheld,
                sha256: input.photo.map { SHA256.hexadecimal(of: $0.bytes) },
                kept: Result { try keep() })
        }
        let image = Result { () throws(CaptureError) in
            try ImageSource(input.photo, input.orientation, classifiers())
        }
        let second = beside.join()
        let first = try image.get()
        try second.kept.get()
        let zone = EventZone(
            input.facts.eventDate, input.facts.timeZoneSource, at: position,
            zone: second.map.address?.timezone)
        let eventDate = zone?.date ?? input.facts.eventDate
        let living = SpeciesSource(
            species, first.labels, at: position, on: eventDate, input.languages,
            givesReasons: input.mayReview)
        let candidates = Ranking.candidates(
            for: RankingInput(
                position: position, headingInDegrees: input.facts.headingInDegrees,
                headingUncertaintyInDegrees: input.facts.headingUncertaintyInDegrees,
                places: second.map.places, savedPlaces: second.saved.places,
                contexts: second.map.contexts, address: second.map.address, labels: first.labels,
                species: living.knowledge, eventDate: eventDate,
                limit: settings.candidateLimit))
        return CaptureAnalysis(
            eventDate: eventDate, timeZoneSource: zone?.source ?? input.facts.timeZoneSource,
            position: position, headingInDegrees: input.facts.headingInDegrees,
            photo: input.photo.flatMap { photo in
                second.sha256.map {
                    PhotoFacts(
                        width: photo.header.width, height: photo.header.height,
                        bytes: photo.bytes.count, sha256: $0)
                }
            },
            sources: [first.report] + second.map.reports + [living.report, second.saved.report],
            candidates: candidates,
            address: second.map.address,
            notices: input.facts.notices + Self.notices(zone, eventDate))
    }

    /// What the person should know of the time's zone.
    private static func notices(_ zone: EventZone?, _ date: EventDate) -> [String] {
        if let zone { return zone.notice.map { [$0] } ?? [] }
        return date.offsetInMinutes == nil
            ? ["The time has no offset from UTC. It is kept as local time of an unknown zone."] : []
    }
}
