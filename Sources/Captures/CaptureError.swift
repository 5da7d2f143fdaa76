package import Imaging

/// Why a capture was not made or not confirmed, and what to do about it. What concerns stored
/// captures and records is a `RecordError`.
package enum CaptureError: Error, Equatable {
    /// Neither a photo nor a position.
    case nothingSent
    case invalidField(name: String, reason: String)
    /// The message is Imaging's own.
    case photoRefused(ImagingError)
    case candidateNotOffered(String, offered: [String])
    /// Neither a candidate nor a name.
    case nothingChosen
    /// Both a candidate and a name.
    case twoChosen
}

extension CaptureError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothingSent:
            "Neither a photo nor a position was sent. Send a JPEG as 'photo', or decimalLatitude "
                + "and decimalLongitude, or both."
        case .invalidField(let name, let reason): "\(name): \(reason)"
        case .photoRefused(let error): "\(error)"
        case .candidateNotOffered(let id, let offered):
            "Candidate '\(id)' was not offered. Choose \(offered.joined(separator: ", "))."
        case .nothingChosen: "Send candidateId, or a name of your own."
        case .twoChosen: "Send candidateId or name, not both."
        }
    }
}
