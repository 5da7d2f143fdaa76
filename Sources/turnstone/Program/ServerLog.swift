import Exports
import FoundationEssentials
import GeoModel
import Glibc
import HTTPServer

/// The service's log on standard error: one JSON object a line, without positions and names.
enum ServerLog {
    enum Level: String { case info, warning, error }

    /// A request that was answered. The route is the pattern, as paths hold ids.
    ///
    /// Its line is written within 20 ms, with others: `LogWriter`.
    static func request(_ entry: LogEntry) {
        let route = entry.route ?? "none"
        let capacity = 320 + 6 * (entry.method.utf8.count + route.utf8.count)
        withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 8) { room in
            var line = JSONCursor(room)
            line.literal("{\"time\":")
            writeTime(to: &line)
            line.literal(",\"level\":")
            line.text(level(of: entry.status).rawValue)
            line.literal(",\"event\":\"request\",\"id\":")
            line.text(entry.id.description)
            line.literal(",\"method\":")
            line.text(entry.method)
            line.literal(",\"route\":")
            line.text(route)
            line.literal(",\"status\":")
            line.value(Int64(entry.status))
            line.literal(",\"bytes\":")
            line.value(Int64(entry.bytes))
            line.literal(",\"milliseconds\":")
            line.value(min(Double(entry.durationInMicroseconds) / 1000, 999_999_999), decimals: 3)
            line.literal("}\n")
            LogWriter.standardError.append(line.written)
        }
    }

    /// The server is at fault from 500 on; 503 is the queue being full, which passes.
    private static func level(of status: Int) -> Level {
        status == 503 ? .warning : status >= 500 ? .error : .info
    }

    /// Writes one line at once, behind those of requests that were answered before.
    static func write(
        _ level: Level, _ event: String, _ members: (inout JSONWriter) -> Void = { _ in }
    ) {
        var json = JSONWriter(reserving: 256)
        json.beginObject()
        json.key("time")
        json.value(capacity: 26) { writeTime(to: &$0) }
        json.member("level", level.rawValue)
        json.member("event", event)
        members(&json)
        json.endObject()
        guard var line = try? json.finish() else { return }
        line.append(UInt8(ascii: "\n"))
        line.withUnsafeBytes { LogWriter.standardError.append($0) }
        LogWriter.standardError.flush()
    }

    /// UTC with milliseconds, as `"2026-12-01T11:43:31.927Z"`.
    private static func writeTime(to line: inout JSONCursor) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let date = EventDate(utc: Date(timeIntervalSince1970: Double(time.tv_sec)))
        line.literal("\"")
        line.digits(date.year, width: 4)
        line.literal("-")
        line.digits(date.month, width: 2)
        line.literal("-")
        line.digits(date.day, width: 2)
        line.literal("T")
        line.digits(date.hour, width: 2)
        line.literal(":")
        line.digits(date.minute, width: 2)
        line.literal(":")
        line.digits(date.second, width: 2)
        line.literal(".")
        line.digits(time.tv_nsec / 1_000_000, width: 3)
        line.literal("Z\"")
    }
}
