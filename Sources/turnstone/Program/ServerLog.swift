import Exports
import FoundationEssentials
import GeoModel
import Glibc
import HTTPServer

/// The service's log on standard error: one JSON object a line, without positions and names.
enum ServerLog {
    enum Level: String { case info, warning, error }

    /// A request that was answered. The route is the pattern, as paths hold ids.
    static func request(_ entry: LogEntry) {
        write(level(of: entry.status), "request") { json in
            json.member("id", entry.id.description)
            json.member("method", entry.method)
            json.member("route", entry.route ?? "none")
            json.member("status", entry.status)
            json.member("bytes", entry.bytes)
            json.member(
                "milliseconds", Double(entry.durationInMicroseconds) / 1000, decimals: 3)
        }
    }

    /// The server is at fault from 500 on; 503 is the queue being full, which passes.
    private static func level(of status: Int) -> Level {
        status == 503 ? .warning : status >= 500 ? .error : .info
    }

    /// Writes one line with one call, so that lines of several threads stay whole.
    static func write(
        _ level: Level, _ event: String, _ members: (inout JSONWriter) -> Void = { _ in }
    ) {
        var json = JSONWriter(reserving: 256)
        json.beginObject()
        json.member("time", now)
        json.member("level", level.rawValue)
        json.member("event", event)
        members(&json)
        json.endObject()
        guard var line = try? json.finish() else { return }
        line.append(UInt8(ascii: "\n"))
        line.withUnsafeBytes {
            _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }

    /// UTC with milliseconds.
    private static var now: String {
        let now = Date()
        let milliseconds = Int64((now.timeIntervalSince1970 * 1000).rounded(.down)) % 1000
        let seconds = EventDate(utc: now).description.utf8.prefix { $0 != UInt8(ascii: "Z") }
        return String(unsafeUninitializedCapacity: seconds.count + 5) { text in
            var (_, end) = text.initialize(from: seconds)
            let digits = [milliseconds / 100, milliseconds / 10 % 10, milliseconds % 10]
            for byte in [UInt8(ascii: ".")] + digits.map({ 48 + UInt8($0) }) + [UInt8(ascii: "Z")] {
                text[end] = byte
                end += 1
            }
            return end
        }
    }
}
