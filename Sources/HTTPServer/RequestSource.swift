internal import CMicroHTTPD

extension Request {
    /// Where headers and client come from.
    enum Source {
        /// Read from libmicrohttpd when asked for: only while an inline handler runs, on the connection's thread.
        case connection(OpaquePointer)
        /// Copied, or made by a test.
        case kept(headers: [Response.Header], client: ClientAddress)
    }

    /// The first header of this name, in any case; nil when it was not sent.
    ///
    /// Bytes that are not UTF-8 are replaced.
    package func header(_ name: String) -> String? {
        switch source {
        case .connection(let connection):
            MHD_lookup_connection_value(connection, MHD_ValueKind.HEADER_KIND, name)
                .map { String(cString: $0) }
        case .kept(let headers, _):
            headers.first { ASCII.equalIgnoringCase($0.name, name) }?.value
        }
    }

    /// The header `Accept-Language`, which most answers with names look at.
    package var acceptLanguage: String? {
        guard case .connection(let connection) = source else { return header("Accept-Language") }
        return MHD_lookup_connection_value(
            connection, MHD_ValueKind.HEADER_KIND, HeaderName.acceptLanguage
        ).map { String(cString: $0) }
    }

    /// All headers, in the order sent.
    package var headers: [Response.Header] {
        switch source {
        case .connection(let connection): Self.headers(of: connection)
        case .kept(let headers, _): headers
        }
    }

    /// Who asks: the peer of the connection, which is a proxy when there is one.
    package var client: ClientAddress {
        switch source {
        case .connection(let connection):
            tsn_mhd_client_address(connection).map { ClientAddress($0) } ?? .unknown
        case .kept(_, let client): client
        }
    }

    /// Copies what is read from the connection, so that the request may leave its thread.
    func detach() {
        source = .kept(headers: headers, client: client)
    }

    private static func headers(of connection: OpaquePointer) -> [Response.Header] {
        var headers: [Response.Header] = []
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = MHD_get_connection_values(
                connection, MHD_ValueKind.HEADER_KIND,
                { context, _, name, value in
                    guard let context, let name else { return .YES }
                    context.assumingMemoryBound(to: [Response.Header].self).pointee.append(
                        Response.Header(
                            String(cString: name), value.map { String(cString: $0) } ?? ""))
                    return .YES
                }, pointer)
        }
        return headers
    }
}

/// Comparing what HTTP compares without regard to case.
enum ASCII {
    static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
    }

    static func equalIgnoringCase(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool
    {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).allSatisfy { lowercase($0) == lowercase($1) }
    }
}
