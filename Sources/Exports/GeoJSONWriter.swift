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
    package mutating func value(feature record: Record) { value(feature: Occurrence(record)) }

    /// A feature of what the public sees; its id is the public one.
    package mutating func value(feature record: PublicRecord) {
        value(feature: Occurrence(record))
    }

    mutating func value(feature occurrence: Occurrence) {
        beginObject()
        member("type", "Feature")
        member("id", occurrence.id)
        key("geometry")
        value(pointGeometry: occurrence.position)
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
        endObject()
    }

    /// A Point, longitude first; null for no position.
    package mutating func value(pointGeometry position: Coordinate?) {
        guard let position else { return null() }
        beginObject()
        member("type", "Point")
        array("coordinates") {
            $0.value(position.decimalLongitude, decimals: 7)
            $0.value(position.decimalLatitude, decimals: 7)
        }
        endObject()
    }
}
