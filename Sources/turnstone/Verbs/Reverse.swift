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
            CommonOptions.language, CommonOptions.json,
        ],
        examples: [
            ("turnstone reverse 47.1396,9.5225", "The address of a position"),
            ("turnstone reverse 60.17,24.95 --zoom 10 --lang en", "Its city, named in English"),
        ]
    ) { arguments in
        let query = try ReverseQuery(
            position: arguments.position(operand: 0),
            zoom: arguments.integer("zoom", in: ReverseQuery.zooms) ?? 18,
            languages: arguments.languages, layers: layers(arguments))
        let index = try PlaceIndex.open(arguments)
        if arguments.has("json") {
            Console.write(try json(index, query, arguments))
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

    private static func json(
        _ index: PlaceIndex, _ query: ReverseQuery, _ arguments: ParsedArguments
    ) throws -> [UInt8] {
        try InProcess.get(
            "/reverse", of: GeocoderRoutes(index).routes,
            [
                ("format", "jsonv2"), ("lat", "\(query.position.decimalLatitude)"),
                ("lon", "\(query.position.decimalLongitude)"), ("zoom", "\(query.zoom)"),
                ("layer", arguments["layer"]), ("lang", arguments["lang"]),
            ])
    }
}
