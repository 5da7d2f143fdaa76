internal import Database
internal import FoundationEssentials
internal import GeoModel
internal import OSMReader

/// Makes a region of OpenStreetMap extracts.
///
/// The region file is written beside its place and renamed over the old one when whole: until then
/// the old one answers, and a failed or interrupted import leaves no trace.
///
/// Memory is bounded: `ImportMemory` has the formula. Rows are streamed to the file; objects are read
/// and assembled on the calling thread, libosmium decodes on its own, rows are made of objects on one
/// more and written on another. After the last row, names are indexed beside what else there is to index.
package struct OSMImporter: Sendable {
    private let region: RegionName
    private let directory: String
    private let memoryLimit: Int64?

    /// - Parameters:
    ///   - region: The region's name, and its file's.
    ///   - directory: The folder of regions, `places` in the data directory; made when absent.
    ///   - memoryLimit: Bytes that the import must keep within; nil: half of the machine's memory, as
    ///     far as it can.
    /// - Throws: `ImportError.regionNameInvalid`.
    package init(
        region: String, directory: String, memoryLimit: Int64? = nil
    ) throws(ImportError) {
        self.region = try RegionName(region)
        self.directory = directory
        self.memoryLimit = memoryLimit
    }

    /// What an import asks of the reader: objects with one of these keys, and the members of relations
    /// of these types.
    package static var keys: [String] { ImportSorter.keys }
    package static var relationTypes: [String] { ImportSorter.relationTypes }

    /// The region's name when none is given: the first file's, without its suffixes.
    package static func regionName(forFile path: String) throws(ImportError) -> String {
        try RegionName(derivedFrom: path).text
    }

    /// Removes the unfinished files that killed imports left in a folder of regions, unless an import
    /// runs there; returns how many.
    @discardableResult
    package static func removeLeftovers(in directory: String) -> Int {
        RegionDraft.removeLeftovers(in: directory)
    }

    /// Reads the files as one map and replaces the region.
    ///
    /// - Parameter progress: Called some times a second; what it throws ends the import.
    /// - Throws: `ImportError`, `OSMReaderError`, or what `progress` threw; the region is then as
    ///   before.
    package func run(
        files paths: [String], progress: (ImportProgress) throws -> Void = { _ in }
    ) throws -> ImportReport {
        do {
            return try makeRegion(of: paths, progress: progress)
        } catch let error as DatabaseError {
            // The draft is gone, so that its name and SQLite's advice to restore it would mislead.
            throw ImportError.regionNotWritten(
                directory: directory,
                reason: error.code & 0xFF == DatabaseError.full(path: "").code
                    ? "there is no space left." : "\(error)")
        }
    }

    private func makeRegion(
        of paths: [String], progress: (ImportProgress) throws -> Void
    ) throws -> ImportReport {
        guard !paths.isEmpty else { throw ImportError.noFiles }
        let start = ContinuousClock.now
        let now = Date.now
        let files = try paths.map { try OSMFile(path: $0) }
        let isInFile = try ImportMemory(files).needsPositionsInFile(limit: memoryLimit)
        let draft = try RegionDraft(region: region, directory: directory)
        let sorting = try SortingThread(
            ImportSorter(
                writer: try RegionWriter(path: draft.temporaryPath),
                today: now.formatted(.iso8601.year().month().day()),
                report: ImportReport(region: region.text, files: paths)))
        defer { sorting.abandon() }

        func tell(_ phase: ImportProgress.Phase, _ done: Int64, _ total: Int64) throws {
            try progress(
                ImportProgress(
                    phase: phase, done: done, total: total, rows: sorting.rows,
                    secondsElapsed: (ContinuousClock.now - start).seconds))
        }

        let reader = OSMReader(
            files: files, keys: ImportSorter.keys, relationTypes: ImportSorter.relationTypes,
            locationFile: isInFile ? draft.temporaryPath + "-nodes" : nil)
        let summary = try reader.read { progress in
            try tell(progress.phase, progress.bytes, progress.totalBytes)
        } _: { element in
            try sorting.add(element)
        }
        var sorter = try sorting.finish()
        let writer = sorter.writer
        try tell(.linking, 0, 1)
        try sorter.link()
        sorter.count(summary)
        var report = sorter.report
        guard report.rows > 0, let box = writer.coverage.boundingBox else {
            throw ImportError.nothingFound(
                files: paths, objects: summary.nodes + summary.ways + summary.relations)
        }
        report.areaPieces = writer.pieces
        report.boundingBox = [box.west, box.south, box.east, box.north]
        report.importedAt = now.formatted(.iso8601)
        report.sourceTimestamp = summary.timestamp.map {
            Date(timeIntervalSince1970: Double($0)).formatted(.iso8601)
        }
        report.bytesRead = files.reduce(0) { $0 + $1.size }
        try writer.finish(metadata: Self.metadata(report), labels: sorter.links.labels) {
            phase, done, total in
            try tell(phase, Int64(done), Int64(total))
        }
        try tell(.saving, 0, 1)
        report.bytesWritten = try draft.publish()
        report.seconds = (ContinuousClock.now - start).seconds
        return report
    }

    private static func metadata(_ report: ImportReport) throws -> [String: String] {
        let counts = [
            "place": report.places, "address": report.addresses,
            "interpolation": report.interpolations, "street": report.streets,
            "area": report.areas, "area_piece": report.areaPieces,
            "settlement": report.settlements,
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = { (value: any Encodable) in
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        var metadata = [
            "region": report.region, "imported_at": report.importedAt,
            "source_files": try text(
                report.files.map { $0.split(separator: "/").last ?? "" }.map(String.init)),
            "generator": "turnstone", "counts": try text(counts),
            "bbox": report.boundingBox.map { "\($0)" }.joined(separator: ","),
            "skipped": try text(report.skipped),
        ]
        metadata["source_timestamp"] = report.sourceTimestamp
        return metadata
    }
}

extension OSMProgress {
    fileprivate var phase: ImportProgress.Phase {
        switch pass {
        case .nodes: .readingNodes
        case .ways: .readingWays
        }
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
