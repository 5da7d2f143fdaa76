internal import GeoModel
internal import Imaging

/// Completes what a person states of a model with what the model, its labels and its golden photos tell.
///
/// What none of them tells is asked for, where a wrong guess would go unseen; else the usual is taken, and
/// said.
struct ModelRecognition {
    let trial: ModelTrial
    let labels: [LabelDraft]
    let declaration: ModelDeclaration
    let cases: [GoldenCase]
    /// Complete but for the golden photos' answers.
    private(set) var manifest: ModelManifest
    /// What was found out and what was taken by default, a sentence each.
    private(set) var notes: [String] = []

    /// - Parameter manifest: With names and checksums; the rest is overwritten.
    init(
        _ trial: ModelTrial, shape: ModelShape, labels: [LabelDraft], format: LabelFormat,
        declaration: ModelDeclaration, cases: [GoldenCase], manifest: ModelManifest
    ) throws(InferenceError) {
        self.trial = trial
        self.labels = labels
        self.declaration = declaration
        self.cases = cases
        self.manifest = manifest
        try take(shape, format)
        try recogniseClasses()
        // What was stated may be no three numbers: nothing is run before that is known.
        if let fault = self.manifest.fault {
            throw .manifestInvalid(path: ModelManifest.fileName, reason: fault)
        }
        try recogniseOutput()
        try recogniseReading()
    }

    /// What the usual values are is the practice of published models; each is proved by a golden photo.
    private mutating func take(_ shape: ModelShape, _ format: LabelFormat) throws(InferenceError) {
        manifest.labelFormat = format
        manifest.layout = shape.layout
        manifest.inputType = shape.inputType
        manifest.width = shape.size
        manifest.height = shape.size
        notes.append(
            "The model takes \(trial.input): \(shape.layout.rawValue), \(shape.size) pixels a side, and "
                + "answers \(trial.output).")
        manifest.cropFraction = declaration.cropFraction ?? 0.875
        manifest.resize = declaration.resize ?? .bilinear
        manifest.temperature = declaration.temperature ?? 1
        manifest.outputScale = declaration.outputScale
        manifest.licence = declaration.licence
        manifest.source = declaration.source
        manifest.colour = declaration.colour ?? .rgb
        manifest.mean = declaration.mean ?? [0, 0, 0]
        manifest.scale = declaration.scale ?? [1, 1, 1]
        if declaration.cropFraction == nil {
            notes.append("Taken by default: the central 0.875 of the photo (--crop).")
        }
        if declaration.resize == nil {
            notes.append("Taken by default: a bilinear resize (--resize).")
        }
        if declaration.colour == nil {
            notes.append("Taken by default: colours as RGB (--colour).")
        }
        if declaration.licence == nil { notes.append("No licence is recorded (--licence).") }
    }

    private mutating func recogniseClasses() throws(InferenceError) {
        let taxa = labels.count { $0.scientificName != nil }
        notes.append(
            "Labels: \(labels.count), written as \(manifest.labelFormat.rawValue), \(taxa) with a "
                + "scientific name.")
        manifest.backgroundClass = try background()
        manifest.groups = declaration.groups
        switch declaration.group {
        case .several: manifest.group = nil
        case .taxon(let name): manifest.group = name
        case nil:
            if let found = GroupWords.group(of: labels) {
                manifest.group = found.group
                notes.append(
                    "All classes are \(found.group), as \(found.votes) of their English names say (--group)."
                )
            } else if taxa * 5 >= labels.count * 4 {
                throw .notTold(
                    "The labels are taxa, but do not tell of which group.",
                    remedy:
                        "Give the one higher taxon they all belong to with --group, as --group Aves, so that "
                        + "the model is believed only where a general one sees such a thing; or --group none."
                )
            }
        }
    }

    private mutating func background() throws(InferenceError) -> Int? {
        switch declaration.background {
        case .absent: return nil
        case .named(let name):
            if let index = labels.firstIndex(where: { $0.name == name }) { return index }
            guard let index = Int(name), labels.indices.contains(index) else {
                throw .notTold(
                    "No label is '\(name)', and no index.",
                    remedy:
                        "Give the background class by its name or its index, 0 to \(labels.count - 1), or "
                        + "--background none.")
            }
            return index
        case nil:
            let found = labels.indices.filter { LabelLine.isBackground(labels[$0].name) }
            guard found.count < 2 else {
                throw .notTold(
                    "The classes \(found.map(String.init).joined(separator: " and ")) both mean none of these.",
                    remedy: "Give the one that is never to be answered with --background INDEX.")
            }
            if let index = found.first {
                notes.append(
                    "Class \(index), '\(labels[index].name)', means none of these and is never answered "
                        + "(--background).")
            }
            return found.first
        }
    }

    /// Pictures without a subject, whose answers tell logits from probabilities.
    private static let blanks = [(0, 0, 0), (128, 128, 128), (255, 255, 255), (30, 90, 200)].map {
        colour in
        RGBImage(
            width: 8, height: 8,
            bytes: (0..<64).flatMap { _ in [UInt8(colour.0), UInt8(colour.1), UInt8(colour.2)] })!
    }

    private mutating func recogniseOutput() throws(InferenceError) {
        if trial.output.element.isByte, declaration.outputScale == nil {
            notes.append("Taken by default: an 8-bit output counts 1/256 (--output-scale).")
        }
        if let output = declaration.output {
            manifest.output = output
            return
        }
        var answers: [[Double]] = []
        for image in Self.blanks + cases.map(\.image) {
            for reading in readings {
                answers.append(
                    try trial.numbers(
                        image,
                        as: manifest.reading(
                            manifest.colour, mean: reading.mean, scale: reading.scale)))
            }
        }
        guard let kind = ModelOutput.kind(of: answers, element: trial.output.element) else {
            throw .notTold(
                "The outputs are in 0…1 but do not sum to 1, so they may be probabilities of classes that do not "
                    + "exclude each other, or logits.",
                remedy:
                    "Give --output probabilities or --output logits, and --output-scale if a unit is missing."
            )
        }
        manifest.output = kind
        notes.append(
            kind == .logits
                ? "The outputs are logits, as some are beyond 0…1: they go through a softmax (--output)."
                : "The outputs are probabilities: they are in 0…1 and sum to 1 (--output).")
    }

    /// The ways of giving a byte that are to be tried: the declared one, or those in use.
    private var readings: [(name: String, mean: [Double], scale: [Double])] {
        let isStated = declaration.mean != nil || declaration.scale != nil
        guard manifest.inputType == .float32, !isStated else {
            let pair = [manifest.mean, manifest.scale].map {
                manifest.colour == .rgb ? $0 : $0.reversed()
            }
            return [("as declared", pair[0], pair[1])]
        }
        return ModelTrial.readings
    }

    /// Mean and scale of a float32 input: as declared, else those with which the golden photos get their
    /// labels with the highest probability.
    private mutating func recogniseReading() throws(InferenceError) {
        guard readings.count > 1 else { return }
        guard !cases.isEmpty else {
            throw .notTold(
                "The model takes float32 and does not tell how a byte becomes a number.",
                remedy:
                    "Give --mean and --scale (0 and 1 for bytes as they are, 0 and 255 for 0…1, 127.5 and "
                    + "127.5 for −1…1), or a photo whose label is known with --golden PHOTO=LABEL, by which "
                    + "they are found.")
        }
        var best: (index: Int, score: Double)?
        for (index, reading) in readings.enumerated() {
            let variant = manifest.reading(
                manifest.colour, mean: reading.mean, scale: reading.scale)
            var (score, isMet) = (0.0, true)
            for golden in cases {
                let answer = try trial.probabilities(golden.image, as: variant)
                isMet = isMet && golden.isMet(by: answer)
                score += max(golden.probability(in: answer), 1e-9).logarithm
            }
            if isMet, score > best?.score ?? -.infinity { best = (index, score) }
        }
        guard let best else { return }
        let reading = readings[best.index]
        manifest = manifest.reading(manifest.colour, mean: reading.mean, scale: reading.scale)
        notes.append(
            "A byte is given as \(reading.name), with which the golden photos are surest (--mean, --scale)."
        )
    }
}

extension ModelRecognition {
    /// Checks the golden photos, and tries other ways of giving a picture when one has a wrong answer.
    ///
    /// - Throws: `InferenceError.goldenFailed` with what would give the label.
    func checkGolden() throws(InferenceError) {
        for golden in cases {
            let answer = try trial.probabilities(golden.image, as: manifest)
            if golden.isMet(by: answer) { continue }
            throw .goldenFailed(
                photo: golden.photo.path, expected: golden.photo.label, found: top(answer),
                hint: try hint(golden, answer))
        }
    }

    /// `'crow' (0.41), 'raven' (0.12)`.
    private func top(_ answer: [Double]) -> String {
        let order = answer.indices.sorted { (answer[$1], $0) < (answer[$0], $1) }
        return order.prefix(3).map { index in
            "'\(labels[index].name)' (\(answer[index].hundredths))"
        }.joined(separator: ", ")
    }

    private func hint(_ golden: GoldenCase, _ answer: [Double]) throws(InferenceError) -> String {
        var found: [(words: String, probability: Double)] = []
        for layout in layouts {
            for colour in ModelManifest.Colour.allCases {
                for reading in manifest.inputType == .float32 ? ModelTrial.readings : readings {
                    var variant = manifest.reading(
                        colour, mean: reading.mean, scale: reading.scale)
                    variant.layout = layout
                    let other = try trial.probabilities(golden.image, as: variant)
                    guard golden.isMet(by: other) else { continue }
                    found.append(
                        (words(for: variant, reading.name), golden.probability(in: other)))
                }
            }
        }
        if let best = found.max(by: { $0.probability < $1.probability }) {
            return "With \(best.words) it says so (\(best.probability.hundredths)): add that."
        }
        let index = GoldenCase.best(answer).index
        if golden.classes.contains(index - 1) || golden.classes.contains(index + 1) {
            return
                "That is the next line of the list: the labels seem shifted by one. Compare the list with "
                + "the model's own."
        }
        return
            "No other colour order, mean and scale gives it. Is it the model's own label list, and a photo "
            + "that shows little else?"
    }

    /// The layouts that the input's shape allows.
    private var layouts: [ModelManifest.Layout] {
        trial.input.shape[1] == trial.input.shape[3]
            ? ModelManifest.Layout.allCases : [manifest.layout]
    }

    /// The options by which a variant differs.
    private func words(for variant: ModelManifest, _ reading: String) -> String {
        func list(_ numbers: [Double]) -> String {
            numbers.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: ",")
        }
        var words: [String] = []
        if variant.layout != manifest.layout { words.append("--layout \(variant.layout.rawValue)") }
        if variant.colour != manifest.colour { words.append("--colour \(variant.colour.rawValue)") }
        if variant.mean != manifest.mean || variant.scale != manifest.scale {
            words.append("--mean \(list(variant.mean)) --scale \(list(variant.scale))")
        }
        return words.joined(separator: " ")
    }

    /// The golden photos with their answers, as model.json keeps them.
    ///
    /// - Parameter files: Name and SHA-256 of each photo in the model's folder, in the order of the cases.
    func kept(_ files: [(name: String, sha256: String)]) throws(InferenceError) -> ModelManifest {
        var complete = manifest
        var kept: [ModelManifest.Golden] = []
        for (golden, file) in zip(cases, files) {
            let best = GoldenCase.best(try trial.probabilities(golden.image, as: manifest))
            kept.append(
                ModelManifest.Golden(
                    photo: file.name, index: best.index, label: labels[best.index].name,
                    probability: best.probability, sha256: file.sha256))
        }
        complete.golden = kept.isEmpty ? nil : kept
        return complete
    }
}
