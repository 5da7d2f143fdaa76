import ArgumentParsing
import Captures
import Exports
import FoundationEssentials
import GeoModel
import Inference
import PlaceIndex
import Records
import Species

enum Identify {
    static let verb = Verb(
        "identify", summary: "Say what a photo may show, ranked and explained; nothing is stored.",
        operands: [OperandSyntax("PHOTO", "A JPEG.", count: .optional)],
        options: [
            OptionSyntax(
                "at", value: "LAT,LON", "Where it was taken; default: the photo's own GPS position."
            ),
            OptionSyntax("uncertainty", value: "M", "Metres within which the true position lies."),
            OptionSyntax(
                "heading", value: "DEG", "Where the camera looked, clockwise from true north."),
            OptionSyntax(
                "date", value: "RFC3339", "When; default: the photo's own time, else now."),
            OptionSyntax("limit", value: "N", "Candidates to show, 1 to 50; default 10."),
            CommonOptions.language, CommonOptions.model, CommonOptions.labels, CommonOptions.json,
        ],
        notes: [
            "Evidence is in log-odds: positive speaks for the candidate, and the lines of a candidate "
                + "add up to the log-odds of its score. Without a photo, --at alone asks the map."
        ],
        examples: [
            (
                "turnstone identify church.jpg --at 60.1702,24.9522 --uncertainty 20 --lang en",
                "What a photo taken there may show"
            ),
            ("turnstone identify photo.jpg --json", "The same by the photo's GPS, for a program"),
        ]
    ) { arguments in
        let request = try request(arguments)
        guard request.photoPath != nil || request.decimalLatitude != nil else {
            throw UsageError.combination("Neither a photo nor --at is given. Give one or both.")
        }
        var settings = CaptureSettings()
        settings.candidateLimit = try arguments.integer("limit", in: 1...50) ?? 10
        settings.magneticModels = try GeoDataFolder.findOrTell()?.magneticModels
        let analysis = try analysis(
            arguments, request, classifiers: classifiers(arguments, request), settings: settings)
        for notice in analysis.notices { Console.message(notice) }
        if arguments.has("json") {
            Console.write(try AnalysisText.json(analysis))
        } else {
            Console.write(AnalysisText.text(analysis))
        }
        return .done
    }

    private static func analysis(
        _ arguments: ParsedArguments, _ request: CaptureRequest,
        classifiers: [any ImageClassifying], settings: CaptureSettings
    ) throws -> CaptureAnalysis {
        let data = arguments.dataDirectory
        let records = try isThere(data.recordsDatabase) ? RecordStore(data) : nil
        let species =
            try isThere(data.speciesDatabase) ? SpeciesStore(path: data.speciesDatabase) : nil
        do {
            return try CaptureFlow.identify(
                request, places: places(arguments), species: species,
                records: records, classifiers: classifiers, settings: settings)
        } catch CaptureError.photoRefused(let reason) {
            throw ProgramError.photoRefused(path: request.photoPath ?? "", reason: "\(reason)")
        }
    }

    private static func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    private static func request(_ arguments: ParsedArguments) throws -> CaptureRequest {
        var request = CaptureRequest()
        request.photoPath = arguments.operands.first
        let position = try arguments.position("at")
        request.decimalLatitude = position?.decimalLatitude
        request.decimalLongitude = position?.decimalLongitude
        request.coordinateUncertaintyInMeters = try arguments.number(
            "uncertainty", expected: "metres above 0, at most 20037509"
        ) { $0 > 0 && $0 <= 20_037_509 }
        request.headingInDegrees = try arguments.number(
            "heading", expected: "degrees from 0 to 360"
        ) { (0...360).contains($0) }
        request.eventDate = try arguments.eventDate("date")
        request.languages = arguments.languages
        return request
    }

    /// The map, if one is imported; a photo can be looked at without.
    private static func places(_ arguments: ParsedArguments) throws -> PlaceIndex? {
        do {
            return try PlaceIndex.open(arguments)
        } catch let error as ProgramError where error.isOfNoRegions {
            Console.message("\(error)")
        } catch RecordError.noDataDirectory(let path) where arguments["data"] == nil {
            Console.message("\(RecordError.noDataDirectory(path: path))")
        }
        return nil
    }

    private static func classifiers(
        _ arguments: ParsedArguments, _ request: CaptureRequest
    ) throws -> [any ImageClassifying] {
        guard request.photoPath != nil else { return [] }
        let models = try PictureModels.find(arguments, requests: 1)
        if case .off(let reason) = models {
            Console.message("The picture is not looked at: \(reason)")
        }
        return models.classifiers
    }
}
