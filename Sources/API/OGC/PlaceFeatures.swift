import Exports
import GeoModel
import HTTPServer
import PlaceIndex

/// The collection `places`: the objects of the imported maps that people point at, with their whole footprints.
struct PlaceFeatures: FeatureSource {
    private let places: PlaceIndex

    init(_ places: PlaceIndex) { self.places = places }

    static let words = FeatureCollectionWords(
        id: "places", title: "Places",
        description:
            "What OpenStreetMap has that people point at, as far as it is imported: points, lines and "
            + "areas. © OpenStreetMap contributors, Open Database License 1.0.")
    /// A map fills its window with one question.
    static let greatestLimit = 1000
    static let filters: Set = ["category", "type"]

    func properties(_ request: Request) -> [FeatureProperty] {
        [
            FeatureProperty("osm_type", .text), FeatureProperty("osm_id", .integer),
            FeatureProperty("category", .text), FeatureProperty("type", .text),
            FeatureProperty("name", .text), FeatureProperty("named", .flag),
            FeatureProperty("importance", .number),
        ]
    }

    func extent(_ request: Request) throws -> FeatureExtent {
        let boxes = places.regions.compactMap(\.boundingBox)
        return FeatureExtent(boundingBox: BoundingBox(enclosing: boxes.flatMap(\.corners)))
    }

    func write(
        _ query: FeatureQuery, _ request: Request, to json: inout JSONWriter
    ) throws -> FeaturePageEnd {
        var question = PlaceBoxQuery()
        question.box = query.box
        question.kinds = try query.parameters.nearbyKinds()
        (question.limit, question.offset) = (query.limit, query.offset)
        question.languages = LanguagePreferences(
            acceptLanguage: request.acceptLanguage ?? "")
        if let cursor = query.cursor {
            guard cursor.hasPrefix(Self.mark), let ref = Self.ref(cursor.dropFirst(Self.mark.count))
            else {
                throw APIError.invalid(
                    parameter: "cursor", remedy: "Use the link next of a page as it is.")
            }
            question.last = ref
        }
        let start = json.bytes.count
        let end = try places.places(question) { place in
            json.value(feature: place, query.referenceSystem.axes) { _ in }
            return json.bytes.count - start < FeatureQuery.greatestPage
        }
        return FeaturePageEnd(
            count: end.count, nextCursor: end.last.map { "\(Self.mark)\(Self.id($0))" },
            total: end.total)
    }

    func write(
        featureOf id: String, _ request: Request, _ axes: AxisOrder, to json: inout JSONWriter,
        more: (inout JSONWriter) -> Void
    ) throws {
        let languages = LanguagePreferences(
            acceptLanguage: request.acceptLanguage ?? "")
        guard let ref = Self.ref(id), let place = try places.place(ref, languages: languages) else {
            throw APIError.notFound(what: "place of this id")
        }
        json.value(feature: place, axes, more: more)
    }

    private static let mark = "after-"

    /// The letter of the object's type, and its number: `W4305`.
    static func id(_ ref: OSMRef) -> String { "\(ref.osmType.letter)\(ref.osmID)" }

    private static func ref(_ text: some StringProtocol) -> OSMRef? {
        guard let first = text.first, "NWR".contains(first), let number = Int64(text.dropFirst()),
            let type = OSMType(letterOrWord: String(first))
        else { return nil }
        return OSMRef(osmType: type, osmID: number)
    }
}

extension BoundingBox {
    /// South-west and north-east; of a box across 180 degrees all the world's width between.
    fileprivate var corners: [Coordinate] {
        let edges = crossesAntimeridian ? (-180.0, 180.0) : (west, east)
        return [
            Coordinate(decimalLatitude: south, decimalLongitude: edges.0),
            Coordinate(decimalLatitude: north, decimalLongitude: edges.1),
        ].compactMap(\.self)
    }
}

extension JSONWriter {
    /// A place as a GeoJSON feature.
    fileprivate mutating func value(
        feature place: PlaceDetails, _ axes: AxisOrder, more: (inout JSONWriter) -> Void
    ) {
        object { json in
            json.member("type", "Feature")
            json.member("id", PlaceFeatures.id(place.place.ref))
            json.object("geometry") { place.footprint.writeMembers(to: &$0, axes: axes) }
            json.object("properties") { json in
                json.member("osm_type", place.place.ref.osmType.rawValue)
                json.member("osm_id", place.place.ref.osmID)
                json.member("category", place.place.category)
                json.member("type", place.place.type)
                json.member("name", place.label)
                json.member("named", place.isNamed)
                json.member("importance", place.place.importance, decimals: 3)
            }
            more(&json)
        }
    }
}
