import ArgumentParsing
import FoundationEssentials
import GeoModel
import PlaceIndex
import Records

/// What the place benches ask: an extract, and positions in it.
struct BenchSubject {
    /// The region's name in the workspace.
    let region: String
    /// The path of the OpenStreetMap file.
    let extract: String
    let positions: [Coordinate]

    /// The centre of Helsinki, which ships with the program.
    static func helsinki(_ workspace: BenchWorkspace, count: Int) -> BenchSubject {
        BenchSubject(
            region: "helsinki-centre", extract: workspace.helsinki,
            positions: BenchWorkspace.positions(count, in: BenchWorkspace.area))
    }

    /// What `--extract` and `--points` name; Helsinki when they are absent.
    ///
    /// - Throws: `UsageError` for a file of points that holds none or a line that is not `LAT,LON`.
    static func chosen(
        _ arguments: ParsedArguments, _ workspace: BenchWorkspace, count: Int
    ) throws -> BenchSubject {
        guard let extract = arguments["extract"] else {
            guard arguments["points"] == nil else {
                throw UsageError.invalidValue(
                    name: "--points", value: arguments["points"] ?? "",
                    expected: "to stand beside --extract, whose positions they are")
            }
            return helsinki(workspace, count: count)
        }
        let region = try OSMImporter.regionName(forFile: extract)
        try workspace.region(region, from: extract)
        if let file = arguments["points"] {
            let points = try positions(inFile: file)
            return BenchSubject(
                region: region, extract: extract,
                positions: (0..<count).map { points[$0 % points.count] })
        }
        let index = try PlaceIndex(
            directory: workspace.data.places, countries: nil, connections: 1)
        let box = index.regions.first { $0.name == region }?.boundingBox
        return BenchSubject(
            region: region, extract: extract, positions: BenchWorkspace.positions(count, in: box))
    }

    private static func positions(inFile path: String) throws -> [Coordinate] {
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        let positions = try text.split(whereSeparator: \.isNewline).map { line in
            let numbers = line.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == 2,
                let position = Coordinate(
                    decimalLatitude: numbers[0], decimalLongitude: numbers[1])
            else {
                throw UsageError.invalidValue(
                    name: "--points", value: String(line), expected: "lines of LAT,LON")
            }
            return position
        }
        guard !positions.isEmpty else {
            throw UsageError.invalidValue(
                name: "--points", value: path, expected: "at least one line of LAT,LON")
        }
        return positions
    }
}
