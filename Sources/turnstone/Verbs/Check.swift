import ArgumentParsing
import FoundationEssentials
import Records

enum Check {
    static let verb = Verb(
        "check", summary: "Compare records and photos in both directions, and hash every photo.",
        options: [
            OptionSyntax(
                "repair",
                "Remove what is proved to be over, move photos that no record explains to trash, "
                    + "and make a broken spatial index anew."), CommonOptions.json,
        ],
        notes: [
            "Nothing is changed without --repair, and no record is ever deleted. Exit code 0 when "
                + "nothing is wrong, or all that was is repaired; 1 otherwise."
        ],
        examples: [
            ("turnstone check", "Say what is wrong"),
            ("turnstone check --repair --json", "Repair what can be, and report for a program"),
        ]
    ) { arguments in
        let store = try RecordStore(arguments.dataDirectory)
        let display = ProgressDisplay()
        let report = try store.check(repair: arguments.has("repair")) { done, total in
            display.show(
                phase: "Hashing photos", done: Int64(done), total: Int64(total), unit: .items)
        }
        display.clear()
        if arguments.has("json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            Console.write(try encoder.encode(report))
            Console.write("\n")
        } else {
            Console.write(text(of: report))
        }
        return report.isSound ? .done : .failed
    }

    private static func text(of report: CheckReport) -> String {
        var lines = report.problems.map { problem in
            let size = problem.bytes.map { ", \(ProgressLine.amount(Double($0), .bytes))" } ?? ""
            return "\(words(for: problem.kind)): \(problem.name)\(size). \(problem.remedy)"
        }
        let size = ProgressLine.amount(Double(report.bytes), .bytes)
        lines.append(
            "\(ProgressLine.counted(report.records, "record")), "
                + "\(ProgressLine.counted(report.photos, "photo")), \(size) on disk.")
        if report.bytesFreed > 0 {
            lines.append("\(ProgressLine.amount(Double(report.bytesFreed), .bytes)) freed.")
        }
        if report.bytesInTrash > 0 {
            lines.append(
                "\(ProgressLine.amount(Double(report.bytesInTrash), .bytes)) moved to trash.")
        }
        let orphans = report.orphans.filter { !$0.isRepaired }.count
        lines.append(
            report.isSound
                ? "Nothing is wrong: 0 orphans."
                : "Something is wrong: \(ProgressLine.counted(orphans, "orphan")).")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(for kind: CheckReport.Problem.Kind) -> String {
        switch kind {
        case .orphan: "Orphan"
        case .unexplainedPhoto: "Photo that no record explains"
        case .halfUpload: "Unfinished upload"
        case .missingPhoto: "Missing photo of record"
        case .missingStagedPhoto: "Missing photo of capture"
        case .changedPhoto: "Changed photo of record"
        case .foreignFile: "Foreign file"
        case .unreadable: "Unreadable"
        case .damagedDatabase: "Damaged database"
        case .spatialIndex: "Spatial index at odds with the records"
        }
    }
}
