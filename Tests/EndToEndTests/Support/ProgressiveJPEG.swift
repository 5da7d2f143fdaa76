/// Progressive JPEGs of one grey, written by hand: large pictures in few bytes (ITU-T T.81, annex G).
enum ProgressiveJPEG {
    /// Three components without subsampling, and one scan: of each block the mean alone, one bit each, always 0.
    static func flat(width: Int, height: Int) -> [UInt8] {
        func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
            let length = payload.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
        }
        let sides = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let components: [UInt8] = [1, 2, 3]
        var jpeg: [UInt8] = [0xFF, 0xD8]
        jpeg += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        jpeg += segment(0xC2, [8] + sides + [3] + components.flatMap { [$0, 0x11, 0] })
        jpeg += segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
        jpeg += segment(0xDA, [3] + components.flatMap { [$0, 0] } + [0, 0, 0])
        let blocks = 3 * ((width + 7) / 8) * ((height + 7) / 8)
        return jpeg + [UInt8](repeating: 0, count: (blocks + 7) / 8) + [0xFF, 0xD9]
    }
}
