internal import CSodium

/// SHA-256 (FIPS 180-4) by libsodium, as lowercase hexadecimal.
package struct SHA256 {
    private var state = crypto_hash_sha256_state()

    package init() {
        // None of libsodium's three calls has a way to fail: each returns 0.
        _ = crypto_hash_sha256_init(&state)
    }

    /// Takes the next bytes in.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        let whole: Void? = bytes.withContiguousStorageIfAvailable {
            _ = crypto_hash_sha256_update(&state, $0.baseAddress, UInt64($0.count))
        }
        if whole == nil { update(Array(bytes)) }
    }

    /// The hash of all that was taken in.
    package consuming func hexadecimal() -> String {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = crypto_hash_sha256_final(&state, &hash)
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The hash of bytes in memory.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.hexadecimal()
    }
}
