internal import CMicroHTTPD
internal import Glibc

/// A response written by ourselves, for the one moment when libmicrohttpd takes none: while a body still arrives.
///
/// It ends the connection (`Connection: close`). Only bodies of bytes are sent.
enum RawResponse {
    static func bytes(of response: Response) -> [UInt8] {
        let body: [UInt8] = if case .bytes(let bytes) = response.body { bytes } else { [] }
        let reason =
            MHD_get_reason_phrase_for(UInt32(response.status))
            .map { String(cString: $0) } ?? ""
        var head = "HTTP/1.1 \(response.status) \(reason)\r\nDate: \(date())\r\n"
        head += "Connection: close\r\nContent-Length: \(body.count)\r\n"
        if let type = response.contentType { head += "Content-Type: \(type)\r\n" }
        for header in response.headers
        where !header.value.utf8.contains(where: { [0x0a, 0x0d, 0x09].contains($0) }) {
            head += "\(header.name): \(header.value)\r\n"
        }
        return Array((head + "\r\n").utf8) + body
    }

    /// Now, as RFC 9110 section 5.6.7 writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
