import Exports
import GeoModel
import HTTPServer
import Species

/// The collection `ranges`: where taxa live and in which season, as the imported range maps have it.
///
/// Ranges of sensitive taxa are among them, as on the page of a taxon: a range map is no sighting, and who imported it
/// has it drawn for others.
struct RangeFeatures: FeatureSource {
    private let species: SpeciesStore

    init(_ species: SpeciesStore) { self.species = species }

    static let words = FeatureCollectionWords(
        id: "ranges", title: "Ranges",
        description:
            "Where taxa live, by the imported range maps, and in which season; areas where one "
            + "is extinct or a vagrant are marked by isExpected.")
    /// A range may have 100,000 positions, which are 2 MB of text.
    static let greatestLimit = 100
    static let filters: Set = ["taxon"]

    func properties(_ request: Request) -> [FeatureProperty] {
        [
            FeatureProperty("scientificName", .text), FeatureProperty("source", .text),
            FeatureProperty("season", .text), FeatureProperty("isExpected", .flag),
            FeatureProperty("presence", .smallInteger), FeatureProperty("origin", .smallInteger),
            FeatureProperty("seasonal", .smallInteger), FeatureProperty("commonName", .text),
            FeatureProperty("firstDay", .text), FeatureProperty("lastDay", .text),
            FeatureProperty("squareKilometers", .number),
        ]
    }

    func extent(_ request: Request) throws -> FeatureExtent {
        FeatureExtent(boundingBox: try species.rangeExtent())
    }

    func write(
        _ query: FeatureQuery, _ request: Request, to json: inout JSONWriter
    ) throws -> FeaturePageEnd {
        var question = SpeciesStore.RangeQuery()
        question.box = query.box
        question.taxon = query.parameters.text("taxon")
        (question.limit, question.offset) = (query.limit, query.offset)
        if let cursor = query.cursor {
            guard cursor.hasPrefix(Self.mark), let id = Int64(cursor.dropFirst(Self.mark.count))
            else {
                throw APIError.invalid(
                    parameter: "cursor", remedy: "Use the link next of a page as it is.")
            }
            question.lastID = id
        }
        let start = json.bytes.count
        let end = try species.ranges(question) { range in
            json.value(feature: range, axes: query.referenceSystem.axes)
            return json.bytes.count - start < FeatureQuery.greatestPage
        }
        return FeaturePageEnd(
            count: end.count, nextCursor: end.lastID.map { "\(Self.mark)\($0)" }, total: end.total)
    }

    func write(
        featureOf id: String, _ request: Request, _ axes: AxisOrder, to json: inout JSONWriter,
        more: (inout JSONWriter) -> Void
    ) throws {
        guard let id = Int64(id), let range = try species.range(id) else {
            throw APIError.notFound(what: "range of this id")
        }
        json.value(feature: range, axes: axes, more: more)
    }

    private static let mark = "after-"
}

extension JSONWriter {
    /// A range as a GeoJSON feature; where its map gives days, the first and the last of them in each year.
    fileprivate mutating func value(
        feature range: SpeciesStore.RangeArea, axes: AxisOrder,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        object { json in
            json.member("type", "Feature")
            json.member("id", "\(range.entry.id)")
            json.object("geometry") { range.shape.writeMembers(to: &$0, axes: axes) }
            json.object("properties") { json in
                json.members(of: range.entry)
                json.member(ifPresent: "commonName", range.entry.commonName)
                json.member(ifPresent: "firstDay", range.entry.days.map { Self.day($0.first) })
                json.member(ifPresent: "lastDay", range.entry.days.map { Self.day($0.last) })
                json.member("squareKilometers", range.entry.squareKilometers.rounded())
            }
            more(&json)
        }
    }

    /// A day of every year as ISO 8601 had it: `--05-31`.
    ///
    /// - Parameter number: Month times 100 plus day.
    private static func day(_ number: Int) -> String {
        let (month, day) = number.quotientAndRemainder(dividingBy: 100)
        return "--\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}
