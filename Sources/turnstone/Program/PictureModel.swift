import ArgumentParsing
import FoundationEssentials
import Inference
import Records

/// The picture model that a command line asks for.
enum PictureModel {
    static let defaultName = "imagenet"

    /// A model ready to be asked, or the reason why there is none.
    enum Found {
        case ready(any ImageClassifying)
        case off(reason: String)

        var classifiers: [any ImageClassifying] {
            switch self {
            case .ready(let classifier): [classifier]
            case .off: []
            }
        }
    }

    /// `--labels FILE` is a recorded answer; else the model is loaded.
    ///
    /// A model named with `--model`, and a recording, must be there; the default model may be
    /// absent or unfit, and the reason is then given.
    ///
    /// - Parameters:
    ///   - requests: Pictures that may be classified at once.
    ///   - threads: Threads that serve all of them together.
    static func find(
        _ arguments: ParsedArguments, requests: Int, threads: Int
    ) throws -> Found {
        let name = arguments["model"] ?? defaultName
        let isRequired = arguments["model"] != nil || arguments["labels"] != nil
        do {
            let folder = try folder(of: name, in: arguments.dataDirectory)
            if let recording = arguments["labels"] {
                let labels = try ModelLabels(of: ModelManifest(folder: folder), in: folder)
                return .ready(try RecordedClassifier(path: recording, labels: labels))
            }
            return .ready(
                try ImageClassifier(
                    folder: folder, runtime: ClassifierRuntime.find(), requests: requests,
                    threads: threads))
        } catch {
            guard !isRequired else { throw error }
            return .off(reason: "\(error)")
        }
    }

    /// The data directory's models come before those that ship with the program.
    private static func folder(of name: String, in data: DataDirectory) throws -> String {
        let places = [data.models, try GeoDataFolder.find()?.models].compactMap(\.self)
        let isPlainName = !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
        let folder = places.map { "\($0)/\(name)" }.first {
            FileManager.default.fileExists(atPath: "\($0)/\(ModelManifest.fileName)")
        }
        guard isPlainName, let folder else {
            throw ProgramError.modelNotFound(name: name, places: places)
        }
        return folder
    }
}
