/// Makes small, upright copies of a photo that carry no metadata; one thread at a time.
package struct Thumbnailer: ~Copyable {
    private let decoder: JPEGDecoder
    private let encoder: JPEGEncoder

    /// The longest sides offered, in pixels.
    package static let sizes = [120, 480, 1280]

    /// Below it edges fray at 120 px; above it bytes grow faster than the eye gains.
    private static let quality = 82

    package init() throws(ImagingError) {
        let decoder = try JPEGDecoder()
        let encoder = try JPEGEncoder()
        self.decoder = decoder
        self.encoder = encoder
    }

    /// A JPEG whose longest side is `size` pixels, or the photo's own if that is shorter.
    ///
    /// Position, time, camera, colour profile and comments are left behind.
    package func thumbnail(
        of file: JPEGFile, orientation: PhotoOrientation, longestSide size: Int
    ) throws(ImagingError) -> [UInt8] {
        precondition(size > 0)
        let (width, height) = (file.header.width, file.header.height)
        let ratio = min(1, Double(size) / Double(max(width, height)))
        let shortest = max(1, Int((Double(min(width, height)) * ratio).rounded()))
        // Half as large again: what the decoder's own shrinking leaves of block edges is averaged away.
        let image = try decoder.decode(
            file, orientation: orientation, shortestSideAtLeast: shortest * 3 / 2)
        guard image.longestSide > size else {
            return try encoder.encode(image, quality: Self.quality)
        }
        let isWide = image.content.width >= image.content.height
        let small = image.resampled(
            image.content, toWidth: isWide ? size : shortest, height: isWide ? shortest : size,
            filter: .bicubic)
        return try encoder.encode(small, quality: Self.quality)
    }
}
