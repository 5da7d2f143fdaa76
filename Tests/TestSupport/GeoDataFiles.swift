/// Absolute paths of the data that ships with the repository; GeoData/README.md describes each.
package enum GeoDataFiles {
    package static let folder = Repository.folder + "/GeoData"

    /// A whole country, 2013: boundaries are closed, Vaduz is at 47.1396,9.5225.
    package static let liechtenstein = folder + "/extracts/liechtenstein.osm.pbf"
    /// One by two kilometres of city, 2019: the cathedral is at 60.1702,24.9522.
    package static let helsinkiCentre = folder + "/extracts/helsinki-centre.osm.pbf"

    /// Country polygons in pieces, with names in a hundred languages.
    package static let countries = folder + "/countries/countries.sqlite"

    /// Birds of Finland and Liechtenstein with names in three languages, and synonyms.
    package static let birds = folder + "/taxonomy/birds.csv"

    /// The folder of the ImageNet classifier: model.json names the files beside it.
    package static let imageNetModel = folder + "/models/imagenet"

    /// Small JPEGs without EXIF.
    package enum Photo: String, CaseIterable, Sendable {
        /// 1024 x 683, a domed cathedral under a blue sky.
        case church
        /// 640 x 427, a palace behind a lake.
        case palace
        /// 600 x 400, an espresso.
        case coffee
        /// 451 x 300, a cat's face.
        case cat

        package var path: String { "\(GeoDataFiles.folder)/photos/\(rawValue).jpg" }
    }
}
