import ArgumentParsing
import Database
import FoundationEssentials
import GeoModel
import Glibc
import RankingBench
import Species

/// What lookups among the ranges of ten thousand invented species cost, beside SpatiaLite's own SQL.
enum BenchSpecies {
    static let species = 10_000
    static let seed: UInt64 = 20_261_130
    /// Points that the peer is asked at: each takes it a tenth of a second or more.
    private static let peerCount = 20

    static func run(_ workspace: BenchWorkspace, count: Int) throws -> [BenchResult] {
        let file = workspace.file("synthetic.geojson")
        let vertices = try write(to: file)
        let store = try SpeciesStore(path: workspace.file("species.sqlite"))
        Machine.forgetPeak()
        var report: RangeImportReport?
        let imported = try Measurement.take("import of \(species) species", [file]) {
            report = try store.importRanges([$0])
        }
        let source = report?.sources.first
        let importPeak = Machine.peakMemory
        let positions = positions(count)
        guard let date = EventDate(year: 2026, month: 5, day: 15) else { return [] }
        let languages = LanguagePreferences(acceptLanguage: "")
        // The catalogue is read once.
        _ = try positions.first.map { try store.ranges(covering: $0) }
        Machine.forgetPeak()
        var found: [Int] = []
        let covering = try Measurement.take("all species at a point", positions) {
            found.append(try store.ranges(covering: $0).count)
        }
        let explore = try Measurement.take(
            "explore: season, edges within 50 km, order, 50 listed", positions
        ) {
            _ = try store.explore(
                ExploreQuery(position: $0, date: date, languages: languages))
        }
        let names = (0..<20).map { name($0 * 499) }
        let knowledge = try Measurement.take("20 named species at a point", positions) {
            _ = try store.knowledge(of: names, at: $0, on: date, languages: languages)
        }
        let lookupPeak = Machine.peakMemory
        let asked = Array(positions.prefix(peerCount))
        let (peer, differing) = try measurePeer(asked, store)
        let mean = Double(found.reduce(0, +)) / Double(max(1, found.count))
        let size = Machine.size(ofFile: store.path)
        return [
            BenchResult(
                name: "ranges of \(species) invented species, seed \(seed)",
                measurements: [imported, covering, explore, knowledge, peer],
                remarks: [
                    "\(source?.ranges ?? 0) ranges of \(vertices) positions in \(source?.pieces ?? 0) "
                        + "pieces, file \(ProgressLine.amount(Double(size), .bytes))",
                    "a point is within \(RecordText.decimals(mean)) ranges, at most \(found.max() ?? 0)",
                    "SpatiaLite's SQL takes \(RecordText.decimals(covering.perSecond / peer.perSecond)) x "
                        + "as long, and gives \(differing) other answers",
                    "peak memory of the import "
                        + ProgressLine.amount(Double(importPeak), .bytes),
                ], peakMemoryBytes: lookupPeak)
        ]
    }

    /// `Genus 0` would be no name: letters tell them apart.
    private static func name(_ index: Int) -> String {
        let letters = Array("abcdefghij")
        let word = String(index).compactMap { $0.wholeNumberValue.map { letters[$0] } }
        return "Avis \(String(word))ensis"
    }

    /// Half on land masses' latitudes, half anywhere.
    private static func positions(_ count: Int) -> [Coordinate] {
        var random = SeededGenerator(seed: seed &+ 1)
        return (0..<count).compactMap { turn in
            let south = turn.isMultiple(of: 2) ? -30.0 : -80
            let north = turn.isMultiple(of: 2) ? 60.0 : 80
            return Coordinate(
                decimalLatitude: .random(in: south...north, using: &random),
                decimalLongitude: .random(in: -180...180, using: &random))
        }
    }

    // MARK: The map

    /// Writes the ranges as IUCN's columns in GeoJSON: outlines that wave about a circle, from a tenth of a
    /// degree to half a continent; a third has areas of breeding and of winter.
    ///
    /// - Returns: Their positions in all.
    private static func write(to path: String) throws -> Int {
        guard let file = fopen(path, "w") else {
            throw ProgramError.cannotWrite(
                path: path, reason: String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        var random = SeededGenerator(seed: seed)
        var vertices = 0
        fputs("{\"type\":\"FeatureCollection\",\"features\":[\n", file)
        for index in 0..<species {
            let isMigrant = index.isMultiple(of: 3)
            for part in 0..<(isMigrant ? 2 : 1) {
                let seasonal = isMigrant ? part + 2 : 1
                let ring = ring(&random)
                vertices += ring.count
                let text = ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
                fputs(
                    (index + part > 0 ? ",\n" : "")
                        + "{\"type\":\"Feature\",\"properties\":{\"sci_name\":\"\(name(index))\","
                        + "\"presence\":1,\"origin\":1,\"seasonal\":\(seasonal)},\"geometry\":"
                        + "{\"type\":\"Polygon\",\"coordinates\":[[\(text)]]}}", file)
            }
        }
        fputs("]}\n", file)
        return vertices
    }

    private static func ring(_ random: inout SeededGenerator) -> [(Double, Double)] {
        // Radii are lognormal about 8 degrees.
        let u = Double.random(in: 0.000_1...1, using: &random)
        let v = Double.random(in: 0..<1, using: &random)
        let normal = (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
        let radius = min(60, 8 * exp(0.9 * normal))
        let latitude = Double.random(in: -55...70, using: &random)
        let longitude = Double.random(in: -180...180, using: &random)
        let phases = (0..<3).map { _ in Double.random(in: 0..<(2 * .pi), using: &random) }
        let count = 60 + Int(radius * 20)
        var ring = (0..<count).map { step -> (Double, Double) in
            let angle = 2 * Double.pi * Double(step) / Double(count)
            let wave =
                1 + 0.2 * sin(3 * angle + phases[0]) + 0.1 * sin(11 * angle + phases[1])
                + 0.05 * sin(37 * angle + phases[2])
            let north = min(max(latitude + radius * wave * sin(angle), -85), 85)
            let east = longitude + radius * wave * cos(angle) * 1.5
            return (degrees(east), degrees(north))
        }
        ring.append(ring[0])
        return ring
    }

    private static func degrees(_ value: Double) -> Double { (value * 1e5).rounded() / 1e5 }

    // MARK: The peer

    /// The same question by SpatiaLite: its spatial index, then ST_Covers of each area.
    ///
    /// - Returns: What it takes, and at how many points it gives another number of ranges.
    private static func measurePeer(
        _ positions: [Coordinate], _ store: SpeciesStore
    ) throws -> (Measurement, differing: Int) {
        let connection = try Connection(
            path: store.path, mode: .readOnly(immutable: false), spatial: true)
        let row = try connection.statement(
            """
            SELECT r.id FROM idx_species_range_geom AS i CROSS JOIN species_range AS r ON r.id = i.pkid
            WHERE i.xmin <= ?1 AND i.xmax >= ?1 AND i.ymin <= ?2 AND i.ymax >= ?2
                AND ST_Covers(r.geom, MakePoint(?1, ?2, 4326)) = 1
            """)
        var counts: [Int] = []
        let measurement = try Measurement.take(
            "the same by SpatiaLite's ST_Covers and its spatial index", positions
        ) { position in
            try row.bind(.real(position.decimalLongitude), .real(position.decimalLatitude))
            var count = 0
            while try row.step() { count += 1 }
            counts.append(count)
        }
        let differing = try zip(positions, counts).count { position, count in
            try store.ranges(covering: position).count != count
        }
        return (measurement, differing)
    }
}
