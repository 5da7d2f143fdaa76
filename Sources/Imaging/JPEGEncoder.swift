internal import CTurboJPEG

/// Compresses pictures as baseline JPEG without any metadata; one owner, one thread at a time.
package struct JPEGEncoder: ~Copyable {
    private let handle: tjhandle

    /// - Throws: `ImagingError.notEncoded` when TurboJPEG cannot be set up.
    package init() throws(ImagingError) {
        guard let handle = tjInitCompress() else {
            throw .notEncoded(String(cString: tjGetErrorStr2(nil)))
        }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    /// A JPEG with colour at half resolution (4:2:0), or at full (4:4:4).
    ///
    /// - Parameter quality: 1…100.
    package func encode(
        _ image: RGBImage, quality: Int, fullColour: Bool = false
    ) throws(ImagingError) -> [UInt8] {
        precondition((1...100).contains(quality))
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(buffer) }
        let subsampling = fullColour ? TJSAMP_444 : TJSAMP_420
        let code = image.bytes.withUnsafeBufferPointer {
            tjCompress2(
                handle, $0.baseAddress, Int32(image.width), 0, Int32(image.height),
                Int32(TJPF_RGB.rawValue), &buffer, &size, Int32(subsampling.rawValue),
                Int32(quality), 0)
        }
        guard code == 0, let buffer else {
            throw .notEncoded(String(cString: tjGetErrorStr2(handle)))
        }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }
}
