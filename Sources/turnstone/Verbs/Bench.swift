import ArgumentParsing
import FoundationEssentials

enum Bench {
    private enum Name: String, CaseIterable {
        case all, `import`, nearby, reverse, place, species, capture, confirmation, records,
            ranking, load
    }

    static let verb = Verb(
        "bench", summary: "Measure speed, or how good the ranking is, on the bundled data.",
        operands: [
            OperandSyntax(
                "NAME",
                "all (default), import, nearby, reverse, capture; or place: import, nearby, reverse "
                    + "and a huge multipolygon, on any extract; or species: what lives at a point, among "
                    + "10,000 invented ranges; or confirmation: beside its own system calls; or records: that, "
                    + "and lists and an export among a million invented records; or ranking: how often the first of the "
                    + "candidates is the right one; or load: a service under many clients, "
                    + "whose memory, descriptors and records are looked at.", count: .optional)
        ],
        options: [
            OptionSyntax(
                "count", value: "N",
                "Questions, or captures, to measure; default 2000, 20000 for place, and 50 for "
                    + "captures."),
            OptionSyntax(
                "records", value: "N", "For records: how many to invent; default 1000000."),
            OptionSyntax(
                "keep", value: "DIR",
                "For records: a folder that keeps the invented records, to be measured again."),
            OptionSyntax(
                "seconds", value: "N", "For load: how long; default 600."),
            OptionSyntax(
                "clients", value: "N", "For load: how many send at once; default 8."),
            OptionSyntax(
                "seed", value: "N", "For ranking: the seed of the draw; default 20261130."),
            OptionSyntax(
                "captures", value: "FILE",
                "For ranking: write each simulated capture with its candidates and their evidence to "
                    + "FILE.REGION, a line of JSON each."),
            OptionSyntax(
                "photos", value: "LIST",
                "For ranking: real photos besides the bundled ones; a line each: its path from the list's "
                    + "folder, a tab, and the names that count as right, with | between."),
            OptionSyntax(
                "extract", value: "FILE",
                "For place: the OpenStreetMap file to measure on; default the bundled one of Helsinki."
            ),
            OptionSyntax(
                "points", value: "FILE",
                "For place, beside --extract: lines of LAT,LON to ask at; default positions spread "
                    + "evenly over the extract's box."),
            OptionSyntax("allow-debug", "Run in a debug build, whose figures mean nothing."),
            CommonOptions.model, CommonOptions.json,
        ],
        notes: [
            "Everything happens in a temporary folder. Each figure stands beside the parts that it "
                + "cannot do without, measured in the same run; positions come from a fixed seed."
        ],
        examples: [
            ("turnstone bench all", "All figures, for people"),
            ("turnstone bench load --seconds 60", "A minute of eight clients with photos of 4 MB"),
            ("turnstone bench capture --count 200 --json", "One bench, longer, for a program"),
            (
                "turnstone bench place --extract malta.osm.pbf",
                "The place index on a map of your own"
            ),
        ]
    ) { arguments in
        let word = arguments.operands.first ?? Name.all.rawValue
        guard let name = Name(rawValue: word) else {
            throw UsageError.invalidValue(
                name: "NAME", value: word,
                expected: "one of \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        #if DEBUG
            guard arguments.has("allow-debug") else { throw ProgramError.debugBuild }
        #endif
        let count = try arguments.integer("count", in: 1...1_000_000)
        let workspace = try BenchWorkspace()
        if name == .load {
            let report = try BenchLoad.run(
                workspace, arguments,
                seconds: Double(try arguments.integer("seconds", in: 1...86_400) ?? 600),
                clients: try arguments.integer("clients", in: 1...200) ?? 8)
            Console.write(arguments.has("json") ? try json(report) : BenchLoad.text(report))
            return report.complaints.isEmpty ? .done : .failed
        }
        if name == .ranking {
            let report = try BenchRanking.run(workspace, arguments)
            Console.write(arguments.has("json") ? try json(report) : BenchRanking.text(report))
            return .done
        }
        var report = Report(machine: .here)
        if [.all, .import].contains(name) { report.results += try BenchImport.run(workspace) }
        if [.all, .nearby].contains(name) {
            report.results += try BenchQueries.nearby(
                workspace, .helsinki(workspace, count: count ?? 2000))
        }
        if [.all, .reverse].contains(name) {
            report.results += try BenchQueries.reverse(
                workspace, .helsinki(workspace, count: count ?? 2000))
        }
        if name == .place {
            let subject = try BenchSubject.chosen(arguments, workspace, count: count ?? 20_000)
            report.results.append(
                try BenchImport.measure(subject.region, subject.extract, workspace))
            report.results += try BenchQueries.nearby(workspace, subject)
            report.results += try BenchQueries.reverse(workspace, subject)
            report.results += try BenchAreas.run(workspace, count: count ?? 2000)
        }
        if name == .species {
            report.results += try BenchSpecies.run(workspace, count: count ?? 1000)
        }
        if [.confirmation, .records].contains(name) {
            report.results.append(try BenchConfirm.run(workspace, count: count ?? 300))
        }
        if name == .records {
            report.results += try BenchRecords.run(
                workspace,
                records: arguments.integer("records", in: 1000...10_000_000)
                    ?? BenchRecords.records, count: count ?? 500,
                keptIn: arguments["keep"])
        }
        if [.all, .capture].contains(name) {
            report.results += try BenchCapture.run(workspace, arguments, count: count ?? 50)
        }
        if arguments.has("json") {
            Console.write(try json(report))
        } else {
            Console.write(report.text)
        }
        return .done
    }

    private static func json(_ report: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
    }

    /// The machine, and all figures taken on it.
    private struct Report: Encodable {
        let machine: Machine
        var results: [BenchResult] = []

        init(machine: Machine) { self.machine = machine }

        var text: String {
            let memory = ProgressLine.amount(Double(machine.memoryBytes), .bytes)
            let head =
                "\(machine.cpu), \(ProgressLine.counted(machine.cores, "core")), \(memory), "
                + "Linux \(machine.kernel), load \(machine.load) at the start\n"
            return head + results.map(Self.text).joined()
        }

        private static func text(of result: BenchResult) -> String {
            var table = TextTable([
                (result.name, .left), ("runs", .right), ("median ms", .right), ("p99 ms", .right),
                ("per second", .right),
            ])
            for figure in result.measurements {
                table.add(
                    "  \(figure.name)", ProgressLine.grouped(Int64(figure.count)),
                    decimals(figure.medianMilliseconds), decimals(figure.p99Milliseconds),
                    figure.perSecond >= 100
                        ? ProgressLine.grouped(Int64(figure.perSecond.rounded()))
                        : RecordText.decimals(figure.perSecond))
            }
            let memory = ProgressLine.amount(Double(result.peakMemoryBytes), .bytes)
            let remarks = (result.remarks + ["peak memory of the process \(memory)"])
                .map { "  \($0)\n" }
            return "\n" + table.text + remarks.joined()
        }

        /// Three decimals: a microsecond.
        private static func decimals(_ milliseconds: Double) -> String {
            let thousandths = Int((milliseconds * 1000).rounded())
            let rest = String(thousandths % 1000)
            return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
        }
    }
}
