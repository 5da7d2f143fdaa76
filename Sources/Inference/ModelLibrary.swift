internal import Glibc
internal import Synchronization

/// The picture models there are: those of a data directory and those that ship with the program.
///
/// Each is loaded by the first photo that asks it, and one that cannot be used fails alone. Models that
/// come, go or change are taken up by `refresh`; photos under way end on the models they began with.
package final class ModelLibrary: Sendable {
    private let data: String
    private let shipped, photos: String?
    private let only: String?
    private let means: ModelOnDemand.Means
    private let current: Mutex<[ModelOnDemand]>

    /// - Parameters:
    ///   - data: `DATA/models`; it may be absent.
    ///   - shipped: The models that ship with the program.
    ///   - photos: The folder of the golden photos of shipped models.
    ///   - only: The folder's name of the one model to use; nil uses all.
    ///   - requests: Pictures that a model which is alone can classify at once, each with the memory of the
    ///     model. Of several models each has one: they keep the cores busy among themselves.
    package init(
        data: String, shipped: String?, photos: String?, only: String? = nil,
        runtime: ClassifierRuntime, requests: Int
    ) {
        self.data = data
        self.shipped = shipped
        self.photos = photos
        self.only = only
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        means = ModelOnDemand.Means(
            runtime: runtime, permits: ComputePermits(cores), requests: requests,
            threads: min(2, cores))
        current = Mutex([])
        refresh()
    }

    /// The models in the order in which they are asked: those that ship first, then by name.
    package var models: [ModelOnDemand] { current.withLock { $0 } }

    /// Looks at the folders again; a model that is there unchanged stays loaded.
    ///
    /// - Returns: Whether anything changed.
    @discardableResult
    package func refresh() -> Bool {
        let before = models
        var now: [ModelOnDemand] = []
        let folders = ModelFolder.all(data: data, shipped: shipped, photos: photos).filter {
            only == nil || only == $0.name
        }
        let means = folders.count > 1 ? means.forOneRequest : means
        for folder in folders {
            let stamp = FileStamp(of: "\(folder.path)/\(ModelManifest.fileName)")
            let known = before.first { $0.folder == folder && $0.stamp == stamp }
            now.append(
                known
                    ?? ModelOnDemand(folder, stamp: stamp, means, others: now.map(\.modelName)))
        }
        let isChanged = !now.elementsEqual(before) { $0 === $1 }
        if isChanged { current.withLock { $0 = now } }
        return isChanged
    }
}
