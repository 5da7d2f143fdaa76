/// A JPEG of one 8 × 8 block in one flat colour, with as many components as asked: written by hand,
/// as no encoder at hand leaves the Adobe marker out.
///
/// Each quantiser is 8, so that a block's one coefficient is its level minus 128 (T.81, A.3.3).
package struct FlatJPEG {
    package var levels: [UInt8]
    package var hasAdobeMarker: Bool

    package init(levels: [UInt8], hasAdobeMarker: Bool) {
        self.levels = levels
        self.hasAdobeMarker = hasAdobeMarker
    }

    package var bytes: [UInt8] {
        let count = UInt8(levels.count)
        var jpeg: [UInt8] = [0xFF, 0xD8]
        if hasAdobeMarker {
            jpeg += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
        }
        jpeg += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        jpeg += segment(0xC0, [8, 0, 8, 0, 8, count] + (1...count).flatMap { [$0, 0x11, 0] })
        // DC: the twelve categories, four bits each. AC: end of block, one bit.
        jpeg += segment(
            0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + Array(0...11))
        jpeg += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        jpeg += segment(0xDA, [count] + (1...count).flatMap { [$0, 0] } + [0, 63, 0])
        return jpeg + scan + [0xFF, 0xD9]
    }

    private func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
    }

    /// For each component the category of its coefficient, the coefficient's bits, end of block.
    private var scan: [UInt8] {
        var bits: [UInt8] = []
        func put(_ value: Int, _ width: Int) {
            for bit in stride(from: width - 1, through: 0, by: -1) {
                bits.append(UInt8(value >> bit & 1))
            }
        }
        for level in levels {
            let value = Int(level) - 128
            let category = Int.bitWidth - value.magnitude.leadingZeroBitCount
            put(category, 4)
            put(value < 0 ? value + (1 << category) - 1 : value, category)
            put(0, 1)
        }
        while bits.count % 8 != 0 { bits.append(1) }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: 8) {
            let byte = bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
        return bytes
    }
}
