internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

extension Response {
    /// The response as libmicrohttpd takes it; the caller destroys it. nil when memory or descriptors are short.
    func prepared(for exchange: Exchange) -> OpaquePointer? {
        guard let prepared = prepareBody(for: exchange) else { return nil }
        func add(_ name: UnsafePointer<CChar>, _ value: String) {
            _ = value.withCString { MHD_add_response_header(prepared, name, $0) }
        }
        if let contentType { add(HeaderName.contentType, contentType) }
        for header in headers { header.name.withCString { add($0, header.value) } }
        for header in exchange.commonHeaders(of: self) {
            header.name.withCString { add($0, header.value) }
        }
        if status >= 400 { add(HeaderName.requestID, exchange.id.description) }
        if exchange.isLast { add(HeaderName.connection, "close") }
        return prepared
    }

    private func prepareBody(for exchange: Exchange) -> OpaquePointer? {
        switch body {
        case .none: return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            exchange.sent = exchange.method == "HEAD" ? 0 : bytes.count
            return Self.copying(bytes)
        case .file(let file):
            exchange.sent = exchange.method == "HEAD" ? 0 : file.bytes
            // libmicrohttpd closes its descriptor, so it gets one of its own.
            let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { return nil }
            guard
                let prepared = MHD_create_response_from_fd_at_offset64(
                    UInt64(file.bytes), descriptor, UInt64(file.offset))
            else {
                close(descriptor)
                return nil
            }
            return prepared
        case .stream(let produce):
            let prepared = ResponseStream(exchange, produce).prepared()
            if exchange.method == "HEAD", let prepared { tsn_mhd_without_chunks(prepared) }
            return prepared
        }
    }

    private static func copying(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes {
            MHD_create_response_from_buffer(
                $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
        }
    }
}
