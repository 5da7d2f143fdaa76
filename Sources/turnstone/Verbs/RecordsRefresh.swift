import ArgumentParsing
import Captures
import FoundationEssentials
import GeoModel
import Inference
import PlaceIndex
import Records
import Species

enum RecordsRefresh {
    static let verb = Verb(
        "records refresh",
        summary:
            "Compute addresses and candidates of records anew, by today's maps, species and models.",
        options: RecordFilter.options + [
            OptionSyntax(
                "all", "Also records that were computed by what there is now already."),
            OptionSyntax("dry-run", "Say what would change, and change nothing."),
            OptionSyntax(
                "addresses-only",
                "Leave the candidates: no photo is read, a thousand records a second."),
            CommonOptions.language, CommonOptions.model, CommonOptions.labels, CommonOptions.json,
        ],
        notes: [
            "What a person said is never touched: name, kind, scientific name, notes, place and time stay, and so "
                + "does the revision, so that an edit under way does not fail. An address stays where no map is "
                + "imported now; candidates stay where the map or the model they came of is not there now.",
            "Addresses and names stay in the languages that each record was made in; --lang brings all to others.",
            "A service may run meanwhile. It can be stopped at any time: run again, without --all, it goes "
                + "on with the rest.",
        ],
        examples: [
            ("turnstone records refresh --dry-run", "What a new map or model would change"),
            (
                "turnstone records refresh --addresses-only --bbox 24,60,25,61",
                "The addresses in a box, after a new import"
            ),
        ]
    ) { arguments in
        var filter = try RecordFilter(arguments)
        try arguments.dataDirectory.requireExisting()
        let records = try arguments.recordStore()
        try filter.chooseTaxon(arguments, of: records)
        let signals = try StopSignals()
        let refresh = try refresh(records, arguments)
        let display = ProgressDisplay()
        let report = try refresh.run(
            filter, all: arguments.has("all"), isDryRun: arguments.has("dry-run")
        ) { done, total in
            display.show(
                phase: "Computing anew", done: Int64(done), total: Int64(total), unit: .items)
        } isStopped: {
            do { try signals.check() } catch { return true }
            return false
        }
        display.clear()
        if arguments.has("json") {
            try Console.write(json: report)
        } else {
            Console.write(text(of: report, isDryRun: arguments.has("dry-run")))
        }
        guard report.isInterrupted else { return .done }
        Console.message("Stopped as asked. Run it again, without --all, to go on with the rest.")
        return .failed
    }

    private static func refresh(
        _ records: RecordStore, _ arguments: ParsedArguments
    ) throws -> RecordRefresh {
        let data = arguments.dataDirectory
        let isForAddressesOnly = arguments.has("addresses-only")
        let models =
            isForAddressesOnly
            ? .off(reason: "It is not asked.") : try PictureModels.find(arguments, requests: 1)
        if case .off(let reason) = models, !isForAddressesOnly {
            Console.message("Candidates of photos stay as they are: \(reason)")
        }
        let places = try PlaceIndex(
            directory: data.places, countries: GeoDataFolder.findOrTell()?.countries, connections: 1
        )
        places.tellUnreadRegions()
        let species = try arguments.existingSpeciesStore()
        // Unless a language is asked for, each record stays in its own.
        let languages = arguments["lang"] == nil ? nil : arguments.languages
        let maps = places.regions.map { "\($0.name) \($0.importedAt)" }.sorted()
        let sources = ComputationSources(
            address: RecordRefresh.fingerprint(maps + (languages?.languages ?? [])),
            candidates: RecordRefresh.fingerprint(
                try modelParts(models, arguments) + ["\(species?.generation() ?? -1)"]),
            isForAddressesOnly: isForAddressesOnly)
        return RecordRefresh(
            records: records, places: places, species: species,
            classifiers: models.classifiers, languages: languages, sources: sources)
    }

    /// What tells the models that answer from others: their names and declarations, which hold checksums.
    private static func modelParts(
        _ models: PictureModels, _ arguments: ParsedArguments
    ) throws -> [String] {
        guard case .library = models else { return ["\(arguments["labels"] ?? "none")"] }
        return try PictureModels.folders(in: arguments.dataDirectory).flatMap { folder in
            let declaration = try? Data(contentsOf: URL(filePath: folder.path + "/model.json"))
            return [folder.name, String(decoding: declaration ?? Data(), as: UTF8.self)]
        } + [arguments["model"] ?? ""]
    }

    private static func text(of report: RefreshReport, isDryRun: Bool) -> String {
        let verb = isDryRun ? "would change" : "changed"
        var lines = [
            "\(ProgressLine.counted(report.records, "record")) computed anew: "
                + "\(ProgressLine.grouped(Int64(report.changedAddresses))) addresses and "
                + "\(ProgressLine.grouped(Int64(report.changedCandidates))) lists of candidates \(verb), "
                + "\(ProgressLine.grouped(Int64(report.unchanged))) records are as they were."
        ]
        for (count, what) in [
            (report.keptAddresses, "address kept: no map is imported there now"),
            (report.keptCandidates, "list of candidates kept: its map or model is not there now"),
            (
                report.unknownLanguages,
                "record left, as its language was not kept when it was made: give --lang"
            ),
            (report.unreadablePhotos, "photo missing or unreadable: candidates kept"),
            (report.changedMeanwhile, "record edited or deleted meanwhile, left for the next time"),
        ] where count > 0 {
            lines.append("\(ProgressLine.grouped(Int64(count))) x \(what).")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
