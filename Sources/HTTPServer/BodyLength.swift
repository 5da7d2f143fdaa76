internal import CMicroHTTPD

/// What a request header says about its body (RFC 9112 section 6).
enum BodyLength: Equatable {
    case none
    case known(Int)
    /// Chunked.
    case unknown

    /// - Throws: `Refusal.framingNotUnderstood` for a coding other than chunked, for both headers at once, and for
    ///   two lengths: a proxy before us may have understood another length than we do.
    init(_ connection: OpaquePointer) throws(Refusal) {
        let coding = MHD_lookup_connection_value(
            connection, .HEADER_KIND, HeaderName.transferEncoding)
        let length = MHD_lookup_connection_value(connection, .HEADER_KIND, HeaderName.contentLength)
        if let coding {
            guard length == nil, ASCII.equalIgnoringCase(String(cString: coding), "chunked") else {
                throw .framingNotUnderstood
            }
            self = .unknown
        } else if let length {
            guard let bytes = Int(String(cString: length)), bytes >= 0,
                RequestHeader.count(of: HeaderName.contentLength, in: connection) == 1
            else { throw .framingNotUnderstood }
            self = bytes == 0 ? .none : .known(bytes)
        } else {
            self = .none
        }
    }
}
