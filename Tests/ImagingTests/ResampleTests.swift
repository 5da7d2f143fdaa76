import GeoModel
import TestSupport
import Testing

@testable import Imaging

@Suite struct `Resampling a picture` {
    /// A picture of noise, which shows every misplaced weight.
    private func noise(width: Int, height: Int) -> RGBImage {
        var generator = SeededGenerator(seed: 12)
        return RGBImage(
            width: width, height: height,
            bytes: (0..<width * height * 3).map { _ in .random(in: 0...255, using: &generator) })!
    }

    /// The definition, pixel by pixel, in double precision: the kernel widened by the scale, both axes.
    private func plain(
        _ image: RGBImage, _ box: PixelBox, width: Int, height: Int,
        support: Double, kernel: (Double) -> Double
    ) -> [UInt8] {
        func weights(_ start: Double, _ length: Double, _ count: Int, _ index: Int, _ inputs: Int)
            -> [(Int, Double)]
        {
            let scale = length / Double(count)
            let stretch = max(1, scale)
            let centre = start + (Double(index) + 0.5) * scale
            let all = (0..<inputs).map { ($0, kernel((Double($0) + 0.5 - centre) / stretch)) }
                .filter { abs(Double($0.0) + 0.5 - centre) < support * stretch }
            let sum = all.reduce(0) { $0 + $1.1 }
            return all.map { ($0.0, $0.1 / sum) }
        }
        let columns = (0..<width).map { weights(box.left, box.width, width, $0, image.width) }
        var bytes: [UInt8] = []
        for y in 0..<height {
            let rows = weights(box.top, box.height, height, y, image.height)
            for x in 0..<width {
                for channel in 0..<3 {
                    var sum = 0.0
                    for (row, down) in rows {
                        for (column, across) in columns[x] {
                            let byte = image.bytes[(row * image.width + column) * 3 + channel]
                            sum += down * across * Double(byte)
                        }
                    }
                    bytes.append(UInt8(max(0, min(255, sum.rounded()))))
                }
            }
        }
        return bytes
    }

    static let cases: [(Int, Int, Double, Int)] = [
        (64, 48, 0.875, 14), (48, 64, 1, 48), (61, 37, 0.5, 5), (9, 9, 1, 20), (1, 1, 0.875, 4),
        (40, 3, 0.9, 1),
    ]

    @Test(arguments: cases)
    func `it equals the plain double sum`(width: Int, height: Int, part: Double, side: Int) throws {
        let image = noise(width: width, height: height)
        let box = image.centralSquare(fraction: part)
        let cubic = plain(image, box, width: side, height: side, support: 2) { x in
            let x = abs(x)
            return x < 1
                ? 1.5 * x * x * x - 2.5 * x * x + 1
                : x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
        }
        let linear = plain(image, box, width: side, height: side, support: 1) {
            max(0, 1 - abs($0))
        }
        for (filter, expected) in [(ResampleFilter.bicubic, cubic), (.bilinear, linear)] {
            let found = image.resampled(box, toWidth: side, height: side, filter: filter)
            let worst = zip(found.bytes, expected).map { abs(Int($0) - Int($1)) }.max()
            // A sum near a half may round the other way in single precision.
            #expect(try #require(worst) <= 1)
        }
    }

    @Test func `a picture resampled to its own size stays as it is`() {
        let image = noise(width: 31, height: 17)
        for filter in [ResampleFilter.bicubic, .bilinear] {
            #expect(
                image.resampled(image.content, toWidth: 31, height: 17, filter: filter) == image)
        }
    }

    @Test func `a flat picture stays flat at its edges`() {
        let image = RGBImage(width: 300, height: 7, bytes: [UInt8](repeating: 255, count: 6300))!
        let small = image.resampled(image.content, toWidth: 11, height: 3, filter: .bicubic)
        #expect(small.bytes == [UInt8](repeating: 255, count: 99))
    }

    // Pillow 13.0.0's Image.resize with BICUBIC and BILINEAR, box (116.75, 3.25, 537.25, 423.75), of palace.jpg
    // as TurboJPEG decodes it: the first, the middle and the last pixel of 8 x 8.
    @Test func `it equals what the model was trained on`() throws {
        let image = try JPEGDecoder().decode(try JPEGFile(.palace), orientation: .upright)
        let references: [(ResampleFilter, [UInt8])] = [
            (.bicubic, [192, 219, 250, 175, 185, 186, 41, 41, 30]),
            (.bilinear, [190, 215, 243, 176, 183, 183, 43, 43, 32]),
        ]
        for (filter, expected) in references {
            let small = image.resampled(
                PixelBox(left: 116.75, top: 3.25, width: 420.5, height: 420.5), toWidth: 8,
                height: 8,
                filter: filter)
            let found = [0, 36, 63].flatMap { small.bytes[$0 * 3..<$0 * 3 + 3] }
            for (one, two) in zip(found, expected) { #expect(abs(Int(one) - Int(two)) <= 1) }
        }
    }
}
