internal import CSodium
@preconcurrency internal import Glibc

/// SHA-256 by libsodium, as lowercase hexadecimal.
package enum SHA256 {
    /// The hash of bytes in memory.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        // It has no way to fail: the result is always 0.
        _ = crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return text(hash)
    }

    /// The hash of a file, read in pieces of 256 KiB.
    static func hexadecimal(ofFile path: String) throws(RecordError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileCalls.failure("read", path) }
        defer { close(descriptor) }
        var state = crypto_hash_sha256_state()
        _ = crypto_hash_sha256_init(&state)
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileCalls.failure("read", path)
            }
            _ = crypto_hash_sha256_update(&state, buffer, UInt64(count))
        }
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = crypto_hash_sha256_final(&state, &hash)
        return text(hash)
    }

    private static func text(_ hash: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
