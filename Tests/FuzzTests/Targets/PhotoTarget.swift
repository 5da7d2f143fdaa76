import GeoModel
import Imaging

enum PhotoTarget {
    /// As many pixels as a run may take time for.
    private static let limits = PhotoLimits(
        pixels: 1 << 20, progressivePixels: 1 << 18, bytes: 1 << 20)

    static func run(_ input: UnsafeRawBufferPointer) throws {
        guard let file = try? JPEGFile(bytes: Array(input), limits: limits) else { return }
        let metadata = PhotoMetadata(of: file)
        check(metadata)
        guard
            let image = try? JPEGDecoder().decode(
                file, orientation: metadata.orientation, shortestSideAtLeast: 64)
        else { return }
        guard image.bytes.count == 3 * image.width * image.height else {
            FuzzTarget.violated("a picture has three bytes a pixel")
        }
        guard
            let small = try? Thumbnailer().thumbnail(
                of: file, orientation: metadata.orientation, longestSide: 16)
        else { FuzzTarget.violated("what can be decoded has a thumbnail") }
        guard let read = try? JPEGFile(bytes: small), PhotoMetadata(of: read) == PhotoMetadata()
        else { FuzzTarget.violated("a thumbnail is a JPEG that says nothing of where and when") }
    }

    private static func check(_ metadata: PhotoMetadata) {
        if let heading = metadata.headingInDegrees, !(0..<360).contains(heading) {
            FuzzTarget.violated("a heading is 0..<360")
        }
        if let metres = metadata.coordinateUncertaintyInMeters, !(metres > 0 && metres.isFinite) {
            FuzzTarget.violated("an uncertainty is a positive number of metres")
        }
        if let position = metadata.position,
            Coordinate(
                decimalLatitude: position.decimalLatitude,
                decimalLongitude: position.decimalLongitude) == nil
        {
            FuzzTarget.violated("a position is a valid coordinate")
        }
    }
}
