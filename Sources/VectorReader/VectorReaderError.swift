/// Why a file of shapes cannot be read, and what to do about it.
package enum VectorReaderError: Error, Hashable, Sendable {
    /// GDAL is not installed, or not in a version that is known; in the loader's words.
    case libraryMissing(reason: String)
    case fileNotFound(path: String)
    case isFolder(path: String)
    case unreadable(path: String, reason: String)
    case nothingInArchive(path: String)
    /// GDAL does not know the reference system that was named.
    case unknownReferenceSystem(String, reason: String)
    /// The file ends, or breaks, after so many features.
    case damaged(path: String, features: Int, reason: String)
}

extension VectorReaderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .libraryMissing(let reason):
            "Reading GeoJSON, shapefiles and GeoPackages needs GDAL, which cannot be loaded (\(reason)). "
                + "Install it with 'apt-get install gdal-bin', and run this again."
        case .fileNotFound(let path):
            "There is no file '\(path)'. Check the path."
        case .isFolder(let path):
            "'\(path)' is a folder. Name the .geojson, .shp, .gpkg or .zip in it."
        case .unreadable(let path, let reason):
            "'\(path)' is no GeoJSON, ESRI Shapefile or GeoPackage that can be read: \(reason). "
                + "Name the .geojson, .shp, .gpkg or .zip itself; a shapefile's .shx and .dbf lie beside it."
        case .nothingInArchive(let path):
            "'\(path)' holds no .shp, .gpkg, .geojson or .json. Check that it is the right archive."
        case .unknownReferenceSystem(let name, let reason):
            "'\(name)' is no reference system that is known: \(reason). Name one as EPSG:2193."
        case .damaged(let path, let features, let reason):
            "'\(path)' cannot be read beyond feature \(features): \(reason). Fetch the file again."
        }
    }
}
