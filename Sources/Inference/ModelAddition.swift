internal import Imaging

/// Adds a model to a folder of models: recognises it, tries it, and keeps it when it proves right.
package struct ModelAddition: Sendable {
    /// 1 to 63 of a-z, 0-9 and '-', the first no '-': also the folder's name.
    package var name: String
    /// A .onnx or .tflite file.
    package var file: String
    package var labels: String
    package var declaration = ModelDeclaration()
    package var golden: [GoldenPhoto] = []
    /// Whether a model of that name goes.
    package var replaces = false

    /// Golden photos that a model may have: each is a load and an inference at every check.
    package static let mostGolden = 20

    package init(name: String, file: String, labels: String) {
        self.name = name
        self.file = file
        self.labels = labels
    }

    package enum Phase: String, Sendable {
        case copying = "copying the model"
        case trying = "trying the model"
        case checking = "loading it as the service does"
    }

    /// What was added.
    package struct Report: Sendable {
        package let manifest: ModelManifest
        package let classes: Int
        /// Of the model file.
        package let bytes: Int
        /// What was found out, and what was taken by default.
        package let notes: [String]
    }

    /// Adds it to `directory`, which is made when absent. When this throws, nothing has changed.
    ///
    /// - Parameter progress: Bytes done of all while copying, else 0 of 0; what it throws ends the work.
    /// - Throws: `InferenceError`, and what `progress` throws.
    package func run(
        in directory: String, runtime: ClassifierRuntime,
        progress: (Phase, Int, Int) throws -> Void = { _, _, _ in }
    ) throws -> Report {
        guard Self.isName(name) else { throw InferenceError.nameInvalid(name) }
        let suffix = [".onnx", ".tflite"].first { file.lowercased().hasSuffix($0) }
        guard let suffix else {
            throw InferenceError.modelUnsuitable(
                "'\(file)' is neither .onnx nor .tflite. Convert the model to one of them.")
        }
        guard golden.count <= Self.mostGolden else {
            throw InferenceError.goldenRefused(
                photo: golden[Self.mostGolden].path, reason: "at most \(Self.mostGolden) are kept.")
        }
        let isThere = FileStamp(of: "\(directory)/\(name)") != nil
        if isThere, !replaces { throw InferenceError.modelExists(name: name) }
        let drafts = try labelDrafts()
        let draft = try ModelDraft(name: name, directory: directory)
        let (modelName, labelsName) = ("model\(suffix)", "labels.txt")
        var bytes = 0
        let modelHash = try draft.copy(file, as: modelName, limit: FileHash.mostBytes) {
            bytes = $1
            try progress(.copying, $0, $1)
        }
        let labelsHash = try draft.copy(labels, as: labelsName, limit: LabelFile.mostBytes)
        let checksums = ModelManifest.Checksums(file: modelHash, labels: labelsHash)
        try expect(checksums)
        try progress(.trying, 0, 0)
        let recognition = try recognise(
            "\(draft.path)/\(modelName)", drafts, runtime,
            ModelManifest(
                name: name, file: modelName, labels: labelsName, labelFormat: drafts.format,
                layout: .planes, colour: .rgb, inputType: .float32, width: 1, height: 1,
                mean: [0, 0, 0], scale: [1, 1, 1], cropFraction: 1, resize: .bilinear,
                output: .probabilities, temperature: 1, sha256: checksums))
        try recognition.checkGolden()
        var photos: [(name: String, sha256: String)] = []
        for (index, photo) in golden.enumerated() {
            let name = "golden-\(index + 1).jpg"
            photos.append(
                (name, try draft.copy(photo.path, as: name, limit: PhotoLimits().bytes)))
        }
        let manifest = try recognition.kept(photos)
        try draft.write(try manifest.json(), as: ModelManifest.fileName)
        try progress(.checking, 0, 0)
        let classifier = try ImageClassifier(folder: draft.path, runtime: runtime)
        try draft.publish(replaces: replaces, name: name)
        return Report(
            manifest: manifest, classes: classifier.labels.labels.count, bytes: bytes,
            notes: notes(recognition, drafts.isGuessed))
    }

    static func isName(_ name: String) -> Bool {
        (1...63).contains(name.utf8.count) && !name.hasPrefix("-")
            && name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// The labels, and whether their format is a default.
    private struct Labels {
        let drafts: [LabelDraft]
        let format: LabelFormat
        let isGuessed: Bool
    }

    private func labelDrafts() throws(InferenceError) -> Labels {
        let bytes = try contents(ofFile: labels, limit: LabelFile.mostBytes)
        let file = try LabelFile(bytes: bytes, path: labels)
        let recognised = LabelFormat(recognising: file.lines)
        let format = declaration.labelFormat ?? recognised ?? .lines
        return Labels(
            drafts: try file.drafts(format), format: format,
            isGuessed: declaration.labelFormat == nil && recognised == nil)
    }

    /// A model.json may name the files' checksums: then they must be those.
    private func expect(_ actual: ModelManifest.Checksums) throws(InferenceError) {
        guard let stated = declaration.sha256 else { return }
        for (path, expected, actual) in [
            (file, stated.file, actual.file), (labels, stated.labels, actual.labels),
        ] where expected.lowercased() != actual {
            throw .checksumMismatch(path: path, expected: expected, actual: actual)
        }
    }

    /// As `trial`; a copy that is refused goes with the attempt, and the file that was named is the one to look at.
    private func recognise(
        _ copy: String, _ labels: Labels, _ runtime: ClassifierRuntime, _ manifest: ModelManifest
    ) throws(InferenceError) -> ModelRecognition {
        do throws(InferenceError) {
            return try trial(copy, labels, runtime, manifest)
        } catch {
            guard case .modelRefused(_, let reason) = error else { throw error }
            throw .modelRefused(path: file, reason: reason.replacing(copy, with: file))
        }
    }

    private func trial(
        _ path: String, _ labels: Labels, _ runtime: ClassifierRuntime, _ manifest: ModelManifest
    ) throws(InferenceError) -> ModelRecognition {
        let (input, output) = try runtime.inspect(path)
        let shape = try ModelShape(input, declaration)
        // A model whose answer is no row of classes need not be compiled to be refused.
        try Self.check(output, labels.drafts.count)
        let trial = try ModelTrial(
            runtime.compile(path, shape: shape.dimensions, threads: 2))
        try Self.check(trial.output, labels.drafts.count)
        let size = Double(2 * shape.size) / (declaration.cropFraction ?? 0.875)
        var cases: [GoldenCase] = []
        for photo in golden {
            cases.append(try GoldenCase(photo, labels.drafts, side: Int(size.rounded(.up))))
        }
        return try ModelRecognition(
            trial, shape: shape, labels: labels.drafts, format: labels.format,
            declaration: declaration, cases: cases, manifest: manifest)
    }

    private static func check(_ output: TensorInfo, _ labels: Int) throws(InferenceError) {
        guard output.element.isSupported || output.shape.contains(-1) else {
            throw .outputUnsupported(found: "\(output)")
        }
        if output.shape.isEmpty || output.shape.contains(-1) { return }
        guard output.element.isSupported, output.isOneRow, output.count > 1 else {
            throw .outputUnsupported(found: "\(output)")
        }
        guard output.count == labels else {
            throw .labelCountMismatch(labels: labels, outputs: output.count)
        }
    }

    private func notes(_ recognition: ModelRecognition, _ isFormatGuessed: Bool) -> [String] {
        var notes = recognition.notes
        if isFormatGuessed {
            notes.append(
                "The labels are plain names; if they are scientific ones, add it again with --label-format "
                    + "scientific-lines.")
        }
        if golden.isEmpty {
            notes.append(
                "No golden photo proves that colours and labels are right: add one with --golden PHOTO=LABEL."
            )
        }
        return notes
    }
}
