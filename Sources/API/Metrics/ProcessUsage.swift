internal import Glibc

/// What this process takes of the machine, as the kernel tells it in `/proc/self`.
struct ProcessUsage {
    let residentBytes: Double
    /// User and system time since the start.
    let cpuSeconds: Double
    let openDescriptors: Double
    let descriptorLimit: Double
    /// Since 1970, UTC.
    let startTime: Double

    /// nil where `/proc` is not what it is on Linux.
    init?() {
        guard let memory = Self.text("/proc/self/statm"), let boot = Self.text("/proc/stat"),
            let status = Self.text("/proc/self/stat"),
            let pages = memory.split(separator: " ").dropFirst().first.flatMap({ Double($0) }),
            // The program's name, in brackets, may hold blanks itself.
            let fields = status.split(separator: ")").last?.split(separator: " "),
            fields.count > 19,
            let user = Double(fields[11]), let system = Double(fields[12]),
            let start = Double(fields[19]),
            let bootTime = boot.split(separator: "\n").first(where: { $0.hasPrefix("btime ") })
                .flatMap({ Double($0.dropFirst(6)) }),
            let descriptors = Self.entries(of: "/proc/self/fd")
        else { return nil }
        let ticks = Double(sysconf(CInt(_SC_CLK_TCK)))
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return nil
        }
        residentBytes = pages * Double(sysconf(CInt(_SC_PAGESIZE)))
        cpuSeconds = (user + system) / ticks
        // One of them is the folder's own.
        openDescriptors = Double(descriptors - 1)
        descriptorLimit = Double(limit.rlim_cur)
        startTime = bootTime + start / ticks
    }

    /// The first 64 KiB of a file; the files of `/proc` have no length to ask for.
    private static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count < 1 << 16 {
            let count = withUnsafeTemporaryAllocation(byteCount: 1 << 12, alignment: 1) { part in
                let count = read(file, part.baseAddress, part.count)
                if count > 0 { bytes += part[..<count] }
                return count
            }
            guard count > 0 else { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func entries(of folder: String) -> Int? {
        guard let list = opendir(folder) else { return nil }
        defer { closedir(list) }
        var count = 0
        while let entry = readdir(list) {
            // Not `.` and `..`.
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
