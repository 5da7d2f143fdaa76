import Hashing
import Testing

@Suite struct `SHA-256` {
    // FIPS 180-4's examples, and lengths about the end of a block (computed with sha256sum).
    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 55),
                "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
            ),
            (
                String(repeating: "a", count: 64),
                "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
            ),
            (
                String(repeating: "a", count: 1000),
                "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
            ),
        ])
    func `it equals the standard's`(text: String, digest: String) {
        #expect(SHA256.hexadecimal(of: Array(text.utf8)) == digest)
    }

    @Test(arguments: [0, 1, 63, 64, 65, 199, 200])
    func `pieces hash as the whole`(cut: Int) {
        let bytes = (0..<200).map { UInt8($0) }
        var hash = SHA256()
        hash.update(bytes[..<cut])
        hash.update(bytes[cut...])
        #expect(hash.hexadecimal() == SHA256.hexadecimal(of: bytes))
    }
}
