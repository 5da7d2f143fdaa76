/// Calls `body` with the texts as an array of C strings, valid until it returns.
func withCStrings<R>(
    _ texts: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) throws -> R
) rethrows -> R {
    let copies = texts.map { text in
        let bytes = text.utf8CString
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return try copies.map { $0.baseAddress.map { UnsafePointer($0) } }
        .withUnsafeBufferPointer(body)
}
