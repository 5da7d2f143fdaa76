internal import CMicroHTTPD

/// Reads the query of a connection's present request.
enum QueryReader {
    private struct Reading {
        var items: [Request.QueryItem] = []
        var isUnderstood = true
    }

    /// The items in the order sent; none costs nothing.
    ///
    /// libmicrohttpd has cut the query at `&` and `=` and made spaces of `+`; escapes are still in place.
    ///
    /// - Throws: `Refusal.queryNotUnderstood`.
    static func items(of connection: OpaquePointer) throws(Refusal) -> [Request.QueryItem] {
        var reading = Reading()
        withUnsafeMutablePointer(to: &reading) { pointer in
            _ = MHD_get_connection_values_n(
                connection, .GET_ARGUMENT_KIND,
                { context, _, name, nameLength, value, valueLength in
                    guard let context else { return .NO }
                    let reading = context.assumingMemoryBound(to: Reading.self)
                    guard let name = QueryReader.text(name, nameLength),
                        let value = QueryReader.text(value, valueLength)
                    else {
                        reading.pointee.isUnderstood = false
                        return .NO
                    }
                    // "a=1&&b=2" and a lone "?" hold an empty item.
                    if !(name.isEmpty && value.isEmpty) {
                        if reading.pointee.items.isEmpty {
                            reading.pointee.items.reserveCapacity(4)
                        }
                        reading.pointee.items.append(Request.QueryItem(name, value))
                    }
                    return .YES
                }, pointer)
        }
        guard reading.isUnderstood else { throw .queryNotUnderstood }
        return reading.items
    }

    /// The length of the query as it was sent, with the question mark before it; one too many without a query.
    static func length(of connection: OpaquePointer) -> Int {
        var length = 0
        withUnsafeMutablePointer(to: &length) { pointer in
            _ = MHD_get_connection_values_n(
                connection, .GET_ARGUMENT_KIND,
                { context, _, _, nameLength, _, valueLength in
                    guard let context else { return .NO }
                    context.assumingMemoryBound(to: Int.self).pointee +=
                        nameLength + valueLength + 2
                    return .YES
                }, pointer)
        }
        return length
    }

    private static func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String? {
        guard let bytes, length > 0 else { return "" }
        return bytes.withMemoryRebound(to: UInt8.self, capacity: length) {
            PercentEncoding.text(UnsafeBufferPointer(start: $0, count: length))
        }
    }
}
