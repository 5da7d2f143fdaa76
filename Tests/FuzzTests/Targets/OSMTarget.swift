import FoundationEssentials
import GeoModel
import OSMReader
import PlaceIndex

enum OSMTarget {
    static func read(_ input: UnsafeRawBufferPointer) throws {
        let path = try Scratch.write(input, as: "input.osm")
        guard let file = try? OSMFile(path: path) else { return }
        let reader = OSMReader(
            files: [file], keys: OSMImporter.keys, relationTypes: OSMImporter.relationTypes)
        _ = try? reader.read { _ in }
    }

    private static let scratch = Result { try Scratch.folder("places") }

    static func makeRegion(_ input: UnsafeRawBufferPointer) throws {
        let path = try Scratch.write(input, as: "input.osm")
        let folder = try scratch.get()
        let made = Result {
            try OSMImporter(region: "fuzz", directory: folder).run(files: [path])
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard case .success(let report) = made else {
            guard files.allSatisfy({ $0 == "fuzz.sqlite" }) else {
                FuzzTarget.violated("an import that failed leaves nothing behind: \(files)")
            }
            return
        }
        guard files == ["fuzz.sqlite"] else {
            FuzzTarget.violated("an import leaves the region's file alone: \(files)")
        }
        try ask(report.boundingBox, in: folder)
    }

    /// Asks the region in the middle of what it covers.
    private static func ask(_ box: [Double], in folder: String) throws {
        guard
            let place = Coordinate(
                decimalLatitude: (box[1] + box[3]) / 2, decimalLongitude: (box[0] + box[2]) / 2)
        else { FuzzTarget.violated("a region covers valid coordinates: \(box)") }
        let index = try PlaceIndex(directory: folder, countries: nil, connections: 1)
        let found = try index.nearby(NearbyQuery(position: place, radiusInMeters: 10_000))
        for (nearer, farther) in zip(found, found.dropFirst())
        where nearer.distanceInMeters > farther.distanceInMeters {
            FuzzTarget.violated("places come nearest first")
        }
        _ = try index.reverse(ReverseQuery(position: place))
    }
}
