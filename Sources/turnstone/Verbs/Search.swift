import API
import ArgumentParsing
import Exports
import GeoModel
import PlaceIndex

enum Search {
    static let verb = Verb(
        "search", summary: "Find places, streets, addresses by name.",
        operands: [
            OperandSyntax("TEXT", "A name, an address, or a name and the place it is in.")
        ],
        options: [
            OptionSyntax("near", value: "LAT,LON", "Where you are: what is nearer comes first."),
            OptionSyntax("limit", value: "N", "Results to list, 1 to 40; default 10."),
            CommonOptions.language, CommonOptions.json,
        ],
        notes: [
            "All words have to be in a name, in any language, or name what the place lies in. Letter "
                + "case and accents do not matter. Where no name has the words, the last one may be "
                + "the beginning of a word."
        ],
        examples: [
            ("turnstone search \"cathedral helsinki\"", "A place and its city"),
            ("turnstone search \"Aleksanterinkatu 26\" --lang en", "An address"),
            ("turnstone search kirche --near 47.14,9.52", "The nearest first"),
        ]
    ) { arguments in
        let asked = arguments.operands[0]
        let near = try arguments.position("near")
        let limit = try arguments.integer("limit", in: SearchQuery.limits) ?? 10
        guard asked.contains(where: { !$0.isWhitespace }) else {
            throw UsageError.invalidValue(
                name: "TEXT", value: asked, expected: "a name or an address")
        }
        let index = try PlaceIndex.open(arguments)
        if arguments.has("json") {
            Console.write(
                try InProcess.get(
                    "/search", of: GeocoderRoutes(index).routes,
                    [
                        ("format", "jsonv2"), ("addressdetails", "1"), ("q", asked),
                        ("near", near.map { "\($0)" }), ("limit", "\(limit)"),
                        ("lang", arguments["lang"]),
                    ]))
            return .done
        }
        var query = try SearchQuery(.free(asked), limit: limit, languages: arguments.languages)
        query.near = near
        let results = try index.search(query)
        guard !results.isEmpty else {
            Console.write("Nothing of that name is in the imported regions.\n")
            return .done
        }
        Console.write(text(of: results))
        return .done
    }

    /// Two lines for each: what it is called, and what it is.
    private static func text(of results: [GeocoderResult]) -> String {
        let lines = results.map { result in
            let object = result.ref.map { "\($0), " } ?? ""
            let distance = result.distanceInMeters.map { "\(DistanceText.text($0)) away, " } ?? ""
            let degrees = [result.position.decimalLatitude, result.position.decimalLongitude]
            let position = degrees.map { $0.fixed(decimals: 5) }.joined(separator: ",")
            return
                "\(result.displayName)\n  \(distance)\(object)\(result.category)=\(result.type), "
                + "\(position)\n"
        }
        return lines.joined()
    }
}
