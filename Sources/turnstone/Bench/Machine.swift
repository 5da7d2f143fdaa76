import FoundationEssentials
import Glibc

/// What the figures of a bench were taken on.
struct Machine: Encodable {
    let cpu: String
    let cores: Int
    let memoryBytes: Int64
    let kernel: String
    /// Mean of runnable threads over the last minute: figures from a busy machine say so.
    let load: Double

    static var here: Machine {
        Machine(
            cpu: field("model name", in: "/proc/cpuinfo") ?? "unknown",
            cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
            memoryBytes: kibibytes("MemTotal", in: "/proc/meminfo"),
            kernel: text(of: "/proc/sys/kernel/osrelease").split(separator: "\n").first
                .map(String.init) ?? "unknown",
            load: text(of: "/proc/loadavg").split(separator: " ").first
                .flatMap { Double($0) } ?? 0)
    }

    /// The most memory this process has held since `forgetPeak`, in bytes (VmHWM).
    static var peakMemory: Int64 { kibibytes("VmHWM", in: "/proc/self/status") }

    /// What another process holds at the moment, in bytes: memory of its own, without the files it reads (RssAnon).
    static func ownMemory(of process: pid_t) -> Int64 {
        kibibytes("RssAnon", in: "/proc/\(process)/status")
    }

    /// Files, sockets and pipes that another process has open; 0 when it has ended.
    static func descriptors(of process: pid_t) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd"))?.count ?? 0
    }

    /// Starts the peak anew from what is held now: proc(5), `clear_refs`, 5.
    static func forgetPeak() {
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = Glibc.write(file, "5", 1)
        close(file)
    }

    /// The bytes of a file; 0 when there is none.
    static func size(ofFile path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    private static func kibibytes(_ name: String, in path: String) -> Int64 {
        let value = field(name, in: path)?.split(separator: " ").first.flatMap { Int64($0) }
        return (value ?? 0) * 1024
    }

    /// The value of the first line `name: value`.
    private static func field(_ name: String, in path: String) -> String? {
        for line in text(of: path).split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let key = parts[0].filter { $0 != "\t" }
            if key == name || key.drop(while: { $0 == " " }) == name {
                return String(parts[1].drop { $0 == " " || $0 == "\t" })
            }
        }
        return nil
    }

    /// Files of /proc have no size, so they are read to their end.
    private static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
