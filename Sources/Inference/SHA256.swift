/// SHA-256 (FIPS 180-4) of bytes in memory, to tell whether a model is the one its manifest names.
enum SHA256 {
    /// The digest in lowercase hexadecimal.
    static func hexadecimal(of bytes: [UInt8]) -> String {
        var state = initial
        bytes.withUnsafeBufferPointer { all in
            var schedule = [UInt32](repeating: 0, count: 64)
            schedule.withUnsafeMutableBufferPointer { schedule in
                constants.withUnsafeBufferPointer { constants in
                    let whole = all.count / 64
                    for block in 0..<whole {
                        mix(all.baseAddress! + block * 64, &state, schedule, constants)
                    }
                    let tail = padded(Array(all[(whole * 64)...]), length: all.count)
                    tail.withUnsafeBufferPointer { tail in
                        for block in 0..<tail.count / 64 {
                            mix(tail.baseAddress! + block * 64, &state, schedule, constants)
                        }
                    }
                }
            }
        }
        let digits = Array("0123456789abcdef")
        return String(
            state.flatMap { word in
                (0..<8).map { digits[Int(word >> UInt32(28 - 4 * $0) & 15)] }
            })
    }

    /// The last bytes, a 1 bit, zeros, and the length in bits as 64-bit big-endian (5.1.1).
    private static func padded(_ rest: [UInt8], length: Int) -> [UInt8] {
        var tail = rest + [0x80]
        while tail.count % 64 != 56 { tail.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            tail.append(UInt8(truncatingIfNeeded: (UInt64(length) * 8) >> UInt64(shift)))
        }
        return tail
    }

    /// One block (6.2.2).
    private static func mix(
        _ block: UnsafePointer<UInt8>, _ state: inout [UInt32],
        _ w: UnsafeMutableBufferPointer<UInt32>, _ k: UnsafeBufferPointer<UInt32>
    ) {
        for i in 0..<16 {
            let bytes = block + i * 4
            w[i] =
                UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8
                | UInt32(bytes[3])
        }
        for i in 16..<64 {
            let s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] &>> 3)
            let s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] &>> 10)
            w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for i in 0..<64 {
            let s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
            let one = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[i] &+ w[i]
            let s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
            let two = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e) = (g, f, e, d &+ one)
            (d, c, b, a) = (c, b, a, one &+ two)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    @inline(__always)
    private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word &>> bits | word &<< (32 &- bits)
    }

    /// The first 64 primes; the constants are the fractions of their roots (4.2.2, 5.3.3).
    private static let primes: [Int] = {
        var primes: [Int] = []
        for number in 2...311 where !primes.contains(where: { number % $0 == 0 }) {
            primes.append(number)
        }
        return primes
    }()

    private static let initial = primes.prefix(8).map { fraction(ofRoot: 2, $0) }
    private static let constants = primes.map { fraction(ofRoot: 3, $0) }

    /// The first 32 bits of the fraction of a number's square or cube root, by integer bisection.
    private static func fraction(ofRoot power: Int, _ number: Int) -> UInt32 {
        // The largest r with r^power <= number * 2^(32 * power); r < 2^36, so r^3 fits 128 bits.
        let target = UInt128(number) << UInt128(32 * power)
        var low: UInt128 = 0
        var high: UInt128 = 1 << 37
        while high - low > 1 {
            let middle = (low + high) / 2
            let value = power == 2 ? middle * middle : middle * middle * middle
            if value <= target { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }
}
