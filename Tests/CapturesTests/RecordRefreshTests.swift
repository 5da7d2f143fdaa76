import FoundationEssentials
import GeoModel
import Imaging
import Inference
import PlaceIndex
import Records
import TestSupport
import Testing

@testable import Captures

@Suite struct `Computing records anew` {
    /// Vaduz, on the bundled map of Liechtenstein.
    private static let here = (latitude: 47.1396, longitude: 9.5225)

    private let fixture: CapturesFixture

    init() throws { fixture = try CapturesFixture(hasPlaces: false) }

    /// A record that a person has set every field of; nothing but the clock was computed for its capture.
    private func record(at position: (Double, Double)? = (here.latitude, here.longitude)) throws
        -> Record
    {
        var request = try fixture.request(photo: try CapturesFixture.photo())
            .at(position?.0, position?.1, uncertainty: position == nil ? nil : 12)
        request.headingInDegrees = 200
        request.eventDate = EventDate("2026-05-04T03:02:01+02:00")
        let capture = try fixture.flow.create(request).capture
        var confirmation = Confirmation()
        confirmation.name = "Mein Kirchlein"
        confirmation.kind = .species
        confirmation.occurrenceRemarks = "said by a person"
        confirmation.recordedBy = "Aino"
        let record = try fixture.flow.confirm(capture.id, confirmation).record
        var patch = RecordPatch()
        patch.scientificName = .set("Ecclesia parva")
        return try fixture.records.update(record.occurrenceID, patch)
    }

    private func importMap() throws -> PlaceIndex {
        if !fixture.folder.files.contains(where: { $0.hasSuffix("liechtenstein.sqlite") }) {
            _ = try OSMImporter(region: "liechtenstein", directory: fixture.directory.places)
                .run(files: [GeoDataFiles.liechtenstein])
        }
        return try PlaceIndex(
            directory: fixture.directory.places, countries: GeoDataFiles.countries, connections: 1)
    }

    private func refresh(
        _ places: PlaceIndex, classifiers: [any ImageClassifying]? = nil, version: String = "1",
        addressesOnly: Bool = false, languages: LanguagePreferences? = .local
    ) throws -> RecordRefresh {
        RecordRefresh(
            records: fixture.records, places: places, species: nil,
            classifiers: try classifiers ?? [CapturesFixture.recorded(["church": 0.93])],
            languages: languages,
            sources: ComputationSources(
                address: "map\(version)", candidates: "model\(version)",
                isForAddressesOnly: addressesOnly))
    }

    /// A record's fields that are a person's, as text.
    private func said(_ record: Record) throws -> String {
        let person = Record(
            occurrenceID: record.occurrenceID, captureID: record.captureID,
            created: record.created, modified: record.modified, revision: record.revision,
            eventDate: record.eventDate, position: record.position,
            headingInDegrees: record.headingInDegrees, identification: record.identification,
            occurrenceRemarks: record.occurrenceRemarks, recordedBy: record.recordedBy,
            geoprivacy: record.geoprivacy, photo: record.photo,
            computation: Computation(address: nil, addressParts: [], candidates: []))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(person), as: UTF8.self)
    }

    @Test func `fills in addresses and candidates, and leaves every byte that a person set`() throws
    {
        let before = try record()
        #expect(before.computation.address == nil)
        let photo = try Data(
            contentsOf: URL(filePath: fixture.records.photoPath(before.occurrenceID)))
        let places = try importMap()

        let dry = try refresh(places).run(isDryRun: true)
        #expect(dry.records == 1 && dry.changedAddresses == 1 && dry.changedCandidates == 1)
        #expect(try fixture.records.record(before.occurrenceID) == before)

        let report = try refresh(places).run()
        #expect(report == dry)
        let after = try #require(try fixture.records.record(before.occurrenceID))
        #expect(try said(after) == said(before))
        #expect(after.computation.address?.contains("Vaduz") == true)
        #expect(after.computation.candidates.contains { $0.ref != nil })
        #expect(after.computation.revision == 1)
        #expect(
            try Data(contentsOf: URL(filePath: fixture.records.photoPath(before.occurrenceID)))
                == photo)
        // The record is found by what it was found by, and an edit of the revision that was seen goes through.
        var filter = RecordFilter()
        filter.q = "kirchlein"
        #expect(try fixture.records.list(filter).total == 1)
        var patch = RecordPatch()
        patch.name = "Edited"
        _ = try fixture.records.update(before.occurrenceID, patch, ifRevision: before.revision)
        #expect(try fixture.records.check().problems == [])
    }

    @Test func `does each record once for the same maps and models, and anew for others`() throws {
        for _ in 0..<3 { _ = try record() }
        let places = try importMap()
        #expect(try refresh(places).run().records == 3)
        #expect(try refresh(places).run().records == 0)
        let all = try refresh(places).run(all: true)
        #expect(all.records == 3 && all.unchanged == 3)
        let other = try refresh(
            places, classifiers: [CapturesFixture.recorded(["castle": 0.97])], version: "2")
        let changed = try other.run()
        #expect(changed.changedCandidates == 3 && changed.changedAddresses == 0)
        let revisions = try fixture.records.list().records.map(\.computation.revision)
        #expect(revisions == [2, 2, 2])
    }

    @Test func `addresses alone leave the candidates, and their turn for later`() throws {
        let before = try record()
        let places = try importMap()
        let report = try refresh(places, addressesOnly: true).run()
        #expect(report.changedAddresses == 1 && report.changedCandidates == 0)
        let after = try #require(try fixture.records.record(before.occurrenceID))
        #expect(after.computation.candidates == before.computation.candidates)
        #expect(try refresh(places, addressesOnly: true).run().records == 0)
        #expect(try refresh(places).run().changedCandidates == 1)
        #expect(try refresh(places, addressesOnly: true).run().records == 0)
    }

    @Test func `leaves each record in the languages it was made in, unless others are asked for`()
        throws
    {
        func record(_ languages: String) throws -> UUIDv7 {
            var request = try fixture.request(photo: try CapturesFixture.photo())
                .at(Self.here.latitude, Self.here.longitude, uncertainty: 12)
            request.languages = LanguagePreferences(acceptLanguage: languages)
            var confirmation = Confirmation()
            confirmation.name = "A church"
            let capture = try fixture.flow.create(request).capture
            return try fixture.flow.confirm(capture.id, confirmation).record.occurrenceID
        }
        let first = try [record("fr-CH,de"), record("")]
        // As records are that were made before it was kept.
        let early = try #require(try fixture.records.record(first[0]))
        let copy = Record(
            occurrenceID: UUIDv7(), captureID: UUIDv7(), created: early.created,
            modified: early.modified, revision: 1, eventDate: early.eventDate,
            position: early.position, headingInDegrees: nil, identification: early.identification,
            occurrenceRemarks: nil, recordedBy: nil, geoprivacy: .open, photo: nil,
            computation: Computation(address: nil, addressParts: [], candidates: []))
        try fixture.records.insert([copy])
        let ids = first + [copy.occurrenceID]
        func computed(_ id: UUIDv7) throws -> Computation {
            try #require(try fixture.records.record(id)).computation
        }
        func country(_ id: UUIDv7) throws -> String? {
            try computed(id).addressParts.first { $0.key == "country" }?.value
        }
        #expect(try computed(ids[0]).languages == ["fr-ch", "fr", "de"])
        let places = try importMap()
        let report = try refresh(places, languages: nil).run()
        #expect(report.unknownLanguages == 1 && report.changedAddresses == 2)
        #expect(try country(ids[1]) == "Liechtenstein")
        #expect(try computed(ids[0]).languages == ["fr-ch", "fr", "de"])
        #expect(try computed(ids[2]).address == nil)
        let own = try ids.map(computed)
        // Another map, and the records stay in their languages.
        _ = try refresh(places, version: "2", languages: nil).run()
        #expect(try ids.map(computed) == own)
        let russian = LanguagePreferences(acceptLanguage: "ru")
        #expect(try refresh(places, version: "3", languages: russian).run().changedAddresses == 3)
        for id in ids { #expect(try computed(id).languages == ["ru"]) }
        let changed = try ids.map(computed)
        _ = try refresh(places, version: "4", languages: nil).run()
        #expect(try ids.map(computed) == changed)
        #expect(changed[0].address != own[0].address)
    }

    @Test func `keeps what it has no better for`() throws {
        let far = try record(at: (60.17, 24.95))
        let nowhere = try record(at: nil)
        let vaduz = try record()
        let places = try importMap()
        _ = try refresh(places).run()
        let known = try [far, nowhere, vaduz].map {
            try fixture.records.record($0.occurrenceID)?.computation
        }
        // The model breaks, the photo of one is lost, and later the map is gone.
        let broken = try refresh(places, classifiers: [BrokenClassifier()], version: "2").run()
        #expect(broken.keptCandidates == 3 && broken.changedCandidates == 0)
        let none = try refresh(places, classifiers: [], version: "3").run()
        #expect(none.keptCandidates == 3)
        try FileManager.default.removeItem(
            atPath: fixture.records.photoPath(nowhere.occurrenceID))
        let lost = try refresh(places, version: "4").run()
        #expect(lost.unreadablePhotos == 1)
        let empty = try PlaceIndex(
            directory: fixture.folder.file("none"), countries: GeoDataFiles.countries,
            connections: 1)
        let unmapped = try refresh(empty, version: "5").run()
        #expect(unmapped.keptAddresses == 2)
        #expect(unmapped.changedAddresses == 0)
        let last = try [far, nowhere, vaduz].map {
            try fixture.records.record($0.occurrenceID)?.computation
        }
        #expect(last == known)
        #expect(known[0]?.addressParts.map(\.key).contains("country_code") == true)
    }

    @Test func `goes on where it was stopped, and leaves what was edited or deleted meanwhile`()
        throws
    {
        let records = try (0..<25).map { _ in try record() }
        let places = try importMap()
        var asked = 0
        let first = try refresh(places, addressesOnly: true).run(
            isStopped: {
                asked += 1
                return asked > 22
            })
        #expect(first.isInterrupted && first.records == 22)
        let revisions = try fixture.records.list().records.map(\.computation.revision)
        #expect(revisions.filter { $0 == 1 }.count == 22)
        // The last three: one is edited and one deleted while the run is at them.
        var isFirst = true
        let second = try refresh(places, addressesOnly: true).run(
            progress: { _, total in
                guard isFirst else { return }
                isFirst = false
                #expect(total == 3)
                var patch = RecordPatch()
                patch.name = "Edited meanwhile"
                _ = try? fixture.records.update(records[0].occurrenceID, patch)
                _ = try? fixture.records.delete(records[1].occurrenceID)
            })
        #expect(second.records == 3 && second.changedMeanwhile == 2)
        let edited = try #require(try fixture.records.record(records[0].occurrenceID))
        #expect(edited.identification.name == "Edited meanwhile")
        #expect(edited.computation.address == nil)
        #expect(try refresh(places, addressesOnly: true).run().records == 1)
    }

    @Test func `of a filter takes only those`() throws {
        let vaduz = try record()
        let far = try record(at: (60.17, 24.95))
        var filter = RecordFilter()
        filter.boundingBox = BoundingBox(west: 9, south: 47, east: 10, north: 48)
        let report = try refresh(try importMap(), addressesOnly: true).run(filter)
        #expect(report.records == 1)
        #expect(try fixture.records.record(vaduz.occurrenceID)?.computation.revision == 1)
        #expect(try fixture.records.record(far.occurrenceID)?.computation.revision == 0)
    }
}
