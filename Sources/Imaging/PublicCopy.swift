/// The same picture without what a camera or a person wrote into the file.
///
/// Works on the segments of the file (ITU-T T.81, annex B); nothing is decoded, so every pixel stays as it
/// is. Kept is what a decoder needs: frames, tables, scans, the colour profile, Adobe's mark of the colour
/// transform, and the version and density of JFIF. All else goes: EXIF with its GPS folder, maker notes and
/// preview, XMP and its extension, IPTC, comments, the pictures of a Multi-Picture file behind the first, and
/// whatever stands between segments or behind the end. An EXIF segment of our own says how the picture is
/// turned, and nothing else.
package enum PublicCopy {
    /// Returns the bytes of a whole JPEG.
    package static func bytes(of file: JPEGFile) -> [UInt8] {
        let orientation = PhotoMetadata(of: file).orientation
        return file.bytes.withUnsafeBufferPointer { source in
            var copy: [UInt8] = [0xFF, Marker.startOfImage]
            copy.reserveCapacity(source.count)
            var segments = JPEGSegments(source)
            var isTurned = orientation == .upright
            // The marker of a scan and where its bytes begin, until the next segment ends it.
            var scan: Int?
            while let segment = segments.next() {
                if Marker.restarts.contains(segment.marker) { continue }
                let isBare = segment.payload.isEmpty && hasNoLength(segment.marker)
                let start = segment.payload.lowerBound - (isBare ? 2 : 4)
                if let begun = scan { copy += source[begun..<start] }
                scan = nil
                switch segment.marker {
                case Marker.endOfImage:
                    return copy + [0xFF, Marker.endOfImage]
                case Marker.app0:
                    if let header = jfif(source[segment.payload]) {
                        copy += [0xFF, Marker.app0] + length(header.count) + header
                    }
                case let marker where isNeeded(marker, source[segment.payload]):
                    // EXIF follows JFIF, which wants to be first.
                    if !isTurned {
                        copy += exif(orientation)
                        isTurned = true
                    }
                    copy += [0xFF, marker] + length(segment.payload.count)
                    copy += source[segment.payload]
                    if marker == Marker.startOfScan { scan = segment.payload.upperBound }
                default: continue
                }
            }
            // A JPEGFile ends with EOI.
            return copy
        }
    }

    /// Markers without a length.
    private static func hasNoLength(_ marker: UInt8) -> Bool {
        [Marker.startOfImage, Marker.endOfImage, Marker.temporary].contains(marker)
    }

    private static func isNeeded(_ marker: UInt8, _ payload: Slice<UnsafeBufferPointer<UInt8>>)
        -> Bool
    {
        switch marker {
        // Frames and their tables (C0 to CF), scan, tables, number of lines, restart interval.
        case 0xC0...0xC7, 0xC9...0xCF, 0xDA...0xDD: true
        case Marker.app2: payload.starts(with: Array("ICC_PROFILE\0".utf8))
        case Marker.app14: payload.starts(with: Array("Adobe".utf8))
        default: false
        }
    }

    /// The header of JFIF (ITU-T T.871) without its thumbnail; nil for another segment.
    private static func jfif(_ payload: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard payload.starts(with: Array("JFIF\0".utf8)), payload.count >= 14 else { return nil }
        return payload.prefix(12) + [0, 0]
    }

    private static func length(_ count: Int) -> [UInt8] {
        [UInt8((count + 2) >> 8), UInt8((count + 2) & 0xFF)]
    }

    /// An EXIF segment with one tag, the orientation (CIPA DC-008, 4.6.4).
    private static func exif(_ orientation: PhotoOrientation) -> [UInt8] {
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0,
            UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0,
        ]
        let payload = Array("Exif\0\0".utf8) + tiff
        return [0xFF, Marker.app1] + length(payload.count) + payload
    }
}
