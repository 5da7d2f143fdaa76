internal import CTurboJPEG

/// Decodes JPEGs; one owner, one thread at a time. Keep one for each worker thread.
package struct JPEGDecoder: ~Copyable {
    private let instance: Instance

    /// - Throws: `ImagingError.undecodable` when TurboJPEG cannot be set up.
    package init() throws(ImagingError) { instance = try Instance() }

    /// TurboJPEG's handle, made anew after a failure: with TurboJPEG 2.1.5 a handle that met a broken
    /// photo refuses good ones from then on.
    private final class Instance {
        private(set) var handle: tjhandle

        init() throws(ImagingError) { handle = try Self.make() }

        deinit { tjDestroy(handle) }

        func renew() throws(ImagingError) {
            let new = try Self.make()
            tjDestroy(handle)
            handle = new
        }

        private static func make() throws(ImagingError) -> tjhandle {
            guard let handle = tjInitDecompress() else {
                throw .undecodable(String(cString: tjGetErrorStr2(nil)))
            }
            return handle
        }
    }

    private var handle: tjhandle { instance.handle }

    /// Decodes to 8-bit RGB and turns the picture upright.
    ///
    /// Grey becomes RGB; CMYK and YCCK too, by the plain formula, without the profile. An
    /// Adobe CMYK picture is stored inverted and read as such.
    ///
    /// - Parameters:
    ///   - file: A whole JPEG.
    ///   - orientation: How it is stored (`PhotoMetadata.orientation`).
    ///   - side: The picture is shrunk while it is decoded, to the smallest of 1/8, 1/4, 1/2 whose
    ///     shortest side has at least as many pixels; nil, or a side that is too long, decodes it whole.
    /// - Throws: `ImagingError.truncated` when the picture ends early, `.undecodable` when it is broken.
    ///   Damage that the decoder warns of and passes over is tolerated.
    package func decode(
        _ file: JPEGFile, orientation: PhotoOrientation, shortestSideAtLeast side: Int? = nil
    ) throws(ImagingError) -> RGBImage {
        let scale = DecodeScale(file.header, shortestSideAtLeast: side)
        return try DecodeMemory.shared.lend(scale.memory(for: file.header)) {
            () throws(ImagingError) in
            do throws(ImagingError) {
                return try decode(file, scale).turned(from: orientation)
            } catch {
                try instance.renew()
                throw error
            }
        }
    }

    private func decode(
        _ file: JPEGFile, _ scale: DecodeScale
    ) throws(ImagingError) -> RGBImage {
        try checkHeader(of: file)
        if file.header.components == 4 {
            return try RGBImage(width: scale.width, height: scale.height, content: scale.content) {
                target throws(ImagingError) in
                let inks = UnsafeMutableBufferPointer<UInt8>.allocate(
                    capacity: scale.width * scale.height * 4)
                defer { inks.deallocate() }
                try decompress(file, to: inks, scale, TJPF_CMYK)
                mix(inks, areInverted: file.header.hasAdobeMarker, into: target)
            }
        }
        return try RGBImage(width: scale.width, height: scale.height, content: scale.content) {
            target throws(ImagingError) in
            try decompress(file, to: target, scale, TJPF_RGB)
        }
    }

    /// The decoder's own reading of the header must agree with ours, on which the limits were tested.
    private func checkHeader(of file: JPEGFile) throws(ImagingError) {
        var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let code = file.bytes.withUnsafeBufferPointer {
            tjDecompressHeader3(
                handle, $0.baseAddress, UInt($0.count), &width, &height, &subsampling, &space)
        }
        guard code == 0 || warning != nil else { throw .undecodable(message) }
        guard Int(width) == file.header.width, Int(height) == file.header.height else {
            throw .malformed("its dimensions can be read in two ways")
        }
    }

    private func decompress(
        _ file: JPEGFile, to target: UnsafeMutableBufferPointer<UInt8>, _ scale: DecodeScale,
        _ format: TJPF
    ) throws(ImagingError) {
        // A broken picture can leave the rest of its rows unwritten.
        target.update(repeating: 128)
        let code = file.bytes.withUnsafeBufferPointer {
            tjDecompress2(
                handle, $0.baseAddress, UInt($0.count), target.baseAddress, Int32(scale.width), 0,
                Int32(scale.height), Int32(format.rawValue), TJFLAG_LIMITSCANS)
        }
        guard code != 0 else { return }
        switch warning {
        case .endOfFile: throw .truncated
        case .endOfScan: if isCutInLastScan(file) { throw .truncated }
        case .other: break
        case nil: throw .undecodable(message)
        }
    }

    /// Whether the picture's last scan is the one that ends early: what a cut file with an end marker behind it
    /// has. Early ends of other scans are damage that some encoders make, and the picture is there.
    ///
    /// TurboJPEG does not say which scan it means, so the picture is decoded once more without the last.
    private func isCutInLastScan(_ file: JPEGFile) -> Bool {
        guard let lastScan = file.header.lastOfManyScans else { return true }
        let shorter = Array(file.bytes[..<lastScan]) + [0xFF, Marker.endOfImage]
        let scale = DecodeScale(file.header, shortestSideAtLeast: 1)
        // Four bytes a pixel, as CMYK has no other form here.
        let isInk = file.header.components == 4
        var pixels = [UInt8](repeating: 0, count: scale.width * scale.height * 4)
        let code = shorter.withUnsafeBufferPointer { source in
            pixels.withUnsafeMutableBufferPointer {
                tjDecompress2(
                    handle, source.baseAddress, UInt(source.count), $0.baseAddress,
                    Int32(scale.width), 0, Int32(scale.height),
                    Int32((isInk ? TJPF_CMYK : TJPF_RGBX).rawValue), TJFLAG_LIMITSCANS)
            }
        }
        return code == 0 || warning != .endOfScan
    }

    /// What TurboJPEG complained of while it went on; nil when it gave up.
    private var warning: DecodeWarning? {
        guard tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else { return nil }
        return DecodeWarning(message)
    }

    private var message: String { String(cString: tjGetErrorStr2(handle)) }

    /// Ink on white paper: what cyan, magenta and yellow leave, darkened by black.
    private func mix(
        _ inks: UnsafeMutableBufferPointer<UInt8>, areInverted: Bool,
        into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let flip: UInt8 = areInverted ? 0 : 255
        for pixel in 0..<target.count / 3 {
            let light = Int(inks[pixel * 4 + 3] ^ flip)
            for channel in 0..<3 {
                let left = Int(inks[pixel * 4 + channel] ^ flip)
                target[pixel * 3 + channel] = UInt8((left * light + 127) / 255)
            }
        }
    }
}

/// A complaint of libjpeg about data that it could go on with.
///
/// Told by its text (libjpeg's jerror.h, JWRN_): TurboJPEG's error code still says "warning" when it gave up
/// after it had warned. Of several warnings libjpeg tells the first.
private enum DecodeWarning {
    /// The file ends before its end marker.
    case endOfFile
    /// A marker comes before the scan, or the piece of it up to a restart marker, has all its blocks.
    case endOfScan
    case other

    init?(_ message: String) {
        if message == "Premature end of JPEG file" {
            self = .endOfFile
        } else if message == "Corrupt JPEG data: premature end of data segment" {
            self = .endOfScan
        } else if Self.others.contains(where: { message.hasPrefix($0) }) {
            self = .other
        } else {
            return nil
        }
    }

    private static let others = [
        "Corrupt JPEG data: ", "Inconsistent progression sequence",
        "Invalid SOS parameters for sequential JPEG", "Unknown Adobe color transform code",
        "Warning: unknown JFIF revision number",
    ]
}

/// The size a JPEG is decoded to: a part of its own, rounded up, as TurboJPEG rounds.
///
/// TurboJPEG scales by any n/8, but has fast code for 1/8, 1/4, 1/2 and 1 alone: 3/8 takes longer than
/// 1/2, and 5/8 longer than the whole.
struct DecodeScale {
    let width, height: Int
    /// The photo's own size over the divisor, which the rounded size exceeds by less than a pixel.
    let content: PixelBox

    init(_ header: JPEGHeader, shortestSideAtLeast side: Int?) {
        let shortest = min(header.width, header.height)
        let divisor =
            side.flatMap { side in [8, 4, 2].first { (shortest - 1) / $0 + 1 >= side } } ?? 1
        width = (header.width - 1) / divisor + 1
        height = (header.height - 1) / divisor + 1
        content = PixelBox(
            left: 0, top: 0, width: Double(header.width) / Double(divisor),
            height: Double(header.height) / Double(divisor))
    }
}
