internal import GeoModel
internal import Hashing
internal import Imaging

/// A photo and the class that it shows, as a person states them.
package struct GoldenPhoto: Hashable, Sendable {
    /// A JPEG.
    package let path: String
    /// The name, the scientific name or the index of a class.
    package let label: String

    package init(path: String, label: String) {
        self.path = path
        self.label = label
    }
}

/// A golden photo, decoded, with the classes that its label names.
struct GoldenCase {
    let photo: GoldenPhoto
    let image: RGBImage
    let classes: Set<Int>

    /// - Throws: `InferenceError.goldenRefused`.
    init(_ photo: GoldenPhoto, _ labels: [LabelDraft], side: Int) throws(InferenceError) {
        self.photo = photo
        let wanted = photo.label.lowercased()
        var classes = Set(
            labels.indices.filter { index in
                labels[index].name.lowercased() == wanted
                    || labels[index].scientificName?.lowercased() == wanted
            })
        if classes.isEmpty, let index = Int(photo.label), labels.indices.contains(index) {
            classes = [index]
        }
        guard !classes.isEmpty else {
            let similar = labels.lazy.map(\.name).filter { $0.lowercased().contains(wanted) }
                .prefix(3)
            throw .goldenRefused(
                photo: photo.path,
                reason: "no label is '\(photo.label)'. "
                    + (similar.isEmpty
                        ? "Give a name, a scientific name or an index of the label list."
                        : "There is \(similar.map { "'\($0)'" }.joined(separator: ", "))."))
        }
        self.classes = classes
        image = try Self.decode(photo.path, side: side)
    }

    static func decode(_ path: String, side: Int) throws(InferenceError) -> RGBImage {
        do throws(ImagingError) {
            let file = try JPEGFile(path: path)
            return try JPEGDecoder().decode(
                file, orientation: PhotoMetadata(of: file).orientation, shortestSideAtLeast: side)
        } catch {
            throw .goldenRefused(photo: path, reason: "\(error)")
        }
    }

    /// The most probable class and its probability, "none of these" included.
    static func best(_ probabilities: [Double]) -> (index: Int, probability: Double) {
        let index = probabilities.indices.max { left, right in
            (probabilities[left], right) < (probabilities[right], left)
        }
        return (index ?? 0, probabilities[index ?? 0])
    }

    /// Whether the photo's class is the most probable.
    func isMet(by probabilities: [Double]) -> Bool {
        classes.contains(Self.best(probabilities).index)
    }

    /// The probability of the photo's class.
    func probability(in probabilities: [Double]) -> Double {
        classes.map { probabilities[$0] }.max() ?? 0
    }
}
