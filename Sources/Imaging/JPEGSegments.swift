internal import Glibc

/// Walks the marker segments of a JPEG in file order, without decoding (ITU-T T.81, annex B).
///
/// Bytes between segments that are no marker are skipped, as libjpeg does; the entropy-coded bytes
/// behind a scan header are passed over as well, so that a whole file ends with `EOI`, and one which
/// is cut does not. A thumbnail inside APP1 is payload and its markers are never seen.
struct JPEGSegments {
    /// One marker and where its payload lies; markers without payload have an empty one.
    struct Segment {
        let marker: UInt8
        let payload: Range<Int>
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// `bytes` start with SOI.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = 2
    }

    /// The next segment, or nil when the bytes end first or a segment reaches beyond them.
    ///
    /// The last segment of a whole JPEG is `EOI`; do not ask behind it, what follows belongs to others.
    mutating func next() -> Segment? {
        guard let marker = nextMarker() else { return nil }
        switch marker {
        case Marker.startOfImage, Marker.endOfImage, Marker.temporary, Marker.restarts:
            return Segment(marker: marker, payload: position..<position)
        default:
            guard position + 2 <= bytes.count else { return nil }
            let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
            guard length >= 2, position + length <= bytes.count else { return nil }
            let payload = position + 2..<position + length
            position += length
            return Segment(marker: marker, payload: payload)
        }
    }

    /// Finds 0xFF followed by a byte that is neither stuffing (0) nor fill (0xFF), and passes it.
    ///
    /// In entropy-coded bytes a restart marker belongs to the scan; it is passed as a marker of its own.
    private mutating func nextMarker() -> UInt8? {
        while position + 1 < bytes.count {
            // memchr passes a scan's megabytes many bytes at a time.
            let rest = bytes.baseAddress! + position
            guard let found = memchr(rest, 0xFF, bytes.count - 1 - position) else { return nil }
            position += UnsafeRawPointer(found) - UnsafeRawPointer(rest)
            let marker = bytes[position + 1]
            position += marker == 0xFF ? 1 : 2
            if marker != 0xFF && marker != 0 { return marker }
        }
        return nil
    }
}

/// The markers that are told apart here (T.81, table B.1).
enum Marker {
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let temporary: UInt8 = 0x01
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1
    static let app2: UInt8 = 0xE2
    static let app14: UInt8 = 0xEE

    /// SOF0 to SOF15, without DHT (C4), JPG (C8) and DAC (CC) that lie between them.
    static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }
}
