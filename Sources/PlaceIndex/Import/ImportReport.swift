internal import FoundationEssentials
internal import GeoModel

/// What an import kept, and what it left out and why.
package struct ImportReport: Codable, Sendable, Hashable {
    package var region: String
    package var files: [String]
    /// Rows of the region file, by table.
    package var places = 0
    package var addresses = 0
    package var interpolations = 0
    package var streets = 0
    package var administrativeAreas = 0
    package var postalAreas = 0
    package var placeAreas = 0
    package var areaPieces = 0
    package var settlements = 0
    /// Objects in the input, whether kept or not.
    package var nodesRead = 0
    package var waysRead = 0
    package var relationsRead = 0
    /// Objects left out, or kept only in part, by reason in the words of `SkipReason`. Objects that no one asks for, as nameless
    /// meadows and untagged nodes, are not listed.
    package var skipped: [String: Skipped] = [:]
    /// West, south, east, north of all that was kept, in degrees on WGS 84; west is greater than
    /// east when it crosses 180 degrees.
    package var boundingBox: [Double] = []
    /// RFC 3339, UTC: the state of the map, when the input tells.
    package var sourceTimestamp: String?
    /// RFC 3339, UTC.
    package var importedAt = ""
    package var bytesRead: Int64 = 0
    package var bytesWritten: Int64 = 0
    package var seconds = 0.0

    package struct Skipped: Codable, Sendable, Hashable {
        package var count = 0
        /// The first of them, as `way/419479428`, at most `ImportReport.examplesPerReason`.
        package var examples: [String] = []
    }

    package static let examplesPerReason = 20

    package init(region: String, files: [String]) {
        self.region = region
        self.files = files
    }

    package var areas: Int { administrativeAreas + postalAreas + placeAreas }

    /// Rows that answer a question; 0 means that nothing was found.
    package var rows: Int { places + addresses + interpolations + streets + areas + settlements }

    mutating func skip(_ reason: SkipReason, _ example: OSMRef? = nil, count: Int = 1) {
        guard count > 0 else { return }
        let words = reason.words
        skipped[words, default: Skipped()].count += count
        if let example, skipped[words]?.examples.count ?? 0 < Self.examplesPerReason {
            skipped[words]?.examples.append("\(example)")
        }
    }
}

extension ImportReport {
    /// The report for people, a line each, without a trailing newline.
    package var text: String {
        var lines = [
            "Region \(region): \(Self.grouped(rows)) rows from \(Self.grouped(nodesRead)) nodes, "
                + "\(Self.grouped(waysRead)) ways, \(Self.grouped(relationsRead)) relations "
                + "in \(Self.oneDecimal(seconds)) s"
        ]
        let counts = [
            ("places", places), ("addresses", addresses),
            ("address interpolations", interpolations), ("streets", streets),
            ("administrative areas", administrativeAreas), ("postal areas", postalAreas),
            ("place areas", placeAreas), ("settlements", settlements),
        ]
        for (name, count) in counts { lines.append("  \(Self.padded(count))  \(name)") }
        if bytesWritten > 0, bytesRead > 0 {
            lines.append(
                "  \(Self.megabytes(bytesWritten)) MB on disk, "
                    + "\(Self.oneDecimal(Double(bytesWritten) / Double(bytesRead))) times the "
                    + "\(Self.megabytes(bytesRead)) MB read")
        }
        if let sourceTimestamp { lines.append("  Map as of \(sourceTimestamp)") }
        if !skipped.isEmpty {
            lines.append("Left out or kept in part:")
            for (reason, skipped) in skipped.sorted(by: { $0.key < $1.key }) {
                let examples = skipped.examples.prefix(3).joined(separator: ", ")
                let more = skipped.count > 3 ? ", ..." : ""
                lines.append(
                    "  \(Self.padded(skipped.count))  \(reason)"
                        + (examples.isEmpty ? "" : " (\(examples)\(more))"))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ count: Int) -> String {
        let text = grouped(count)
        return String(repeating: " ", count: max(0, 9 - text.count)) + text
    }

    /// Digits in groups of three: `25,423`.
    private static func grouped(_ count: Int) -> String {
        let digits = Array(String(count))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    private static func megabytes(_ bytes: Int64) -> String { oneDecimal(Double(bytes) / 1e6) }

    private static func oneDecimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
