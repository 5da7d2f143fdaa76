import API
import ArgumentParsing
import Exports
import FoundationEssentials
import GeoModel
import Records

/// The person's own places: `saved-places list`, `add`, `remove`.
enum SavedPlaces {
    static let list = Verb(
        "saved-places list", summary: "List your own places.", options: [CommonOptions.json],
        notes: ["With --json they come as GeoJSON; a circle is a Point with radiusInMeters."],
        examples: [("turnstone saved-places list", "Names, sizes and ids")]
    ) { arguments in
        let places = try RecordStore(arguments.dataDirectory).savedPlaces()
        if arguments.has("json") {
            var json = SavedPlaceRoutes.featureCollection(places)
            Console.write(try json.finish())
            Console.write("\n")
        } else {
            var table = TextTable([("name", .left), ("where", .left), ("id", .left)])
            for place in places { table.add(place.name, text(of: place.shape), "\(place.id)") }
            Console.write(table, ifEmpty: "No saved place.")
        }
        return .done
    }

    static let add = Verb(
        "saved-places add", summary: "Save a place of your own: captures there offer its name.",
        operands: [OperandSyntax("NAME", "What you call it.")],
        options: [
            OptionSyntax("at", value: "LAT,LON", "The centre of a circle."),
            OptionSyntax("radius", value: "M", "Its radius in metres, 1 to 50000; default 50."),
            OptionSyntax(
                "area", value: "FILE",
                "In place of a circle: a GeoJSON file with one Polygon or MultiPolygon."),
            CommonOptions.json,
        ],
        examples: [
            (
                "turnstone saved-places add \"Our garden\" --at 60.1702,24.9522 --radius 30",
                "A circle"
            ),
            ("turnstone saved-places add Allotment --area allotment.geojson", "An area"),
        ]
    ) { arguments in
        let shape = try shape(arguments)
        let place = try RecordStore(arguments.dataDirectory)
            .addSavedPlace(name: arguments.operands[0], shape: shape)
        if arguments.has("json") {
            var json = SavedPlaceRoutes.feature(place)
            Console.write(try json.finish())
            Console.write("\n")
        } else {
            Console.write("Saved \(place.name): \(place.id)\n")
        }
        return .done
    }

    static let remove = Verb(
        "saved-places remove", summary: "Remove places of your own; records made there stay.",
        operands: [
            OperandSyntax("ID", "Ids, as 'saved-places list' shows them.", count: .oneOrMore)
        ],
        examples: [
            (
                "turnstone saved-places remove 019711aa-3c00-7abc-8def-0123456789ab",
                "Remove one place"
            )
        ]
    ) { arguments in
        let ids = try arguments.operands.map { text in
            guard let id = UUIDv7(text) else {
                throw UsageError.invalidValue(
                    name: "ID", value: text, expected: "an id as 'saved-places list' shows it")
            }
            return id
        }
        let store = try RecordStore(arguments.dataDirectory)
        for id in ids {
            try store.deleteSavedPlace(id)
            Console.write("Removed \(id)\n")
        }
        return .done
    }

    private static func shape(_ arguments: ParsedArguments) throws -> SavedPlaceShape {
        let center = try arguments.position("at")
        let radius = try arguments.number("radius", expected: "metres from 1 to 50000") {
            SavedPlace.radii.contains($0)
        }
        guard let file = arguments["area"] else {
            guard let center else {
                throw UsageError.combination("Say where: --at LAT,LON, or --area FILE.")
            }
            return .circle(center: center, radiusInMeters: radius ?? 50)
        }
        guard center == nil, radius == nil else {
            throw UsageError.combination("--area stands alone, without --at and --radius.")
        }
        guard let geometry = GeoJSONGeometry.read(try contents(of: file)) else {
            throw UsageError.invalidValue(
                name: "--area", value: file,
                expected: "a GeoJSON file of at most 1 MiB with one Polygon or MultiPolygon")
        }
        return .area(geometry)
    }

    /// A regular file of at most 1 MiB, as over HTTP: 10,000 positions take half of it.
    ///
    /// - Throws: `ProgramError.cannotRead`.
    private static func contents(of path: String) throws(ProgramError) -> [UInt8] {
        let real = URL(filePath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: real) else {
            throw .cannotRead(path: path, reason: "there is no such file")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw .cannotRead(path: path, reason: "it is no regular file")
        }
        // Of which integer type it is differs from one Foundation to another.
        let size = (attributes[.size] as? any BinaryInteger).map { Int(clamping: $0) }
        guard let size, size <= 1 << 20 else {
            throw .cannotRead(path: path, reason: "it is larger than 1 MiB")
        }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw .cannotRead(path: path, reason: "see its permissions")
        }
        return Array(data)
    }

    private static func text(of shape: SavedPlaceShape) -> String {
        switch shape {
        case .circle(let center, let radius):
            "\(center), \(DistanceText.text(radius)) round"
        case .area(let geometry): "an area of \(geometry.positions.count) positions"
        }
    }
}
