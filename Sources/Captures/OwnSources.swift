internal import Candidates
internal import GeoModel
internal import Records
internal import Species

/// What the species store knows of the taxa that the picture may show.
struct SpeciesSource {
    private(set) var knowledge: [String: SpeciesKnowledge] = [:]
    let report: SourceReport

    /// Names with less than this probability are not asked for: no candidate comes of them.
    private static let leastProbability = 0.002
    /// The most names, most probable first.
    private static let nameLimit = 100

    init(
        _ opened: () throws -> SpeciesStore?, _ labels: [LabelledProbability],
        at position: CapturePosition?, on date: EventDate, _ languages: LanguagePreferences,
        givesReasons: Bool
    ) {
        let store: SpeciesStore
        do {
            guard let found = try opened() else {
                report = .off("species", Self.remedy)
                return
            }
            store = found
        } catch {
            report = SourceReport(
                name: "species", state: .failed, milliseconds: 0, message: "\(error)")
            return
        }
        let names = Self.names(labels)
        guard !names.isEmpty else {
            report = .off("species", "The picture shows nothing alive.")
            return
        }
        let asked = SourceReport.timing("species") {
            try store.knowledge(
                of: names, at: position?.coordinate, on: date,
                languages: languages)
        } isEmpty: { answer in
            answer.values.allSatisfy { $0.taxon == nil && $0.range.status == .unknown }
        }
        let found = asked.answer ?? [:]
        knowledge = givesReasons ? found : found.mapValues(\.withoutReason)
        report = asked.report
    }

    private static let remedy =
        "There is no species.sqlite. Import a list of species with turnstone import taxonomy, or range "
        + "maps with turnstone import ranges."

    private static func names(_ labels: [LabelledProbability]) -> [String] {
        var seen: Set<String> = []
        return labels.filter { $0.probability >= leastProbability }
            .sorted { $1.probability < $0.probability }
            .compactMap(\.label.scientificName).filter { seen.insert($0).inserted }
            .prefix(nameLimit).map(\.self)
    }
}

/// The person's own places near a position.
struct SavedPlaceSource: Sendable {
    private(set) var places: [NearbySavedPlace] = []
    let report: SourceReport

    /// For who may not see them; it tells nothing of whether there are any.
    static let withheld = SavedPlaceSource(
        report: .off("saved", "Saved places are offered to who may review records."))

    private init(report: SourceReport) { self.report = report }

    init(_ records: RecordStore?, _ position: CapturePosition?) {
        guard let records, let position else {
            report = .off(
                "saved", records == nil ? "There is no data directory." : "There is no position.")
            return
        }
        let asked = SourceReport.timing("saved") {
            try records.savedPlaces(
                near: position.coordinate,
                radiusInMeters: Ranking.searchRadiusInMeters(
                    uncertainty: position.coordinateUncertaintyInMeters))
        } isEmpty: {
            $0.isEmpty
        }
        places = asked.answer ?? []
        report = asked.report
    }
}

extension SourceReport {
    static func off(_ name: String, _ message: String) -> SourceReport {
        SourceReport(name: name, state: .off, milliseconds: 0, message: message)
    }
}
