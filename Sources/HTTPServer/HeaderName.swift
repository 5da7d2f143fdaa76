/// Names of headers as C strings, so that looking one up copies nothing.
enum HeaderName {
    static var acceptLanguage: UnsafePointer<CChar> { pointer(to: "Accept-Language") }
    static var connection: UnsafePointer<CChar> { pointer(to: "Connection") }
    static var contentLength: UnsafePointer<CChar> { pointer(to: "Content-Length") }
    static var contentType: UnsafePointer<CChar> { pointer(to: "Content-Type") }
    static var expect: UnsafePointer<CChar> { pointer(to: "Expect") }
    static var host: UnsafePointer<CChar> { pointer(to: "Host") }
    static var origin: UnsafePointer<CChar> { pointer(to: "Origin") }
    static var requestID: UnsafePointer<CChar> { pointer(to: "X-Request-Id") }
    static var transferEncoding: UnsafePointer<CChar> { pointer(to: "Transfer-Encoding") }

    /// A literal lies in the program itself, ended by NUL: the pointer is good for ever.
    private static func pointer(to name: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
