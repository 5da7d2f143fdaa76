import API
import ArgumentParsing
import Exports
import FoundationEssentials
import GeoModel
import Inference
import Records

/// The picture models that a command line asks for.
enum PictureModels: Sendable {
    /// The model whose labels a recorded answer uses.
    static let defaultName = "imagenet"

    case library(ModelLibrary)
    case recorded(RecordedClassifier)
    /// There is none, and why.
    case off(reason: String)

    /// What to ask at the moment.
    var classifiers: [any ImageClassifying] {
        switch self {
        case .library(let library): library.models
        case .recorded(let classifier): [classifier]
        case .off: []
        }
    }

    /// `--labels FILE` is a recorded answer; else all models are used, or the one of `--model`.
    ///
    /// A model named with `--model` is loaded at once and must be fit, and a recording must be there;
    /// else what is unfit is told when a photo asks for it.
    ///
    /// - Parameter requests: Pictures that each model may classify at once.
    static func find(_ arguments: ParsedArguments, requests: Int) throws -> PictureModels {
        let data = arguments.dataDirectory
        if let recording = arguments["labels"] {
            let folder = try folder(of: arguments["model"] ?? defaultName, in: data)
            let labels = try ModelLabels(of: ModelManifest(folder: folder.path), in: folder.path)
            return .recorded(try RecordedClassifier(path: recording, labels: labels))
        }
        let only = try arguments["model"].map { try folder(of: $0, in: data).name }
        let geoData = try GeoDataFolder.find()
        do {
            let library = ModelLibrary(
                data: data.models, shipped: geoData?.models, photos: geoData?.photos, only: only,
                runtime: try ClassifierRuntime.find(), requests: requests)
            if only != nil { try library.models.first?.prepare() }
            return .library(library)
        } catch {
            guard only == nil else { throw error }
            return .off(reason: "\(error)")
        }
    }

    /// The folders of all models, those that ship with the program first.
    static func folders(in data: DataDirectory) throws -> [ModelFolder] {
        let geoData = try GeoDataFolder.find()
        return ModelFolder.all(
            data: data.models, shipped: geoData?.models, photos: geoData?.photos)
    }

    /// - Throws: `ProgramError.modelNotFound`.
    static func folder(of name: String, in data: DataDirectory) throws -> ModelFolder {
        guard let folder = try folders(in: data).first(where: { $0.name == name }) else {
            let places = [data.models, try GeoDataFolder.find()?.models].compactMap(\.self)
            throw ProgramError.modelNotFound(name: name, places: places)
        }
        return folder
    }
}

extension PictureModels {
    /// `ready`, or why no picture is classified.
    var summary: String {
        switch self {
        case .off(let reason): return reason
        case .recorded: return "ready"
        case .library(let library):
            let failures = library.models.compactMap { model in
                if case .failed(let reason) = model.state { reason } else { nil }
            }
            if library.models.isEmpty {
                return "There is no picture model. 'turnstone model add' adds one."
            }
            return failures.count < library.models.count ? "ready" : failures.joined(separator: " ")
        }
    }

    /// Each model and how it fares.
    var health: [ServiceRoutes.Health.Model] {
        switch self {
        case .off: []
        case .recorded(let classifier):
            [.init(name: classifier.modelName, state: "ready", group: nil, message: nil)]
        case .library(let library):
            library.models.map { model in
                let state = model.state
                let message: String? =
                    if case .failed(let reason) = state { PathlessText.of(reason) } else { nil }
                return .init(
                    name: model.modelName, state: state.name, group: model.group, message: message)
            }
        }
    }

    /// Takes up models that are added while the service runs, and lets go of those removed.
    ///
    /// Looking is a listing of a folder or two and a call a model, so it is done often.
    ///
    /// - Parameter preloads: Whether models are loaded as soon as they are seen, not by the first photo.
    /// - Returns: nil where nothing can change, and when the system has no thread left, which is logged.
    func startWatching(preloads: Bool) -> PeriodicTask? {
        guard case .library(let library) = self else { return nil }
        let task = PeriodicTask(every: 2) {
            if library.refresh() {
                ServerLog.write(.info, "models") { $0.member("count", library.models.count) }
            }
            guard preloads else { return }
            for model in library.models where model.state == .waiting { try? model.prepare() }
        }
        if task == nil {
            ServerLog.write(.error, "failure") {
                $0.member("message", "No thread is left to watch for new models. Start again.")
            }
        }
        return task
    }
}
