/// What a photo may cost before it is decoded.
package struct PhotoLimits: Hashable, Sendable {
    /// Width times height as declared.
    ///
    /// A sequential JPEG is decoded row by row and scaled on the way, so memory does not grow with it,
    /// but time does: 100 million pixels take about half a second of one core.
    package var pixels: Int
    /// The same for a progressive JPEG, of which every coefficient is held at once, 3 to 6 bytes a
    /// pixel: 50 million pixels are 150 to 300 MB.
    package var progressivePixels: Int
    /// Size of the file. It is read into memory whole.
    package var bytes: Int

    package init(
        pixels: Int = 100_000_000, progressivePixels: Int = 50_000_000, bytes: Int = 64 << 20
    ) {
        self.pixels = pixels
        self.progressivePixels = progressivePixels
        self.bytes = bytes
    }
}
