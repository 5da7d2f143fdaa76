import FoundationEssentials
import HTTPServer

extension Response {
    /// With the checksum of the whole body, of which a client may have got a part (RFC 9530 section 3).
    ///
    /// - Parameter hexadecimal: SHA-256 as 64 digits; anything else adds nothing.
    func stating(sha256 hexadecimal: String) -> Response {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        guard digits.count == 64, hexadecimal.count == 64 else { return self }
        let bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return adding("Repr-Digest", "sha-256=:\(Data(bytes).base64EncodedString()):")
    }
}
