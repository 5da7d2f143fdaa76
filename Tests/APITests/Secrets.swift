import Glibc

/// All that would give a concealed record's place away, as texts to look for.
struct Secrets {
    private(set) var texts: Set<String> = []

    /// - Parameter position: In degrees, of more than four decimals, none of them 9 or 0.
    mutating func add(position: (latitude: Double, longitude: Double)) {
        for (degrees, positive, negative) in [
            (position.latitude, "N", "S"), (position.longitude, "E", "W"),
        ] {
            let size = abs(degrees)
            texts.formUnion([Self.decimal(size, 4), Self.decimal(size, 5)])
            // Degrees in ten-millionths, as some write them, without the last digits.
            texts.insert(String(Int(size * 1e5)))
            let minutes = (size - size.rounded(.down)) * 60
            let seconds = (minutes - minutes.rounded(.down)) * 60
            let (whole, minute) = (Int(size), Int(minutes))
            texts.formUnion([
                "\(whole)°\(minute)′", "\(whole)°\(minute)'", "\(whole)° \(minute)",
                "\(whole) \(minute) \(Int(seconds))", "\(whole)/1 \(minute)/1",
                "\(whole),\(Self.decimal(minutes, 2))",
                "\(Self.decimal(minutes, 3))\(degrees < 0 ? negative : positive)",
            ])
            texts.insert(Self.decimal(size * .pi / 180, 5))
        }
        texts.insert(Self.geohash(position.latitude, position.longitude, length: 5))
    }

    mutating func add(_ text: String) { texts.insert(text) }

    /// The secrets that are in `bytes`.
    ///
    /// - Parameter asked: What was asked, which an answer may repeat.
    func found(in bytes: [UInt8], asked: String = "") -> [String] {
        bytes.withUnsafeBytes { buffer in
            texts.filter { text in
                var text = text
                return text.withUTF8 { Self.holds(buffer, UnsafeRawBufferPointer($0)) }
                    && !asked.contains(text)
            }.sorted()
        }
    }

    /// Quick also in a build that is not optimised.
    private static func holds(
        _ bytes: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer
    ) -> Bool {
        guard let base = bytes.baseAddress, let first = text.first else { return false }
        var position = 0
        while position + text.count <= bytes.count {
            let rest = bytes.count - text.count - position + 1
            guard let found = memchr(base + position, Int32(first), rest) else { return false }
            if memcmp(found, text.baseAddress!, text.count) == 0 { return true }
            position = UnsafeRawPointer(found) - base + 1
        }
        return false
    }

    /// Digits behind the point are cut, not rounded.
    private static func decimal(_ value: Double, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let whole = Int(value)
        let rest = String(Int((value - Double(whole)) * scale + 1e-6))
        return "\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
    }

    /// <https://en.wikipedia.org/wiki/Geohash>; five letters are 0.04 degrees.
    static func geohash(_ latitude: Double, _ longitude: Double, length: Int) -> String {
        let letters = Array("0123456789bcdefghjkmnpqrstuvwxyz")
        var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0)
        var (text, index, isLongitude) = ("", 0, true)
        for bit in 1...length * 5 {
            let middle = isLongitude ? (west + east) / 2 : (south + north) / 2
            let isUpper = (isLongitude ? longitude : latitude) >= middle
            index = index * 2 + (isUpper ? 1 : 0)
            switch (isLongitude, isUpper) {
            case (true, true): west = middle
            case (true, false): east = middle
            case (false, true): south = middle
            case (false, false): north = middle
            }
            isLongitude.toggle()
            if bit % 5 == 0 {
                text.append(letters[index])
                index = 0
            }
        }
        return text
    }
}
