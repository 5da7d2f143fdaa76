internal import CMicroHTTPD
internal import Glibc

/// The fields of a request's header.
enum RequestHeader {
    /// How often a field was sent; letter case aside.
    static func count(of name: UnsafePointer<CChar>, in connection: OpaquePointer) -> Int {
        var search = (name: name, count: 0)
        withUnsafeMutablePointer(to: &search) { pointer in
            _ = MHD_get_connection_values(
                connection, .HEADER_KIND,
                { context, _, name, _ in
                    guard let context, let name else { return .YES }
                    let search = context.assumingMemoryBound(to: (UnsafePointer<CChar>, Int).self)
                    if strcasecmp(name, search.pointee.0) == 0 { search.pointee.1 += 1 }
                    return .YES
                }, pointer)
        }
        return search.count
    }
}
