import Exports

/// A coordinate reference system in which boxes may be asked and features are answered (OGC API - Features - Part 2,
/// OGC 18-058).
///
/// Both are WGS 84 in degrees, and differ in which number comes first.
enum FeatureReferenceSystem: String, CaseIterable {
    case crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
    case epsg4326 = "http://www.opengis.net/def/crs/EPSG/0/4326"

    var axes: AxisOrder {
        switch self {
        case .crs84: .longitudeFirst
        case .epsg4326: .latitudeFirst
        }
    }
}

extension Parameters {
    /// The reference system of a parameter: CRS84 when it was not sent.
    ///
    /// - Throws: `APIError` for one that is not offered.
    func referenceSystem(_ name: String) throws(APIError) -> FeatureReferenceSystem {
        guard let text = value(name) else { return .crs84 }
        guard let system = FeatureReferenceSystem(rawValue: text) else {
            let offered = FeatureReferenceSystem.allCases.map(\.rawValue)
            throw .invalid(
                parameter: name, remedy: "Use one of \(offered.joined(separator: ", ")).")
        }
        return system
    }
}
