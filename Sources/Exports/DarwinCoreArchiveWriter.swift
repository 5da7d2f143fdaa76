import FoundationEssentials
import GeoModel
import ZipArchive

/// Writes the records of living things as a Darwin Core Archive (<https://dwc.tdwg.org/text/>): a zip file with a
/// table of occurrences, one of their photos, a description of the tables, and one of the whole.
///
/// An occurrence is of a living thing: records of places, addresses and other things are left out. The photos are a
/// second walk over the records. The description of the whole comes last, when it is known which places and days are
/// in the tables, so that it tells nothing that they do not.
struct DarwinCoreArchiveWriter: RecordWriter {
    private enum Table { case occurrences, photos }

    private let zip: ZipWriter
    private let moment: Date
    private var table = Table.occurrences
    /// Rows that were not packed yet: zlib is called for many at once.
    private var rows: [UInt8] = []
    private var coverage = ExportCoverage()
    private var hasPhotos = false

    private static let rowsSize = 16 << 10

    init(at moment: Date) {
        self.moment = moment
        let date = EventDate(utc: moment)
        zip = ZipWriter(
            at: ZipWriter.Stamp(
                year: date.year, month: date.month, day: date.day, hour: date.hour,
                minute: date.minute, second: date.second))
        zip.begin("meta.xml")
        zip.write(ArchiveTerms.description)
        zip.endEntry()
        zip.begin(ArchiveTerms.occurrenceFile)
        appendRow(ArchiveTerms.occurrence.map(\.name))
    }

    var pending: Int { zip.bytes.count }

    mutating func append(_ occurrence: Occurrence) -> Bool {
        guard occurrence.kind == .species else { return false }
        switch table {
        case .occurrences:
            coverage.add(occurrence)
            hasPhotos = hasPhotos || occurrence.photo != nil
            appendRow(ArchiveTerms.occurrence.map { $0.value(occurrence) })
        case .photos:
            guard occurrence.photo != nil else { return false }
            appendRow(ArchiveTerms.photo.map { $0.value(occurrence) })
        }
        return true
    }

    mutating func endWalk(_ tally: ExportTally) -> Bool {
        pack()
        zip.endEntry()
        if table == .occurrences {
            table = .photos
            zip.begin(ArchiveTerms.photoFile)
            appendRow(ArchiveTerms.photo.map(\.name))
            // Without any, the header is the whole table.
            if hasPhotos { return true }
            pack()
            zip.endEntry()
        }
        zip.begin("eml.xml")
        zip.write(ArchiveMetadata(moment, tally, coverage).document)
        zip.endEntry()
        zip.finish()
        return false
    }

    mutating func take() -> [UInt8] { zip.take() }

    /// Tabs and line ends part cells and rows, and nothing else does: in a text they are spaces.
    private mutating func appendRow(_ cells: [String?]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { rows.append(UInt8(ascii: "\t")) }
            for scalar in (cell ?? "").unicodeScalars {
                let isControl =
                    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                    || scalar.value == 0x2028 || scalar.value == 0x2029
                if isControl {
                    rows.append(UInt8(ascii: " "))
                } else {
                    rows += UTF8.encode(scalar)!
                }
            }
        }
        rows.append(UInt8(ascii: "\n"))
        if rows.count >= Self.rowsSize { pack() }
    }

    private mutating func pack() {
        zip.write(rows)
        rows.removeAll(keepingCapacity: true)
    }
}

/// Which places and days the records of an export have, as far as it shows them.
struct ExportCoverage {
    private(set) var west = 180.0
    private(set) var east = -180.0
    private(set) var south = 90.0
    private(set) var north = -90.0
    /// The earliest and the latest day, `2026-06-01`.
    private(set) var firstDay, lastDay: String?

    var hasPosition: Bool { west <= east }

    mutating func add(_ occurrence: Occurrence) {
        if let position = occurrence.position {
            west = min(west, position.decimalLongitude)
            east = max(east, position.decimalLongitude)
            south = min(south, position.decimalLatitude)
            north = max(north, position.decimalLatitude)
        }
        // A month alone reaches from its first day to its last.
        let date = occurrence.eventDate
        let isMonth = date.utf8.count == 7
        let first = isMonth ? date + "-01" : String(date.prefix(10))
        let last = isMonth ? Self.lastDay(of: date) : first
        firstDay = firstDay.map { min($0, first) } ?? first
        lastDay = lastDay.map { max($0, last) } ?? last
    }

    private static func lastDay(of month: String) -> String {
        let days = [31, 30, 29].map { "\(month)-\($0)" }
        return days.first { EventDate("\($0)T00:00:00") != nil } ?? "\(month)-28"
    }
}
