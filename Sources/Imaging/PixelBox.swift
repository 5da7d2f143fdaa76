/// A box in a picture: pixels from its top left corner, fractions allowed.
package struct PixelBox: Hashable, Sendable {
    package let left, top, width, height: Double

    package init(left: Double, top: Double, width: Double, height: Double) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// The same part after the picture of `width` × `height` is turned upright from `orientation`.
    func turned(from orientation: PhotoOrientation, width: Int, height: Int) -> PixelBox {
        let right = Double(width) - left - self.width
        let bottom = Double(height) - top - self.height
        let (newLeft, newTop) =
            switch orientation {
            case .upright: (left, top)
            case .mirrored: (right, top)
            case .rotated180: (right, bottom)
            case .flipped: (left, bottom)
            case .transposed: (top, left)
            case .rotated90: (bottom, left)
            case .transversed: (bottom, right)
            case .rotated270: (top, right)
            }
        return PixelBox(
            left: newLeft, top: newTop, width: orientation.swapsSides ? self.height : self.width,
            height: orientation.swapsSides ? self.width : self.height)
    }
}
