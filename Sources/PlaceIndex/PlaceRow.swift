internal import Database
internal import GeoModel

/// The columns of `place` that make a `Place`, and how they are read.
enum PlaceRow {
    static let columns =
        "t.osm_type, t.osm_id, t.category, t.type, t.tags, t.importance, t.lon, t.lat, t.geom"

    static func place(_ row: Statement) -> Place {
        let position = row.position(6)
        return Place(
            ref: row.ref(0), category: row.text(2), type: row.text(3), tags: row.tags(4),
            position: position, boundingBox: footprintBox(row, 8) ?? BoundingBox(position),
            importance: min(max(row.double(5), 0), 1))
    }

    /// The box of the geometry in a column. One that spans half the earth has parts on both sides
    /// of 180 degrees, as areas are cut there, and crosses it instead.
    static func footprintBox(_ row: Statement, _ column: Int32) -> BoundingBox? {
        row.withBlob(column) { bytes in
            guard let box = SpatialBlob.boundingBox(bytes) else { return nil }
            guard box.east - box.west > 180 else { return box }
            return SpatialBlob.decode(bytes)?.boxAcrossAntimeridian ?? box
        }
    }
}

extension Place {
    /// The name in the asked language, or for a nameless place the label of its type.
    func label(in languages: LanguagePreferences) -> (text: String, isNamed: Bool) {
        if let name = languages.name(from: tags) { return (name, true) }
        return (TypeLabels.label(category: category, type: type, languages: languages), false)
    }
}

extension Geometry {
    /// The box from the westernmost part east of Greenwich to the easternmost one west of it, as
    /// RFC 7946, section 5.2, has it for a shape cut at 180 degrees.
    var boxAcrossAntimeridian: BoundingBox? {
        let parts: [[Coordinate]] =
            switch self {
            case .multiPolygon(let polygons): polygons.map(\.outer)
            case .multiLineString(let lines): lines
            case .point, .lineString, .polygon: []
            }
        let boxes = parts.compactMap { BoundingBox(enclosing: $0) }
        let east = boxes.filter { $0.west >= 0 }
        let west = boxes.filter { $0.east <= 0 }
        guard !east.isEmpty, !west.isEmpty, east.count + west.count == boxes.count else {
            return nil
        }
        return BoundingBox(
            west: east.map(\.west).min() ?? 0, south: boxes.map(\.south).min() ?? 0,
            east: west.map(\.east).max() ?? 0, north: boxes.map(\.north).max() ?? 0)
    }
}
