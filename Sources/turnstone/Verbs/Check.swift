import ArgumentParsing
import Records

enum Check {
    static let verb = Verb(
        "check", summary: "Compare records and photos in both directions, and hash every photo.",
        options: [
            OptionSyntax(
                "repair",
                "Move what nobody needs to trash/ with a list, finish removals that a person asked for, "
                    + "and make broken indexes anew."), CommonOptions.json,
        ],
        notes: [
            "Nothing is changed without --repair. With it, each thing is looked at again under the lock of the "
                + "service before it is touched, and no record is ever deleted. trash/list.tsv says where "
                + "each file was; delete trash/ when nothing in it is missed.",
            "Looked at are the databases and their indexes, records and captures without their photo, photos that "
                + "are not what was sent, files that belong to nothing, and halves of uploads. Regions and "
                + "models are imported again when they are damaged.",
            "Exit code 0 when nothing is wrong, or all that was is repaired; 1 otherwise.",
        ],
        examples: [
            ("turnstone check", "Say what is wrong"),
            ("turnstone check --repair --json", "Repair what can be, and report for a program"),
        ]
    ) { arguments in
        let store = try RecordStore(arguments.dataDirectory)
        let display = ProgressDisplay()
        let report = try store.check(repair: arguments.has("repair")) { phase, done, total in
            display.show(
                phase: phase.rawValue, done: Int64(done), total: total.map(Int64.init), unit: .items
            )
        }
        display.clear()
        if arguments.has("json") {
            try Console.write(json: report)
        } else {
            Console.write(text(of: report))
        }
        return report.isSound ? .done : .failed
    }

    private static func text(of report: CheckReport) -> String {
        var lines = report.problems.map { problem in
            let size = problem.bytes.map { ", \(ProgressLine.amount(Double($0), .bytes))" } ?? ""
            // SQLite's own words may end a sentence.
            var name = oneLine(problem.name)
            while name.last == "." { name.removeLast() }
            return "\(words(for: problem.kind)): \(name)\(size). \(problem.remedy)"
        }
        let lost = report.problems.count { $0.kind == .photoOfLostDatabase }
        if lost > 0 { lines.append(LostRecords.message(lost)) }
        let size = ProgressLine.amount(Double(report.bytes), .bytes)
        lines.append(
            "\(ProgressLine.counted(report.records, "record")), "
                + "\(ProgressLine.counted(report.photos, "photo")), \(size) on disk.")
        if report.deletedRecords > 0 {
            let size = ProgressLine.amount(Double(report.deletedBytes), .bytes)
            lines.append(
                "\(ProgressLine.counted(report.deletedRecords, "deleted record")) can be restored; "
                    + "their photos take \(size).")
        }
        if report.bytesFreed > 0 {
            lines.append("\(ProgressLine.amount(Double(report.bytesFreed), .bytes)) freed.")
        }
        if report.bytesInTrash > 0 {
            lines.append(
                "\(ProgressLine.amount(Double(report.bytesInTrash), .bytes)) moved to trash.")
        }
        if report.trashBytes > 0 {
            lines.append(
                "trash/ takes \(ProgressLine.amount(Double(report.trashBytes), .bytes)). "
                    + "Delete it when nothing in its list.tsv is missed.")
        }
        let orphans = report.orphans.filter { !$0.isRepaired }.count
        lines.append(
            report.isSound
                ? "Nothing is wrong: 0 orphans."
                : "Something is wrong: \(ProgressLine.counted(orphans, "orphan")).")
        return lines.joined(separator: "\n") + "\n"
    }

    /// A name may hold line ends, and letters that a terminal obeys.
    private static func oneLine(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F
                ? "\\u{" + String(scalar.value, radix: 16) + "}" : String(scalar)
        }.joined()
    }

    private static func words(for kind: CheckReport.Problem.Kind) -> String {
        switch kind {
        case .orphan: "Orphan"
        case .unexplainedPhoto: "Photo that no record explains"
        case .photoOfLostDatabase: "Photo of a record that is lost"
        case .halfUpload: "Unfinished upload"
        case .missingPhoto: "Missing photo of record"
        case .missingStagedPhoto: "Missing photo of capture"
        case .changedPhoto: "Changed photo of record"
        case .foreignFile: "Foreign file"
        case .unreadable: "Unreadable"
        case .damagedDatabase: "Damaged database"
        case .spatialIndex: "Spatial index at odds with the positions"
        case .textIndex: "Text index at odds with the words"
        }
    }
}
