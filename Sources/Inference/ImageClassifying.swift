package import GeoModel
package import Imaging

/// Tells what a photo shows. Real conformers: OpenVINO's models and recorded answers.
package protocol ImageClassifying: Sendable {
    var modelName: String { get }

    /// The shortest side, in pixels, that a picture should have; a larger one only costs time.
    var wantedShortestSide: Int { get }

    /// Classifies an upright picture; may be called from several threads at once.
    ///
    /// - Returns: Every class but "none of these", most probable first, equal ones by index. The
    ///   probabilities are in 0…1 and sum to 1 at most.
    func classify(_ image: RGBImage) throws -> [LabelledProbability]
}
