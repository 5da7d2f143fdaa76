import API
import ArgumentParsing
import GeoModel
import PlaceIndex

enum Nearby {
    static let verb = Verb(
        "nearby", summary: "List the places near a position, nearest first.",
        operands: [OperandSyntax("LAT,LON", "The position in degrees on WGS 84.")],
        options: [
            OptionSyntax("radius", value: "M", "Metres, above 0 and at most 50000; default 100."),
            OptionSyntax("limit", value: "N", "Places to list, 1 to 100; default 20."),
            OptionSyntax(
                "category", value: "LIST",
                "Only these kinds: keys, as amenity,shop, or pairs, as amenity=cafe."),
            OptionSyntax(
                "type", value: "LIST", "Only these types of the keys in --category, as cafe,pub."),
            OptionSyntax("name", value: "TEXT", "Only with this in one of the names."),
            CommonOptions.language, CommonOptions.json,
        ],
        notes: [
            "Distances are geodesic metres to the footprint, 0 inside it. What has no name is listed "
                + "in brackets, by its type."
        ],
        examples: [
            ("turnstone nearby 60.1702,24.9522 --radius 100 --lang en", "What is within 100 m"),
            (
                "turnstone nearby -33.9,151.2 --category amenity=toilets,tourism",
                "Toilets and sights near by"
            ),
        ]
    ) { arguments in
        let query = try query(arguments)
        let index = try PlaceIndex.open(arguments)
        if arguments.has("json") {
            Console.write(try json(index, query, arguments))
            return .done
        }
        let found = try index.nearby(query.withOneMore)
        let places = found.prefix(query.limit)
        guard !places.isEmpty else {
            let radius = ProgressLine.grouped(Int64(query.radiusInMeters.rounded()))
            let canWiden = query.radiusInMeters < NearbyQuery.radiusLimitInMeters
            Console.write(
                "Nothing within \(radius) m."
                    + (canWiden ? " A wider --radius may find something.\n" : "\n"))
            return .done
        }
        var table = TextTable([
            ("distance", .right), ("name", .left), ("type", .left), ("object", .left),
        ])
        for found in places {
            table.add(
                DistanceText.text(found.distanceInMeters),
                found.isNamed ? found.label : "(\(found.label))",
                "\(found.place.category)=\(found.place.type)", found.place.ref.description)
        }
        Console.write(table.text)
        if found.count > query.limit {
            Console.message("There is more within the radius. A higher --limit shows up to 100.")
        }
        return .done
    }

    private static func query(_ arguments: ParsedArguments) throws -> NearbyQuery {
        let limit = NearbyQuery.radiusLimitInMeters
        let radius = try arguments.number(
            "radius", expected: "metres, above 0 and at most \(Int(limit))"
        ) { $0 > 0 && $0 <= limit }
        return try NearbyQuery(
            position: arguments.position(operand: 0), radiusInMeters: radius ?? 100,
            limit: arguments.integer("limit", in: NearbyQuery.limits) ?? 20,
            languages: arguments.languages,
            kinds: kinds(arguments), name: arguments["name"])
    }

    /// Read as the service reads them, so that both take the same lists.
    private static func kinds(_ arguments: ParsedArguments) throws -> [NearbyQuery.Kind] {
        let lists = ["category", "type"].compactMap { name in
            arguments[name].map { (name: name, value: $0) }
        }
        do {
            return try Parameters(lists).nearbyKinds()
        } catch {
            throw UsageError.combination("\(error)")
        }
    }

    private static func json(
        _ index: PlaceIndex, _ query: NearbyQuery, _ arguments: ParsedArguments
    ) throws -> [UInt8] {
        try InProcess.get(
            "/v1/places/nearby", of: PlaceRoutes(index).routes,
            [
                ("lat", "\(query.position.decimalLatitude)"),
                ("lon", "\(query.position.decimalLongitude)"),
                ("radius", "\(query.radiusInMeters)"), ("limit", "\(query.limit)"),
                ("lang", arguments["lang"]), ("category", arguments["category"]),
                ("type", arguments["type"]), ("q", query.name),
            ])
    }
}
