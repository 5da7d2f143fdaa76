/// What is wrong with a photo, and what to do about it.
package enum ImagingError: Error, Hashable, Sendable {
    /// The file could not be opened or read; the number is the system's errno.
    case unreadable(errno: Int32, reason: String)
    case tooManyBytes(limit: Int)
    case empty
    /// The content is of another kind, whatever its name or declared type says.
    case notJPEG(PhotoKind)
    /// The markers cannot be followed up to the picture's dimensions.
    case malformed(String)
    /// The height is not in the header but in a marker behind the picture (DNL), or a side is 0.
    case noDimensions
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// A JPEG of a kind that no common decoder reads: 12-bit, lossless, hierarchical.
    case unsupported(String)
    /// The file ends before the picture does.
    case truncated
    /// TurboJPEG refused the compressed picture, in its own words.
    case undecodable(String)
    /// TurboJPEG could not compress, in its own words.
    case notEncoded(String)
}

extension ImagingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(_, let reason):
            "The photo cannot be read: \(reason). Check that the file exists and may be read."
        case .tooManyBytes(let limit):
            "The photo is larger than \(limit) bytes. Send a smaller file."
        case .empty:
            "The photo is empty (0 bytes). Send the whole file."
        case .notJPEG(.unknown):
            "The photo is not a JPEG, nor any picture format known here. Send a JPEG."
        case .notJPEG(let kind):
            "The photo is \(kind), not JPEG, whatever its name says. Convert it to JPEG and send it again."
        case .malformed(let what):
            "The JPEG's header is damaged: \(what). Export the photo again and send that."
        case .noDimensions:
            "The JPEG's header declares no height or width. Export the photo again and send that."
        case .tooManyPixels(let width, let height, let limit):
            "The photo declares \(width) x \(height) pixels, more than the limit of \(limit). Send it scaled down."
        case .unsupported(let what):
            "The JPEG is of a kind that cannot be decoded: \(what). Export it as an ordinary 8-bit JPEG."
        case .truncated:
            "The JPEG is cut off: it ends before its picture does. Send the whole file."
        case .undecodable(let message):
            "The JPEG cannot be decoded: \(message). Export the photo again and send that."
        case .notEncoded(let message):
            "The picture cannot be compressed as JPEG: \(message). Report this with the photo's size."
        }
    }
}
