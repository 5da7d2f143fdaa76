import ArgumentParsing
import Inference
import Records

enum ModelCheckVerb {
    static let verb = Verb(
        "model check", summary: "Load picture models and ask them their golden photos.",
        operands: [
            OperandSyntax(
                "NAME", "The model, as 'model list' names it; default all.", count: .optional)
        ],
        options: [CommonOptions.json],
        notes: [
            "Checked are the SHA-256 of each file, that labels and outputs are as many, layout and type of the "
                + "input, that answers are probabilities, and that each golden photo still gets its label. The "
                + "memory is what the program grew by while it loaded the model once; a service loads each "
                + "model twice, so that two photos can be looked at at once."
        ],
        examples: [
            ("turnstone model check", "Check all models"),
            ("turnstone model check birds", "Check one"),
        ]
    ) { arguments in
        let data = arguments.dataDirectory
        let folders =
            try arguments.operands.first.map { [try PictureModels.folder(of: $0, in: data)] }
            ?? PictureModels.folders(in: data)
        let runtime = try ClassifierRuntime.find()
        let display = ProgressDisplay()
        var checks: [ModelCheck] = []
        for folder in folders {
            display.show(phase: "Checking \(folder.name)", done: 0, total: nil, unit: .items)
            checks.append(ModelCheck(folder, runtime: runtime))
        }
        display.clear()
        if arguments.has("json") {
            try Console.write(json: Document(models: checks.map(Document.Model.init)))
        } else {
            Console.write(checks.isEmpty ? "No model.\n" : checks.map(text).joined())
        }
        return checks.allSatisfy(\.problems.isEmpty) ? .done : .failed
    }

    private static func text(_ check: ModelCheck) -> String {
        var lines = [
            "\(check.name): \(check.problems.isEmpty ? "sound" : "cannot be trusted")"
                + (check.classes.map { ", \($0) classes" } ?? "")
                + ", loaded in \(RecordText.decimals(check.loadSeconds)) s, "
                + "\(ProgressLine.amount(Double(check.memoryInBytes), .bytes)) of memory"
        ]
        lines += check.golden.map {
            "- \($0.photo): '\($0.found)' \(RecordText.decimals($0.probability)), when added "
                + "'\($0.expected)' \(RecordText.decimals($0.recorded))"
        }
        if check.golden.isEmpty, check.problems.isEmpty {
            lines.append("- It has no golden photo: that labels and colours are right is unproved.")
        }
        lines += check.problems.map { "- \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What `--json` prints.
    private struct Document: Encodable {
        let models: [Model]

        struct Model: Encodable {
            let name: String
            let classes: Int?
            let isSound: Bool
            let problems: [String]
            let loadSeconds: Double
            let memoryInBytes: Int64
            let golden: [Golden]

            init(_ check: ModelCheck) {
                name = check.name
                classes = check.classes
                isSound = check.problems.isEmpty
                problems = check.problems
                loadSeconds = check.loadSeconds
                memoryInBytes = check.memoryInBytes
                golden = check.golden.map {
                    Golden(
                        photo: $0.photo, expected: $0.expected, recorded: $0.recorded,
                        found: $0.found,
                        probability: $0.probability, isMet: $0.isMet)
                }
            }
        }

        struct Golden: Encodable {
            let photo, expected: String
            let recorded: Double
            let found: String
            let probability: Double
            let isMet: Bool
        }
    }
}
