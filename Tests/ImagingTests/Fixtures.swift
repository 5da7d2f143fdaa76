import FoundationEssentials
import TestSupport

@testable import Imaging

/// The bytes of a photo that ships with the repository.
func bytes(of photo: GeoDataFiles.Photo) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: photo.path)))
}

extension JPEGFile {
    /// A photo that ships with the repository.
    init(_ photo: GeoDataFiles.Photo) throws { try self.init(path: photo.path) }
}

/// The error that `body` throws; nil when it throws none, or another kind.
func imagingError(_ body: () throws -> Void) -> ImagingError? {
    do {
        try body()
        return nil
    } catch {
        return error as? ImagingError
    }
}

/// A JPEG of a test has no frame header.
struct NoFrame: Error {}

extension Array<UInt8> {
    /// The JPEG with another frame header: SOF marker, precision, height and width as given.
    func declaring(
        width: Int, height: Int, marker: UInt8? = nil, precision: UInt8? = nil
    ) throws -> [UInt8] {
        var copy = self
        var place: Int?
        withUnsafeBufferPointer { bytes in
            var segments = JPEGSegments(bytes)
            while let segment = segments.next() {
                if Marker.isFrame(segment.marker) {
                    place = segment.payload.lowerBound
                    return
                }
            }
        }
        guard let place else { throw NoFrame() }
        if let marker { copy[place - 3] = marker }
        if let precision { copy[place] = precision }
        copy[place + 1] = UInt8(height >> 8)
        copy[place + 2] = UInt8(height & 255)
        copy[place + 3] = UInt8(width >> 8)
        copy[place + 4] = UInt8(width & 255)
        return copy
    }
}

extension RGBImage {
    /// The mean difference of all bytes; nil when the sizes differ.
    func difference(to other: RGBImage) -> Double? {
        guard width == other.width, height == other.height else { return nil }
        var sum = 0
        for (one, two) in zip(bytes, other.bytes) { sum += abs(Int(one) - Int(two)) }
        return Double(sum) / Double(bytes.count)
    }
}
