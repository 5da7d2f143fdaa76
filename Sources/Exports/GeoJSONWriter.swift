package import GeoModel
package import Records

/// Writes records as a GeoJSON FeatureCollection (RFC 7946).
///
/// Coordinates are longitude, latitude on WGS 84, numbers with at most 7 decimals (1 cm); a record
/// without a position has a null geometry. There is no `crs` member, which the RFC forbids.
struct GeoJSONWriter: RecordWriter {
    private var json = JSONWriter(reserving: 128 << 10)

    init() {
        json.beginObject()
        json.member("type", "FeatureCollection")
        json.key("features")
        json.beginArray()
    }

    var pending: Int { json.bytes.count }

    mutating func append(_ occurrence: Occurrence) -> Bool {
        json.value(feature: occurrence)
        return true
    }

    mutating func endWalk(_ tally: ExportTally) -> Bool {
        json.endArray()
        json.endObject()
        json.lineEnd()
        return false
    }

    mutating func take() throws -> [UInt8] {
        var piece: [UInt8] = []
        try json.flush { piece = $0 }
        return piece
    }
}

extension JSONWriter {
    /// One feature; its id is the `occurrenceID`, its properties bear Darwin Core's names where there is one.
    ///
    /// - Parameter more: Writes further members of the feature.
    package mutating func value(
        feature record: Record, axes: AxisOrder = .longitudeFirst,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        value(feature: Occurrence(record), axes: axes, more: more)
    }

    /// A feature of what the public sees; its id is the public one.
    ///
    /// - Parameter more: Writes further members of the feature.
    package mutating func value(
        feature record: PublicRecord, axes: AxisOrder = .longitudeFirst,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        value(feature: Occurrence(record), axes: axes, more: more)
    }

    mutating func value(
        feature occurrence: Occurrence, axes: AxisOrder = .longitudeFirst,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        beginObject()
        member("type", "Feature")
        member("id", occurrence.id)
        key("geometry")
        value(pointGeometry: occurrence.position, axes: axes)
        object("properties") { json in
            for field in ExportField.geoJSON {
                guard let value = field.value(of: occurrence) else { continue }
                json.key(field.rawValue)
                switch value {
                case .text(let text): json.value(text)
                case .integer(let number): json.value(number)
                case .number(let number, let decimals): json.value(number, decimals: decimals)
                }
            }
        }
        more(&self)
        endObject()
    }

    /// A Point; null for no position.
    package mutating func value(
        pointGeometry position: Coordinate?, axes: AxisOrder = .longitudeFirst
    ) {
        guard let position else { return null() }
        beginObject()
        member("type", "Point")
        key("coordinates")
        value(position, axes)
        endObject()
    }

    /// A position as a JSON array: degrees with at most seven decimals, 1 cm.
    package mutating func value(_ position: Coordinate, _ axes: AxisOrder) {
        let degrees = axes.degrees(of: position)
        beginArray()
        value(degrees.first, decimals: 7)
        value(degrees.second, decimals: 7)
        endArray()
    }
}
