internal import CSodium

/// Random bytes, and comparing them without telling by the time where they differ.
package enum Secret {
    /// Bytes from the system's generator, by libsodium.
    package static func random(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// Whether both hold the same bytes, in a time that depends on their length alone.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && sodium_memcmp(one, other, one.count) == 0
    }
}
