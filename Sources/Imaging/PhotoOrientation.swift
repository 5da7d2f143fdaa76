/// How a stored picture is turned to stand upright: EXIF tag 0x0112 (CIPA DC-008, 4.6.4).
package enum PhotoOrientation: Int, Hashable, Sendable, CaseIterable {
    case upright = 1
    case mirrored = 2
    case rotated180 = 3
    case flipped = 4
    /// Mirrored along the diagonal from the top left.
    case transposed = 5
    /// To be turned a quarter clockwise.
    case rotated90 = 6
    /// Mirrored along the diagonal from the top right.
    case transversed = 7
    /// To be turned a quarter anticlockwise.
    case rotated270 = 8

    /// Whether width and height change places.
    package var swapsSides: Bool { rawValue >= 5 }
}
