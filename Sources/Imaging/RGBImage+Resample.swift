extension RGBImage {
    /// The centred square whose side is `fraction` (0…1, not 0) of the photo's shortest side.
    package func centralSquare(fraction: Double) -> PixelBox {
        let side = fraction * min(content.width, content.height)
        return PixelBox(
            left: content.left + (content.width - side) / 2,
            top: content.top + (content.height - side) / 2, width: side, height: side)
    }

    /// Resamples `box`, which lies within the picture, to `newWidth` × `newHeight` in one step.
    ///
    /// Antialiased: when shrinking, each new pixel is the weighted mean of all pixels it covers. Sums are
    /// single-precision floats, rounded to 8 bits once, at the end.
    package func resampled(
        _ box: PixelBox, toWidth newWidth: Int, height newHeight: Int, filter: ResampleFilter
    ) -> RGBImage {
        precondition(newWidth > 0 && newHeight > 0 && box.width > 0 && box.height > 0)
        let across = filter.taps(
            start: box.left, length: box.width, inputs: width, outputs: newWidth)
        let down = filter.taps(
            start: box.top, length: box.height, inputs: height, outputs: newHeight)
        let size = newWidth * newHeight * 3
        let resampled = [UInt8](unsafeUninitializedCapacity: size) { target, count in
            bytes.withUnsafeBufferPointer { source in
                Resampler(across: across, down: down, sourceWidth: width)
                    .run(from: source.baseAddress!, to: target.baseAddress!)
            }
            count = size
        }
        return RGBImage(unchecked: resampled, width: newWidth, height: newHeight)
    }
}

/// One resampling: rows are mixed first, over contiguous bytes, then the one mixed row's columns.
private struct Resampler {
    let across, down: ResampleFilter.Taps
    let sourceWidth: Int

    func run(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
        // Only the columns that some output needs.
        let left = across.starts.first!
        let columns = zip(across.starts, across.used).map { $0 + $1 }.max()! - left
        let row = UnsafeMutablePointer<Float>.allocate(capacity: columns * 3)
        defer { row.deallocate() }
        let newWidth = across.starts.count
        across.weights.withUnsafeBufferPointer { weights in
            across.starts.withUnsafeBufferPointer { starts in
                across.used.withUnsafeBufferPointer { used in
                    for y in 0..<down.starts.count {
                        mixRows(
                            y, from: source + (down.starts[y] * sourceWidth + left) * 3,
                            count: columns * 3, into: row)
                        var output = target + y * newWidth * 3
                        for x in 0..<newWidth {
                            let weight = weights.baseAddress! + x * across.count
                            var pixel = UnsafePointer(row) + (starts[x] - left) * 3
                            var (red, green, blue): (Float, Float, Float) = (0.5, 0.5, 0.5)
                            for tap in 0..<used[x] {
                                red += weight[tap] * pixel[0]
                                green += weight[tap] * pixel[1]
                                blue += weight[tap] * pixel[2]
                                pixel += 3
                            }
                            output[0] = byte(red)
                            output[1] = byte(green)
                            output[2] = byte(blue)
                            output += 3
                        }
                    }
                }
            }
        }
    }

    /// Writes the weighted sum of the rows that output row `y` needs.
    private func mixRows(
        _ y: Int, from source: UnsafePointer<UInt8>, count: Int,
        into row: UnsafeMutablePointer<Float>
    ) {
        let weights = y * down.count
        let first = down.weights[weights]
        for index in 0..<count { row[index] = first * Float(source[index]) }
        for tap in 1..<max(1, down.used[y]) {
            let weight = down.weights[weights + tap]
            let line = source + tap * sourceWidth * 3
            for index in 0..<count { row[index] += weight * Float(line[index]) }
        }
    }

    /// The cubic's negative lobes overshoot, so the sum is clamped to 0…255. One half is in it already.
    @inline(__always)
    private func byte(_ sum: Float) -> UInt8 { UInt8(max(0, min(255, sum))) }
}
