import ArgumentParsing
import Testing

@Suite struct `Sizes in bytes` {
    @Test(arguments: [
        ("1", 1), ("300000000", 300_000_000), ("512M", 512 << 20), ("512m", 512 << 20),
        ("2G", 2 << 30), ("64k", 64 << 10), ("1T", 1 << 40),
    ])
    func `a number with a letter for a power of 1,024 is read`(text: String, bytes: Int64) {
        #expect(ByteSize.parse(text) == bytes)
    }

    @Test(arguments: [
        "", "0", "-1", "M", "1.5G", "2GB", "2 G", "１G", "99999999999999999999", "9999999T",
    ])
    func `anything else is refused`(text: String) {
        #expect(ByteSize.parse(text) == nil)
    }
}
