/// The kind of a picture file by its content; names and declared types are not asked.
package enum PhotoKind: String, Hashable, Sendable {
    case jpeg = "JPEG"
    case heic = "HEIC"
    case avif = "AVIF"
    case png = "PNG"
    case gif = "GIF"
    case webp = "WebP"
    case tiff = "TIFF"
    case unknown = "of unknown type"

    /// How many leading bytes are looked at.
    package static let bytesNeeded = 64

    /// Tells the kind from the first bytes of a file; `bytesNeeded` of them are enough.
    ///
    /// HEIC and AVIF are ISO base media files and differ by their brands (ISO/IEC 14496-12, `ftyp`);
    /// a generic brand such as `mif1` is decided by the compatible brands behind it.
    package init(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.bytesNeeded))
        func has(_ text: String, at offset: Int) -> Bool {
            head.dropFirst(offset).starts(with: text.utf8)
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0) && has("WEBP", at: 8) {
            self = .webp
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0])
            || head.starts(with: [0x4D, 0x4D, 0, 0x2A])
        {
            self = .tiff
        } else if has("ftyp", at: 4) {
            self = Self.kind(ofBrandsIn: head)
        } else {
            self = .unknown
        }
    }

    /// The major brand is at byte 8, compatible ones follow from byte 16 to the end of the box.
    private static func kind(ofBrandsIn head: [UInt8]) -> PhotoKind {
        let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = min(head.count, length >= 16 ? length : head.count)
        let brands = ([8] + Array(stride(from: 16, to: end, by: 4))).map { offset in
            String(decoding: head.dropFirst(offset).prefix(4), as: UTF8.self)
        }
        if brands.contains(where: { ["avif", "avis"].contains($0) }) { return .avif }
        let heic = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
        return brands.contains(where: heic.contains) ? .heic : .unknown
    }
}

extension PhotoKind: CustomStringConvertible {
    package var description: String { rawValue }
}
