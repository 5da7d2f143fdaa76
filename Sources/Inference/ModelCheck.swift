internal import GeoModel
internal import Glibc

/// Loads a model as the service does, and asks it its golden photos.
package struct ModelCheck: Sendable {
    /// The folder's name.
    package let name: String
    package let classes: Int?
    package let golden: [Answer]
    /// What is wrong; empty for a sound model.
    package let problems: [String]
    package let loadSeconds: Double
    /// What the process grew by, resident, while it was loaded.
    package let memoryInBytes: Int64

    /// A golden photo and what the model says of it.
    package struct Answer: Sendable {
        package let photo: String
        /// The class it shows, and its probability when it was added.
        package let expected: String
        package let recorded: Double
        /// The class that is the most probable now.
        package let found: String
        package let probability: Double
        package let isMet: Bool
    }

    /// - Parameter runtime: The models of one process share it.
    package init(_ folder: ModelFolder, runtime: ClassifierRuntime) {
        name = folder.name
        var (problems, answers): ([String], [Answer]) = ([], [])
        let (before, start) = (Self.residentBytes, ContinuousClock.now)
        var classifier: ImageClassifier?
        do throws(InferenceError) {
            classifier = try ImageClassifier(folder: folder.path, runtime: runtime)
        } catch {
            problems.append("\(error)")
        }
        loadSeconds = (ContinuousClock.now - start) / .seconds(1)
        memoryInBytes = max(0, Self.residentBytes - before)
        classes = classifier?.labels.labels.count
        for golden in classifier?.manifest.golden ?? [] {
            guard let classifier else { break }
            do throws(InferenceError) {
                let answer = try Self.answer(golden, classifier, folder)
                answers.append(answer)
                if !answer.isMet {
                    problems.append(
                        "Golden photo '\(golden.photo)' should show '\(golden.label)', but the model says "
                            + "'\(answer.found)' (\(answer.probability.hundredths)). Add the model again."
                    )
                }
            } catch {
                problems.append("\(error)")
            }
        }
        self.golden = answers
        self.problems = problems
    }

    private static func answer(
        _ golden: ModelManifest.Golden, _ classifier: ImageClassifier, _ folder: ModelFolder
    ) throws(InferenceError) -> Answer {
        let path = "\(folder.photos)/\(golden.photo)"
        let actual = try FileHash.hexadecimal(ofFile: path)
        guard actual == golden.sha256.lowercased() else {
            throw .checksumMismatch(path: path, expected: golden.sha256, actual: actual)
        }
        let image = try GoldenCase.decode(path, side: classifier.wantedShortestSide)
        let answer = try classifier.probabilities(of: image)
        let best = GoldenCase.best(answer)
        return Answer(
            photo: golden.photo, expected: golden.label, recorded: golden.probability,
            found: classifier.labels.labels[best.index].name, probability: best.probability,
            isMet: best.index == golden.index)
    }

    /// What this process has in memory (proc(5), statm): its second number, in pages.
    private static var residentBytes: Int64 {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
        return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }
}
