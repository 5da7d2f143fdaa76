import ArgumentParsing
import GeoModel
import PlaceIndex
import Records

enum RegionsList {
    static let verb = Verb(
        "regions list", summary: "List the imported regions, their size and their age.",
        options: [CommonOptions.json],
        notes: [
            "A file that this program cannot serve is listed with the reason, and the exit code is 1."
        ],
        examples: [("turnstone regions list", "What is imported")]
    ) { arguments in
        let data = arguments.dataDirectory
        try data.requireExisting()
        let regions = RegionListing.all(in: data.places)
        if arguments.has("json") {
            try Console.write(json: Document(regions: regions.map(Document.Region.init)))
        } else {
            Console.write(table(regions), ifEmpty: "No region.")
        }
        for region in regions {
            if case .unreadable(let reason) = region.contents { Console.message(reason) }
        }
        let areServed = regions.allSatisfy { $0.summary != nil }
        return areServed ? .done : .failed
    }

    private static func table(_ regions: [RegionListing]) -> TextTable {
        var table = TextTable([
            ("region", .left), ("size", .right), ("places", .right), ("addresses", .right),
            ("streets", .right), ("map as of", .left), ("imported", .left),
            ("west,south,east,north", .left), ("files", .left),
        ])
        for region in regions {
            let summary = region.summary
            let count = { (table: String) in
                summary?.counts[table].map { ProgressLine.grouped(Int64($0)) } ?? "-"
            }
            table.add(
                region.name, ProgressLine.amount(Double(region.bytes), .bytes), count("place"),
                count("address"), count("street"), summary?.sourceTimestamp ?? "-",
                summary?.importedAt ?? "cannot be served",
                summary?.boundingBox.map(box) ?? "-", region.files.joined(separator: ", "))
        }
        return table
    }

    /// Edges to four decimals, about 10 m.
    private static func box(_ box: BoundingBox) -> String {
        [box.west, box.south, box.east, box.north]
            .map { "\(($0 * 10_000).rounded() / 10_000)" }.joined(separator: ",")
    }

    /// What `--json` prints.
    private struct Document: Encodable {
        let regions: [Region]

        struct Region: Encodable {
            let name: String
            /// West, south, east, north.
            let boundingBox: [Double]?
            let counts: [String: Int]?
            let bytes: Int64
            let importedAt, sourceTimestamp: String?
            let files: [String]
            /// Why it cannot be served.
            let problem: String?

            init(_ region: RegionListing) {
                name = region.name
                bytes = region.bytes
                files = region.files
                let summary = region.summary
                boundingBox = summary?.boundingBox.map { [$0.west, $0.south, $0.east, $0.north] }
                counts = summary?.counts
                importedAt = summary?.importedAt
                sourceTimestamp = summary?.sourceTimestamp
                if case .unreadable(let reason) = region.contents {
                    problem = reason
                } else {
                    problem = nil
                }
            }
        }
    }
}

extension RegionListing {
    fileprivate var summary: RegionSummary? {
        if case .readable(let summary, _) = contents { summary } else { nil }
    }

    fileprivate var files: [String] {
        if case .readable(_, let files) = contents { files } else { [] }
    }
}
