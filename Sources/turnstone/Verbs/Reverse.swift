import API
import ArgumentParsing
import GeoModel
import PlaceIndex

enum Reverse {
    static let verb = Verb(
        "reverse", summary: "Say what is at a position: address, areas, country.",
        operands: [OperandSyntax("LAT,LON", "The position in degrees on WGS 84.")],
        options: [
            OptionSyntax(
                "zoom", value: "N",
                "How fine, as in Nominatim: 3 country, 5 state, 8 county, 10 city, 14 neighbourhood, "
                    + "16 street, 18 building; default 18."),
            OptionSyntax(
                "layer", value: "LIST",
                "What to answer with: \(layerNames); default address,poi."),
            OptionSyntax(
                "format", value: "NAME",
                "Print the service's answer in this of Nominatim's formats: \(formatNames)."),
            OptionSyntax("namedetails", "With --format or --json: all names, in every language."),
            OptionSyntax("extratags", "With --format or --json: all other tags."),
            OptionSyntax(
                "polygon", value: "FORM",
                "With --format or --json: the whole shape, as \(shapeNames)."),
            CommonOptions.language, CommonOptions.json,
        ],
        notes: ["--json is --format jsonv2."],
        examples: [
            ("turnstone reverse 47.1396,9.5225", "The address of a position"),
            ("turnstone reverse 60.17,24.95 --zoom 10 --lang en", "Its city, named in English"),
            (
                "turnstone reverse 60.17,24.95 --zoom 16 --format geojson --polygon geojson",
                "The street's line as a GeoJSON feature"
            ),
        ]
    ) { arguments in
        let query = try ReverseQuery(
            position: arguments.position(operand: 0),
            zoom: arguments.integer("zoom", in: ReverseQuery.zooms) ?? 18,
            languages: arguments.languages, layers: layers(arguments))
        let format = try format(arguments)
        let shape = try shape(arguments)
        if format == nil,
            let option = ["namedetails", "extratags", "polygon"].first(where: {
                arguments.has($0) || arguments[$0] != nil
            })
        {
            throw UsageError.combination("--\(option) needs --format or --json.")
        }
        let index = try PlaceIndex.open(arguments)
        if let format {
            Console.write(try answer(index, query, arguments, format: format, shape: shape))
        } else if let answer = try index.reverse(query) {
            Console.write(text(of: answer))
        } else {
            Console.write("Nothing is known there: open sea, or outside all that is imported.\n")
        }
        return .done
    }

    private static let layerNames = Layer.allCases.map(\.rawValue).joined(separator: ",")

    private static func layers(_ arguments: ParsedArguments) throws(UsageError) -> Set<Layer> {
        guard let text = arguments["layer"] else { return [.address, .poi] }
        var layers: Set<Layer> = []
        for word in text.split(separator: ",") {
            guard let layer = Layer(rawValue: String(word)) else {
                throw .invalidValue(name: "--layer", value: text, expected: "some of \(layerNames)")
            }
            layers.insert(layer)
        }
        return layers
    }

    private static let formatNames = GeocoderFormat.allCases.map(\.rawValue)
        .joined(separator: ", ")
    private static let shapeNames = GeocoderDetails.Shape.allCases.map(\.word)
        .joined(separator: ", ")

    /// The asked format; nil for words to read.
    private static func format(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> GeocoderFormat? {
        guard let name = arguments["format"] else { return arguments.has("json") ? .jsonv2 : nil }
        guard let format = GeocoderFormat(rawValue: name) else {
            throw .invalidValue(name: "--format", value: name, expected: "one of \(formatNames)")
        }
        guard !arguments.has("json") else {
            throw .combination("--json and --format exclude each other.")
        }
        return format
    }

    private static func shape(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> GeocoderDetails.Shape? {
        guard let word = arguments["polygon"] else { return nil }
        guard let shape = GeocoderDetails.Shape.allCases.first(where: { $0.word == word }) else {
            throw .invalidValue(name: "--polygon", value: word, expected: "one of \(shapeNames)")
        }
        return shape
    }

    /// The address on one line; then what answered; then a line for each part.
    private static func text(of answer: GeocoderResult) -> String {
        let object = answer.ref.map { "\($0), " } ?? ""
        let away = answer.distanceInMeters.map { ", \(DistanceText.text($0)) away" } ?? ""
        var lines = [
            answer.displayName, "\(object)\(answer.category)=\(answer.type)\(away)",
        ]
        let width = answer.address.map(\.key.count).max() ?? 0
        lines += answer.address.map { part in
            let padding = String(repeating: " ", count: width - part.key.count)
            return "  \(part.key)\(padding)  \(part.value)\(part.isInferred ? "  (nearest)" : "")"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func answer(
        _ index: PlaceIndex, _ query: ReverseQuery, _ arguments: ParsedArguments,
        format: GeocoderFormat, shape: GeocoderDetails.Shape?
    ) throws -> [UInt8] {
        try InProcess.get(
            "/reverse", of: GeocoderRoutes(index).routes,
            [
                ("format", format.rawValue), ("lat", "\(query.position.decimalLatitude)"),
                ("lon", "\(query.position.decimalLongitude)"), ("zoom", "\(query.zoom)"),
                ("layer", arguments["layer"]), ("lang", arguments["lang"]),
                ("namedetails", arguments.has("namedetails") ? "1" : nil),
                ("extratags", arguments.has("extratags") ? "1" : nil),
            ] + (shape.map { [($0.rawValue, "1")] } ?? []))
    }
}
