import ArgumentParsing
import Testing

@Suite struct `An address to listen on` {
    @Test(
        arguments: [
            ("127.0.0.1:8765", "127.0.0.1", 8765, true), ("127.9.8.7:0", "127.9.8.7", 0, true),
            ("localhost:80", "localhost", 80, true), ("[::1]:8765", "::1", 8765, true),
            ("0.0.0.0:8765", "0.0.0.0", 8765, false), ("[::]:1", "::", 1, false),
            ("192.168.1.5:65535", "192.168.1.5", 65535, false),
            ("127.evil.example.org:80", "127.evil.example.org", 80, false),
            ("127.0.0.1.example:80", "127.0.0.1.example", 80, false),
        ] as [(String, String, UInt16, Bool)])
    func `has host and port, and knows the loopback`(
        text: String, host: String, port: UInt16, isLoopback: Bool
    ) throws {
        let address = try #require(ListenAddress(text))
        #expect(address == ListenAddress(host: host, port: port))
        #expect(address.isLoopback == isLoopback)
        #expect(address.description == text)
    }

    @Test(arguments: [
        "", ":", "8765", "127.0.0.1", "127.0.0.1:", ":8765", "127.0.0.1:65536", "127.0.0.1:-1",
        "::1:8765", "[::1]", "127.0.0.1:80x", "127.0.0.1:+80", "http://127.0.0.1:80", "[]:80",
    ])
    func `is nothing else`(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
