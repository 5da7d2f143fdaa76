import TestSupport

/// What RFC 7946 asks of a FeatureCollection of points, as one line for each rule that is broken.
enum GeoJSONRules {
    static func broken(by json: JSON) -> [String] {
        guard let collection = json.object else { return ["3: the text is no object"] }
        var found: [String] = []
        if json["type"].text != "FeatureCollection" { found.append("1.4: wrong type") }
        if collection["crs"] != nil { found.append("4: crs is gone from GeoJSON") }
        for name in ["geometry", "properties", "coordinates", "geometries"]
        where collection[name] != nil { found.append("7.1: the collection has \(name)") }
        guard let features = json["features"].list else { return found + ["3.3: no features"] }
        found += bbox(json["bbox"])
        for (index, feature) in features.enumerated() {
            found += broken(byFeature: feature).map { "features[\(index)]: \($0)" }
        }
        return found
    }

    private static func broken(byFeature feature: JSON) -> [String] {
        guard let members = feature.object else { return ["3.2: no object"] }
        var found = bbox(feature["bbox"])
        if feature["type"].text != "Feature" { found.append("3.2: wrong type") }
        for name in ["coordinates", "geometries", "features"] where members[name] != nil {
            found.append("7.1: the feature has \(name)")
        }
        switch feature["id"] {
        case .absent, .text, .number: break
        default: found.append("3.2: id is neither string nor number")
        }
        switch feature["properties"] {
        case .null, .object: break
        default: found.append("3.2: properties is neither object nor null")
        }
        switch feature["geometry"] {
        case .null: break
        case .object: found += broken(byGeometry: feature["geometry"])
        default: found.append("3.2: geometry is neither object nor null")
        }
        return found
    }

    private static func broken(byGeometry geometry: JSON) -> [String] {
        var found = bbox(geometry["bbox"])
        if geometry["type"].text != "Point" { found.append("1.4: unexpected geometry") }
        for name in ["geometry", "properties", "features"] where geometry[name] != .absent {
            found.append("7.1: the geometry has \(name)")
        }
        let position = geometry["coordinates"].all
        guard (2...3).contains(position.count), let longitude = position[0].number,
            let latitude = position[1].number
        else { return found + ["3.1.1: a position is two or three numbers"] }
        if !(-180...180).contains(longitude) || !(-90...90).contains(latitude) {
            found.append("3.1.1: longitude comes first, then latitude, in degrees")
        }
        return found
    }

    private static func bbox(_ box: JSON) -> [String] {
        guard box != .absent else { return [] }
        let edges = box.all.compactMap(\.number)
        return edges.count == box.all.count && [4, 6].contains(edges.count)
            ? [] : ["5: bbox is not four or six numbers"]
    }
}
