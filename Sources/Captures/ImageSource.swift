internal import GeoModel
internal import Imaging
internal import Inference
internal import Records

/// What the picture models say of a photo.
struct ImageSource {
    private(set) var labels: [LabelledProbability] = []
    let report: SourceReport

    /// Decodes the photo, as small as the models allow, and asks each of them, all at once.
    ///
    /// A photo is decoded even without a model, so that none is taken in that cannot be shown. A model that fails
    /// does not fail the others.
    ///
    /// - Throws: `CaptureError.photoRefused` when the picture cannot be decoded.
    init(
        _ photo: JPEGFile?, _ orientation: PhotoOrientation, _ classifiers: [any ImageClassifying]
    ) throws(CaptureError) {
        let start = ContinuousClock.now
        guard let photo else {
            report = SourceReport(
                name: "image", state: .off, milliseconds: 0, message: "There is no photo.")
            return
        }
        let side = classifiers.map(\.wantedShortestSide).max() ?? 1
        let image: RGBImage
        do throws(ImagingError) {
            image = try JPEGDecoder().decode(
                photo, orientation: orientation, shortestSideAtLeast: side)
        } catch {
            throw .photoRefused(error)
        }
        guard !classifiers.isEmpty else {
            report = SourceReport(
                name: "image", state: .off, milliseconds: start.millisecondsUntilNow,
                message: "No picture model is set up. Run Scripts/setup, or see /healthz.")
            return
        }
        var failures: [String] = []
        for (classifier, answer) in zip(classifiers, Self.answers(of: classifiers, to: image)) {
            switch answer {
            case .success(let found): labels += found
            case .failure(let error): failures.append("\(classifier.modelName): \(error)")
            }
        }
        let state: SourceReport.State =
            if !labels.isEmpty { .answered } else if failures.isEmpty { .nothing } else { .failed }
        report = SourceReport(
            name: "image", state: state, milliseconds: start.millisecondsUntilNow,
            message: failures.isEmpty ? nil : failures.joined(separator: " "))
    }
    /// What each says: the first on this thread, the others on one each. How many compute at once is
    /// the models' own affair.
    private static func answers(
        of classifiers: [any ImageClassifying], to image: RGBImage
    ) -> [Result<[LabelledProbability], any Error>] {
        let others = classifiers.dropFirst().map { classifier in
            Companion { Result { try classifier.classify(image) } }
        }
        let first = classifiers.prefix(1).map { classifier in
            Result { try classifier.classify(image) }
        }
        return first + others.map { $0.join() }
    }
}
