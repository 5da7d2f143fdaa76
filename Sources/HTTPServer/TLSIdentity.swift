internal import Glibc

/// A certificate with its chain and the private key, for TLS 1.2 and 1.3.
package struct TLSIdentity: Sendable {
    /// PEM: the server's certificate first, then those between it and the root.
    let certificate: [CChar]
    /// PEM, without a password.
    let key: [CChar]

    /// A file of more bytes is no certificate: a chain of four with 4,096-bit keys takes 8 KiB.
    private static let fileLimit = 256 * 1024

    /// Reads both files.
    ///
    /// - Throws: `HTTPServerError.cannotUseTLSFile` when one cannot be read, or is not PEM of its kind.
    ///   Whether the two belong together is found out when the server starts.
    package init(certificatePath: String, keyPath: String) throws(HTTPServerError) {
        certificate = try Self.read(certificatePath, kind: "CERTIFICATE")
        key = try Self.read(keyPath, kind: "PRIVATE KEY")
    }

    private static func read(_ path: String, kind: String) throws(HTTPServerError) -> [CChar] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .cannotUseTLSFile(path: path, reason: SystemMessage.of(errno))
        }
        defer { close(descriptor) }
        var bytes = [CChar](repeating: 0, count: fileLimit + 1)
        var length = 0
        while length < fileLimit {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + length }, fileLimit - length)
            }
            guard count >= 0 else {
                throw .cannotUseTLSFile(path: path, reason: SystemMessage.of(errno))
            }
            if count == 0 { break }
            length += count
        }
        guard length < fileLimit else {
            throw .cannotUseTLSFile(path: path, reason: "it is longer than \(fileLimit) bytes")
        }
        bytes.removeSubrange((length + 1)...)
        let text = String(
            decoding: bytes.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        // `EC PRIVATE KEY` and `RSA PRIVATE KEY` are keys too; one with a password says so.
        guard text.contains("-----BEGIN "), text.contains("\(kind)-----") else {
            throw .cannotUseTLSFile(path: path, reason: "there is no PEM \(kind) in it")
        }
        guard !text.contains("ENCRYPTED") else {
            throw .cannotUseTLSFile(path: path, reason: "its key has a password; take that off")
        }
        return bytes
    }
}
