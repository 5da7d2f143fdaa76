import Exports
import GeoModel
import HTTPServer
import Records

/// The collection `records`: what was confirmed, as `/v1/export/geojson` writes it.
///
/// Whoever may not review sees what the public sees, and its filters and extent go by that.
struct RecordFeatures: FeatureSource {
    private let records: RecordStore
    private let taxa: RecordedTaxa
    private let dates: PublicDates

    init(_ records: RecordStore, _ taxa: RecordedTaxa, dates: PublicDates) {
        (self.records, self.taxa, self.dates) = (records, taxa, dates)
    }

    static let words = FeatureCollectionWords(
        id: "records", title: "Records",
        description: "What was photographed or noted and confirmed by a person, the last first; "
            + "properties bear Darwin Core's names where there is one.")
    static let greatestLimit = RecordFilter.maximumLimit
    static let filters: Set = ["q", "kind", "taxon", "near", "radius", "scope"]

    func properties(_ request: Request) throws -> [FeatureProperty] {
        // Others are told of a concealed record in which month it was made.
        let eventDate: FeatureProperty.Kind =
            switch try request.recordScope(dates) {
            case .all: .dateTime
            case .public: .text
            }
        return ExportField.geoJSON.map { field in
            let kind: FeatureProperty.Kind =
                switch field {
                case .eventDate: eventDate
                case .created, .modified: .dateTime
                case .osmID: .integer
                case .revision: .smallInteger
                default: field.isNumber ? .number : .text
                }
            return FeatureProperty(field.rawValue, kind)
        }
    }

    func extent(_ request: Request) throws -> FeatureExtent {
        let extent = try records.extent(try request.recordScope(dates))
        return FeatureExtent(boundingBox: extent.boundingBox, interval: extent.interval)
    }

    func write(
        _ query: FeatureQuery, _ request: Request, to json: inout JSONWriter
    ) throws -> FeaturePageEnd {
        // The box is in the query's own reference system, and read already.
        let others = request.query.filter { $0.name != "bbox" }
        var filter = try Parameters(query: others).recordFilter()
        filter.taxon = try query.parameters.taxon(of: taxa)
        filter.boundingBox = query.box
        (filter.limit, filter.offset, filter.cursor) = (query.limit, query.offset, query.cursor)
        switch try request.recordScope(dates) {
        case .all:
            let page = try records.list(filter)
            for record in page.records {
                json.value(feature: record, axes: query.referenceSystem.axes)
            }
            return FeaturePageEnd(
                count: page.records.count, nextCursor: page.nextCursor, total: page.total)
        case .public(let dates):
            let page = try records.publicList(filter, dates: dates)
            for record in page.records {
                json.value(feature: record, axes: query.referenceSystem.axes)
            }
            return FeaturePageEnd(
                count: page.records.count, nextCursor: page.nextCursor, total: page.total)
        }
    }

    func write(
        featureOf id: String, _ request: Request, _ axes: AxisOrder, to json: inout JSONWriter,
        more: (inout JSONWriter) -> Void
    ) throws {
        let missing = APIError.notFound(what: "record of this id")
        switch try request.recordScope(dates) {
        case .all:
            guard let id = try UUIDv7(id) ?? records.occurrenceID(publicID: id),
                let record = try records.record(id)
            else { throw missing }
            json.value(feature: record, axes: axes, more: more)
        case .public(let dates):
            guard let record = try records.publicRecord(id, dates: dates) else { throw missing }
            json.value(feature: record, axes: axes, more: more)
        }
    }
}
