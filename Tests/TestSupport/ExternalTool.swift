import FoundationEssentials
@preconcurrency import Glibc
package import Testing

/// A program of the system that a test asks for a second opinion.
package enum ExternalTool: String, Sendable, CaseIterable {
    case ogrinfo, osmium, exiftool, prlimit, python3, openssl, curl, mount, umount, setpriv

    /// Where it is; nil when it is not installed.
    package var path: String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(rawValue)" }.first { access($0, X_OK) == 0 }
    }

    /// The Debian package that has it.
    var package: String {
        switch self {
        case .ogrinfo: "gdal-bin"
        case .osmium: "osmium-tool"
        case .exiftool: "libimage-exiftool-perl"
        case .prlimit, .setpriv: "util-linux"
        case .mount, .umount: "mount"
        case .python3: "python3"
        case .openssl: "openssl"
        case .curl: "curl"
        }
    }

    /// Runs it to its end.
    package func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ProgramResult {
        guard let path else { throw Absent(tool: self) }
        return try RunningProgram(arguments, program: path, environment: environment)
            .result(within: 60)
    }

    package struct Absent: Error, CustomStringConvertible {
        let tool: ExternalTool
        package var description: String {
            "There is no '\(tool.rawValue)'. Install it: apt-get install \(tool.package)"
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where a tool is not installed.
    package static func needs(_ tool: ExternalTool) -> Self {
        .enabled(if: tool.path != nil, "Needs \(tool.rawValue), of Debian's \(tool.package).")
    }

    /// Skips a test that limits the size of a program's files, where the thread sanitizer runs: it keeps its own memory
    /// in files, which the limit would cut off.
    package static var limitsFileSizes: Self {
        .disabled(
            if: dlsym(nil, "__tsan_init") != nil,
            "The thread sanitizer does not run under a limit on the size of files.")
    }

    /// Skips a test that measures a process's memory, where the address sanitizer runs, whose own comes to several times
    /// as much.
    package static var measuresMemory: Self {
        .disabled(
            if: dlsym(nil, "__asan_init") != nil,
            "Under the address sanitizer a process takes several times its memory.")
    }
}
