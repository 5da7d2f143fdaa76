import ArgumentParsing
import Records

enum Restore {
    static let verb = Verb(
        "restore", summary: "Bring a backup back into a data directory without records.",
        operands: [OperandSyntax("DIR", "A folder that 'turnstone backup' made.")],
        options: [CommonOptions.json],
        notes: [
            "Every photo is hashed on its way, and the records come last: an interrupted restore is begun "
                + "again. Nothing is overwritten: move records.sqlite and photos away first, with the service stopped.",
            "Access tokens are not in a backup: make new ones by 'turnstone token create'.",
            "Exit code 1 when a record's photo is missing or is not what was sent; the rest is brought back.",
        ],
        examples: [
            ("turnstone restore /mnt/disk/2026-06-02 --data /srv/turnstone", "Into a new directory")
        ]
    ) { arguments in
        let display = ProgressDisplay()
        let report = try RecordBackup.restore(
            arguments.operands[0], into: arguments.dataDirectory
        ) { done, total in
            display.show(
                phase: "Copying photos", done: Int64(done), total: Int64(total), unit: .items)
        }
        display.clear()
        if arguments.has("json") {
            try Console.write(json: report)
        } else {
            let lines =
                [
                    "\(ProgressLine.counted(report.records, "record")), "
                        + "\(ProgressLine.counted(report.photos, "photo")), "
                        + ProgressLine.amount(Double(report.photoBytes), .bytes)
                ] + PhotoTrouble.lines(report.missingPhotos, report.changedPhotos)
            Console.write(lines.joined(separator: "\n") + "\n")
        }
        Console.message(
            "Tokens are in no backup: until one is made here, whoever reaches the loopback is let in, also by a "
                + "proxy. Make one: turnstone token create --role admin")
        return report.isWhole ? .done : .failed
    }
}
