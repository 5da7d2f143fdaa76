import FoundationEssentials

/// What records can be exported as. Its name is the word of the command line and of the route.
package enum ExportFormat: String, CaseIterable, Hashable, Sendable {
    case geojson, csv, dwca, gpx, kml

    /// As people know it, with the standard that it follows.
    package var title: String {
        switch self {
        case .geojson: "GeoJSON (RFC 7946)"
        case .csv: "CSV (RFC 4180) under the terms of Darwin Core"
        case .dwca: "a Darwin Core Archive of living things"
        case .gpx: "waypoints in GPX 1.1"
        case .kml: "placemarks in KML 2.2"
        }
    }

    package var contentType: String {
        switch self {
        case .geojson: "application/geo+json"
        case .csv: "text/csv; charset=utf-8; header=present"
        case .dwca: "application/zip"
        case .gpx: "application/gpx+xml"
        case .kml: "application/vnd.google-earth.kml+xml"
        }
    }

    /// How a file's name ends, with the point.
    package var fileEnding: String {
        switch self {
        case .geojson, .csv, .gpx, .kml: ".\(rawValue)"
        case .dwca: ".zip"
        }
    }

    /// Whether a terminal can show it.
    package var isText: Bool { self != .dwca }

    /// Which records the format has no room for, as the end of a sentence; nil when it holds all.
    package var exclusion: String? {
        switch self {
        case .geojson, .csv, .kml: nil
        case .dwca: "an archive of occurrences is about living things"
        case .gpx: "a waypoint has a position, and theirs is not known or not shown"
        }
    }

    /// - Parameter moment: When the export is made.
    func writer(at moment: Date) -> any RecordWriter {
        switch self {
        case .geojson: GeoJSONWriter()
        case .csv: CSVWriter()
        case .dwca: DarwinCoreArchiveWriter(at: moment)
        case .gpx: GPXWriter(at: moment)
        case .kml: KMLWriter()
        }
    }
}

/// How many records an export has.
package struct ExportTally: Hashable, Sendable {
    package var written = 0
    /// Those that the format cannot hold: see `ExportFormat.exclusion`.
    package var leftOut = 0
}

/// Writes records in one format, one after the other. What is written is taken away piece by piece, so that memory
/// holds one piece.
protocol RecordWriter {
    /// Bytes that were written and not taken yet.
    var pending: Int { get }

    /// Writes the next record.
    ///
    /// - Returns: Whether the format can hold it; false when nothing was written.
    mutating func append(_ occurrence: Occurrence) throws -> Bool

    /// Called behind the last record.
    ///
    /// - Returns: Whether all are wanted once more, in the same order; false when the document is whole.
    mutating func endWalk(_ tally: ExportTally) throws -> Bool

    /// Gives out what is pending.
    mutating func take() throws -> [UInt8]
}
