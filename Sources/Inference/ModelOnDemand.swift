package import GeoModel
package import Imaging
internal import Synchronization

/// A model of the library, loaded when the first photo asks for it.
package final class ModelOnDemand: ImageClassifying {
    /// How a model fares.
    package enum State: Hashable, Sendable {
        /// No photo has asked for it yet.
        case waiting
        case loading
        case ready
        /// It cannot be used; its photos are answered by the others.
        case failed(reason: String)

        /// `waiting`, `loading`, `ready` or `failed`.
        package var name: String {
            switch self {
            case .waiting: "waiting"
            case .loading: "loading"
            case .ready: "ready"
            case .failed: "failed"
            }
        }
    }

    /// What is shared by the models of a library.
    struct Means: Sendable {
        let runtime: ClassifierRuntime
        let permits: ComputePermits
        /// See `ImageClassifier.init`.
        let requests, threads: Int

        var forOneRequest: Means {
            Means(runtime: runtime, permits: permits, requests: 1, threads: threads)
        }
    }

    let folder: ModelFolder
    /// When its model.json was written.
    let stamp: FileStamp?
    private let manifest: ModelManifest?
    private let means: Means
    /// Held while it is loaded, so that further photos wait.
    private let loaded = Mutex<ImageClassifier?>(nil)
    private let progress: Mutex<(state: State, failed: ContinuousClock.Instant?)>

    /// How long a failure stands before a photo tries again: what was missing may be there by then.
    private static let patience = Duration.seconds(60)

    init(_ folder: ModelFolder, stamp: FileStamp?, _ means: Means, others: [String]) {
        self.folder = folder
        self.stamp = stamp
        self.means = means
        do throws(InferenceError) {
            let manifest = try ModelManifest(folder: folder.path)
            if others.contains(manifest.name) {
                throw .manifestInvalid(
                    path: "\(folder.path)/\(ModelManifest.fileName)",
                    reason: "another model has the name '\(manifest.name)' too")
            }
            self.manifest = manifest
            progress = Mutex((.waiting, nil))
        } catch {
            manifest = nil
            progress = Mutex((.failed(reason: "\(error)"), nil))
        }
    }

    package var modelName: String { manifest?.name ?? folder.name }
    package var group: String? { manifest?.group }
    package var state: State { progress.withLock { $0.state } }
    package var wantedShortestSide: Int { manifest?.wantedShortestSide ?? 1 }

    /// - Throws: `InferenceError.modelUnusable` when it cannot be loaded, and what the model throws.
    package func classify(_ image: RGBImage) throws -> [LabelledProbability] {
        try means.permits.hold { try load().classify(image) }
    }

    /// Loads it unless it is.
    package func prepare() throws { _ = try means.permits.hold { try load() } }

    private func load() throws -> ImageClassifier {
        try loaded.withLock { slot in
            if let slot { return slot }
            if case (.failed(let reason), let moment) = progress.withLock({ $0 }),
                moment.map({ .now - $0 < Self.patience }) ?? true
            {
                throw InferenceError.modelUnusable(reason: reason)
            }
            progress.withLock { $0 = (.loading, nil) }
            do {
                let classifier = try ImageClassifier(
                    folder: folder.path, runtime: means.runtime, requests: means.requests,
                    threads: means.threads)
                progress.withLock { $0 = (.ready, nil) }
                slot = classifier
                return classifier
            } catch {
                progress.withLock { $0 = (.failed(reason: "\(error)"), .now) }
                throw error
            }
        }
    }
}
