/// What a JPEG says of itself before its first scan.
package struct JPEGHeader: Hashable, Sendable {
    /// Pixels as stored, before orientation.
    package let width, height: Int
    /// 1 grey, 3 colour, 4 CMYK or YCCK.
    package let components: Int
    package let isProgressive: Bool
    /// Whether an Adobe segment stands before the scan: a CMYK picture then is stored inverted.
    let hasAdobeMarker: Bool
    /// Where the TIFF structure of the first Exif segment lies, without the six bytes `Exif␀␀`.
    let exif: Range<Int>?
    /// Where the marker of the last scan stands; nil when there is but one scan.
    let lastOfManyScans: Int?

    /// Reads the header and follows the markers to the end of the picture; decodes nothing.
    ///
    /// What follows the end of the picture (a second picture of an MPO, a gain map, a trailer) is
    /// not looked at.
    ///
    /// - Throws: `ImagingError`: not a JPEG, limits passed, damaged, or cut. The limit on pixels is
    ///   tested as soon as they are known.
    init(reading bytes: [UInt8], limits: PhotoLimits) throws(ImagingError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(limit: limits.bytes) }
        let kind = PhotoKind(sniffing: bytes)
        guard kind == .jpeg else { throw .notJPEG(kind) }
        let walked = bytes.withUnsafeBufferPointer { pointer in
            Result { () throws(ImagingError) in try Walk(pointer, limits: limits) }
        }
        let walk = try walked.get()
        guard let frame = walk.frame else {
            throw .malformed("no frame header before the first scan")
        }
        (width, height) = (frame.width, frame.height)
        (components, isProgressive) = (frame.components, frame.isProgressive)
        (hasAdobeMarker, exif) = (walk.hasAdobeMarker, walk.exif)
        lastOfManyScans = walk.scans > 1 ? walk.lastScan : nil
    }

    private struct Walk {
        var frame: Frame?
        var hasAdobeMarker = false
        var exif: Range<Int>?
        var scans = 0
        var lastScan = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>, limits: PhotoLimits) throws(ImagingError) {
            var segments = JPEGSegments(bytes)
            while let segment = segments.next() {
                let payload = UnsafeBufferPointer(rebasing: bytes[segment.payload])
                switch segment.marker {
                case Marker.endOfImage:
                    guard scans > 0 else { throw .malformed("it holds no picture") }
                    return
                case Marker.startOfScan:
                    guard frame != nil else { throw .malformed("a scan without a frame header") }
                    scans += 1
                    // Before the payload stand the marker and the length, two bytes each.
                    lastScan = segment.payload.lowerBound - 4
                case Marker.app1 where exif == nil && payload.starts(with: Array("Exif\0\0".utf8)):
                    exif = segment.payload.dropFirst(6)
                case Marker.app14 where payload.starts(with: Array("Adobe".utf8)) && scans == 0:
                    hasAdobeMarker = true
                case _ where Marker.isFrame(segment.marker) && frame == nil:
                    let read = try Frame(segment.marker, payload)
                    try read.check(limits)
                    frame = read
                default: break
                }
            }
            throw .truncated
        }
    }

    /// The frame header (T.81, B.2.2): precision, height, width, number of components.
    private struct Frame {
        let width, height, components: Int
        let isProgressive: Bool

        init(_ marker: UInt8, _ payload: UnsafeBufferPointer<UInt8>) throws(ImagingError) {
            guard payload.count >= 6 else {
                throw .malformed("a frame header of \(payload.count) bytes")
            }
            height = Int(payload[1]) << 8 | Int(payload[2])
            width = Int(payload[3]) << 8 | Int(payload[4])
            components = Int(payload[5])
            isProgressive = marker == 0xC2 || marker == 0xCA
            switch marker {
            case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: break
            case 0xC3, 0xCB: throw .unsupported("lossless coding")
            default: throw .unsupported("hierarchical coding")
            }
            guard payload[0] == 8 else { throw .unsupported("\(payload[0]) bits a sample") }
            guard width > 0, height > 0 else { throw .noDimensions }
            guard [1, 3, 4].contains(components) else {
                throw .unsupported("\(components) colour components")
            }
        }

        func check(_ limits: PhotoLimits) throws(ImagingError) {
            let limit = isProgressive ? min(limits.pixels, limits.progressivePixels) : limits.pixels
            guard width * height <= limit else {
                throw .tooManyPixels(width: width, height: height, limit: limit)
            }
        }
    }
}
