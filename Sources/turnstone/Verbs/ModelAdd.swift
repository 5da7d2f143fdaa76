import ArgumentParsing
import Inference
import Records

enum ModelAdd {
    static let verb = Verb(
        "model add", summary: "Add a picture model of your own, after trying it.",
        operands: [
            OperandSyntax("NAME", "What it is called: a-z, 0-9 and '-'; the evidence names it so.")
        ],
        options: [
            OptionSyntax("file", value: "MODEL", "The model: .onnx or .tflite, up to 1 GiB."),
            OptionSyntax(
                "labels", value: "FILE", "Its classes in the order of its outputs, UTF-8."),
            OptionSyntax(
                "golden", value: "PHOTO=LABEL",
                "A JPEG, and the class that the model must find in it; may be given several times. The photo "
                    + "is kept with the model, as it is, and asked again by 'model check'.",
                isRepeatable: true),
            OptionSyntax(
                "json", value: "FILE",
                "A model.json, whole or in part, which states what the options below state."),
            OptionSyntax("replace", "Replace a model of that name, in one step."),
            OptionSyntax("licence", value: "TEXT", "Under what terms it may be used; recorded."),
            OptionSyntax("source", value: "TEXT", "Where it is from; recorded."),
            OptionSyntax(
                "group", value: "TAXON",
                "The one higher taxon that all classes belong to, as Aves; 'none' for a model of many things. "
                    + "Default: told by the labels' English names."),
            OptionSyntax(
                "label-format", value: "FORMAT",
                LabelFormat.allCases.map(\.rawValue).joined(separator: ", ")
                    + "; default: told by the file, plain names else."),
            OptionSyntax(
                "background", value: "CLASS",
                "Index or name of the class that means none of these; 'none' without; default: by its name."
            ),
            OptionSyntax("layout", value: "NCHW|NHWC", "Default: told by the model's input."),
            OptionSyntax("size", value: "PIXELS", "Of an input that leaves it open."),
            OptionSyntax("colour", value: "RGB|BGR", "The order of the channels; default RGB."),
            OptionSyntax(
                "mean", value: "N[,N,N]",
                "Taken from each byte, in the order of --colour, before --scale."),
            OptionSyntax(
                "scale", value: "N[,N,N]",
                "What that is divided by. A float32 input needs --mean, --scale or --golden; without the first "
                    + "two the golden photos choose among the usual ones."),
            OptionSyntax(
                "output", value: "probabilities|logits", "Default: told by the model's answers."),
            OptionSyntax(
                "output-scale", value: "N",
                "What one unit of the output is worth; default 1, 1/256 of 8 bits."),
            OptionSyntax(
                "temperature", value: "N",
                "What logits are divided by before the softmax; default 1."),
            OptionSyntax(
                "crop", value: "FRACTION",
                "The side of the central square that is looked at, of the shortest side; default 0.875."
            ),
            OptionSyntax(
                "resize", value: "KIND",
                ModelManifest.Resize.allCases.map(\.rawValue).joined(separator: " or ")
                    + "; default bilinear-antialiased."),
        ],
        notes: [
            "What the model and its labels tell is recognised; what was recognised or taken by default is "
                + "said. The model is copied to DATA/models/NAME with its SHA-256, tried, and there only "
                + "when all is right. A running service takes it up within seconds."
        ],
        examples: [
            (
                "turnstone model add birds --file birds.tflite --labels birds.txt --golden owl.jpg='Barn Owl'",
                "Add a model of birds, proved by a photo"
            )
        ]
    ) { arguments in
        var addition = ModelAddition(
            name: arguments.operands[0], file: try required("file", arguments),
            labels: try required("labels", arguments))
        addition.declaration = try declaration(arguments)
        addition.golden = try arguments.all("golden").map(goldenPhoto)
        addition.replaces = arguments.has("replace")
        let runtime = try ClassifierRuntime.find()
        let data = arguments.dataDirectory
        let signals = try StopSignals()
        let display = ProgressDisplay()
        defer { display.clear() }
        let report = try data.forWork {
            try addition.run(in: data.models, runtime: runtime) { phase, done, all in
                try signals.check()
                display.show(
                    phase: phase.rawValue, done: Int64(done), total: all > 0 ? Int64(all) : nil,
                    unit: .bytes)
            }
        }
        display.clear()
        Console.write(text(report))
        return .done
    }

    private static func text(_ report: ModelAddition.Report) -> String {
        let manifest = report.manifest
        let size = ProgressLine.amount(Double(report.bytes), .bytes)
        var lines = ["Added model \(manifest.name): \(report.classes) classes, \(size)"]
        lines += report.notes.map { "- \($0)" }
        lines += (manifest.golden ?? []).map {
            "- \($0.photo) is '\($0.label)', as it should be (\(RecordText.decimals($0.probability)))."
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func required(
        _ name: String, _ arguments: ParsedArguments
    ) throws(UsageError) -> String {
        guard let value = arguments[name] else {
            throw .combination("--\(name) is missing. A model needs --file and --labels.")
        }
        return value
    }

    /// Splits at the last '=', as a path is likelier to hold one than a name.
    private static func goldenPhoto(_ text: String) throws(UsageError) -> GoldenPhoto {
        guard let equals = text.lastIndex(of: "="), equals != text.startIndex,
            text.index(after: equals) != text.endIndex
        else {
            throw .invalidValue(
                name: "--golden", value: text,
                expected: "a photo, '=' and a label, as owl.jpg='Barn Owl'")
        }
        return GoldenPhoto(
            path: String(text[..<equals]), label: String(text[text.index(after: equals)...]))
    }

    /// The options over the model.json of `--json`.
    private static func declaration(_ arguments: ParsedArguments) throws -> ModelDeclaration {
        var stated = ModelDeclaration()
        stated.labelFormat = try arguments.word("label-format", as: LabelFormat.self)
        stated.layout = try arguments.word("layout", as: ModelManifest.Layout.self)
        stated.size = try arguments.integer("size", in: 1...4096)
        stated.colour = try arguments.word("colour", as: ModelManifest.Colour.self)
        stated.mean = try numbers("mean", arguments)
        stated.scale = try numbers("scale", arguments)
        stated.output = try arguments.word("output", as: ModelManifest.Output.self)
        stated.outputScale = try arguments.number("output-scale", expected: "a number above 0") {
            $0 > 0
        }
        stated.temperature = try arguments.number("temperature", expected: "a number above 0") {
            $0 > 0
        }
        stated.cropFraction = try arguments.number("crop", expected: "a number above 0, at most 1")
        {
            $0 > 0 && $0 <= 1
        }
        stated.resize = try arguments.word("resize", as: ModelManifest.Resize.self)
        stated.background = arguments["background"].map { $0 == "none" ? .absent : .named($0) }
        stated.group = arguments["group"].map { $0 == "none" ? .several : .taxon($0) }
        stated.licence = arguments["licence"]
        stated.source = arguments["source"]
        guard let path = arguments["json"] else { return stated }
        return try ModelDeclaration(path: path).overridden(by: stated)
    }

    /// One number for all channels, or one for each.
    private static func numbers(
        _ name: String, _ arguments: ParsedArguments
    ) throws(UsageError) -> [Double]? {
        guard let text = arguments[name] else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
            ParsedArguments.decimal(String($0))
        }
        let isComplete = numbers.count == text.count { $0 == "," } + 1
        guard isComplete, numbers.count == 1 || numbers.count == 3 else {
            throw .invalidValue(
                name: "--\(name)", value: text, expected: "one number, or three between commas")
        }
        return numbers.count == 1 ? Array(repeating: numbers[0], count: 3) : numbers
    }
}
