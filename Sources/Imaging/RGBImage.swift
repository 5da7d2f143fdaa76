/// A picture in memory: 8-bit sRGB, rows from the top, pixels from the left, R G B interleaved.
package struct RGBImage: Hashable, Sendable {
    package let width, height: Int
    /// width × height × 3 bytes.
    package let bytes: [UInt8]
    /// The part that shows the photo: all of it, but for a fraction of the last row or column when a
    /// photo was shrunk by a number that does not divide its side.
    package let content: PixelBox

    /// Returns nil unless both sides are positive and `bytes` are width × height × 3.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, bytes.count == width * height * 3 else { return nil }
        self.init(unchecked: bytes, width: width, height: height)
    }

    /// Fills a picture; `fill` must write every byte.
    init(
        width: Int, height: Int, content: PixelBox,
        filledBy fill: (UnsafeMutableBufferPointer<UInt8>) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        (self.width, self.height, self.content) = (width, height, content)
        let size = width * height * 3
        var failure: ImagingError?
        bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            do throws(ImagingError) {
                try fill(UnsafeMutableBufferPointer(rebasing: buffer[..<size]))
                count = size
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    package var longestSide: Int { max(width, height) }

    /// The picture turned upright, when it was stored with `orientation`.
    package func turned(from orientation: PhotoOrientation) -> RGBImage {
        guard orientation != .upright else { return self }
        let (width, height) = (self.width, self.height)
        // Where the source pixel of the result's top left lies, and the step for one to the right
        // and for one row down, in source pixels.
        let (origin, right, down): (Int, Int, Int) =
            switch orientation {
            case .upright: (0, 1, width)
            case .mirrored: (width - 1, -1, width)
            case .rotated180: (width * height - 1, -1, -width)
            case .flipped: (width * (height - 1), 1, -width)
            case .transposed: (0, width, 1)
            case .rotated90: (width * (height - 1), -width, 1)
            case .transversed: (width * height - 1, -width, -1)
            case .rotated270: (width - 1, width, -1)
            }
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        let turned = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                let start = source.baseAddress! + origin * 3
                // In squares, so that the lines of both pictures stay in the cache.
                let side = 32
                for top in stride(from: 0, to: newHeight, by: side) {
                    for left in stride(from: 0, to: newWidth, by: side) {
                        for y in top..<min(top + side, newHeight) {
                            var from = start + (y * down + left * right) * 3
                            var to = target.baseAddress! + (y * newWidth + left) * 3
                            for _ in left..<min(left + side, newWidth) {
                                to[0] = from[0]
                                to[1] = from[1]
                                to[2] = from[2]
                                to += 3
                                from += right * 3
                            }
                        }
                    }
                }
            }
            count = bytes.count
        }
        return RGBImage(
            unchecked: turned, width: newWidth, height: newHeight,
            content: content.turned(from: orientation, width: width, height: height))
    }

    /// For bytes whose number is right by construction.
    init(unchecked bytes: [UInt8], width: Int, height: Int, content: PixelBox? = nil) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
        self.content =
            content ?? PixelBox(left: 0, top: 0, width: Double(width), height: Double(height))
    }
}
