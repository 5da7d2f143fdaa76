import ArgumentParsing
import Records

enum BackUp {
    static let verb = Verb(
        "backup", summary: "Copy records and photos as of one moment, also while a service writes.",
        operands: [OperandSyntax("DIR", "A new folder; nothing is overwritten.")],
        options: [
            OptionSyntax(
                "since", value: "OLDER",
                "A backup made before: photos that it has are shared with it, not copied again, "
                    + "where both lie on one file system."), CommonOptions.json,
        ],
        notes: [
            "The folder is a data directory by itself, with species and the photos of captures that wait "
                + "for an answer; maps and models are imported again, and access tokens are not in it. It gets "
                + "its name when it is whole: opened, compared and on disk.",
            "Exit code 1 when a record's photo was missing or is not what was sent; the rest is in the backup.",
        ],
        examples: [
            ("turnstone backup /mnt/disk/2026-06-01", "The first"),
            (
                "turnstone backup /mnt/disk/2026-06-02 --since /mnt/disk/2026-06-01",
                "The next, with new photos only"
            ),
        ]
    ) { arguments in
        try arguments.dataDirectory.requireExisting()
        let display = ProgressDisplay()
        let report = try RecordBackup.make(
            of: arguments.dataDirectory, at: arguments.operands[0], since: arguments["since"]
        ) { done, total in
            display.show(
                phase: "Copying photos", done: Int64(done), total: Int64(total), unit: .items)
        }
        display.clear()
        if arguments.has("json") {
            try Console.write(json: report)
        } else {
            var lines = [
                "\(ProgressLine.counted(report.records, "record")), "
                    + "\(ProgressLine.counted(report.photos, "photo")), "
                    + ProgressLine.amount(Double(report.photoBytes), .bytes)
            ]
            if report.photosShared > 0 {
                lines.append(
                    "\(ProgressLine.counted(report.photosShared, "photo")) shared with the older backup"
                )
            }
            if report.deletedMeanwhile > 0 {
                lines.append(
                    "\(ProgressLine.counted(report.deletedMeanwhile, "record")) deleted meanwhile, left out"
                )
            }
            lines += PhotoTrouble.lines(report.missingPhotos, report.changedPhotos)
            Console.write(lines.joined(separator: "\n") + "\n")
        }
        return report.isWhole ? .done : .failed
    }
}
