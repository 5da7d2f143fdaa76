import FoundationEssentials
@preconcurrency import Glibc

/// What a program left when it had ended.
package struct ProgramResult: Sendable {
    /// The exit code; 128 and the signal's number when a signal ended it, as a shell counts.
    package let exitCode: Int32
    package let standardOutput: String
    package let standardError: String

    package init(exitCode: Int32, standardOutput: String, standardError: String) {
        self.exitCode = exitCode
        self.standardOutput = standardOutput
        self.standardError = standardError
    }
}

/// Runs the built `turnstone` to its end, with nothing on its standard input.
///
/// - Parameters:
///   - arguments: What follows the program's name.
///   - program: The one to run, by its absolute path.
///   - environment: Added to the test's own environment.
///   - seconds: How long it may take; then it is killed.
/// - Throws: `RunningProgram.Failure` when it cannot be started, or is not done in time.
package func runProgram(
    _ arguments: [String], program: String = RunningProgram.path,
    environment: [String: String] = [:], within seconds: Double = 120
) throws -> ProgramResult {
    try RunningProgram(arguments, program: program, environment: environment)
        .result(within: seconds)
}

/// The built `turnstone` while it runs; killed when the last reference goes.
///
/// One thread at a time. Its output goes to files, so that a full pipe can never block it.
package final class RunningProgram {
    private let output: TemporaryDirectory
    private let arguments: [String]
    private let process: pid_t
    private var exitCode: Int32?

    package enum Failure: Error, CustomStringConvertible {
        case notStarted(path: String, code: Int32)
        case tookTooLong(arguments: [String], standardOutput: String, standardError: String)

        package var description: String {
            switch self {
            case .notStarted(let path, let code):
                "'\(path)' could not be started: \(String(cString: strerror(code))). Build it first."
            case .tookTooLong(let arguments, let output, let errors):
                "The program with \(arguments) took too long.\nstdout: \(output)\nstderr: \(errors)"
            }
        }
    }

    /// Where `swift build` put the program: beside the bundle of tests that is running.
    package static let path: String = {
        let bundle = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let parts = (bundle ?? "").split(separator: "/").dropLast()
        return "/" + parts.joined(separator: "/") + "/turnstone"
    }()

    /// Starts `turnstone`, or the program at another absolute path.
    package init(
        _ arguments: [String], program: String = RunningProgram.path,
        environment: [String: String] = [:]
    ) throws {
        self.arguments = arguments
        output = try TemporaryDirectory()
        var variables = ProcessInfo.processInfo.environment
        // A crash must end at once: the interactive backtracer would hold the test up.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables.merge(environment) { $1 }
        process = try Self.spawn(
            [program] + arguments, environment: variables.map { "\($0)=\($1)" },
            standardOutput: output.file("stdout"), standardError: output.file("stderr"))
    }

    deinit {
        guard exitCode == nil else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// What it has written so far.
    package var standardOutput: String { text(of: "stdout") }
    package var standardError: String { text(of: "stderr") }

    /// Its exit code, or nil while it runs.
    package var endedWith: Int32? {
        if let exitCode { return exitCode }
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        let signal = status & 0x7F
        exitCode = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        return exitCode
    }

    /// The most memory it has held so far (`VmHWM` of proc(5)); nil when it has ended.
    package var peakMemoryInBytes: Int? {
        guard let status = try? Bytes.of("/proc/\(process)/status") else { return nil }
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
        return kilobytes.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// Sends a signal, unless it has ended.
    package func send(signal: Int32) {
        if endedWith == nil { kill(process, signal) }
    }

    /// Waits for its end.
    package func result(within seconds: Double = 30) throws -> ProgramResult {
        let code = try wait(within: seconds) { endedWith }
        return ProgramResult(
            exitCode: code, standardOutput: standardOutput, standardError: standardError)
    }

    /// Asks `found` every few milliseconds until it answers, and returns that: as a line of output.
    ///
    /// - Throws: `Failure.tookTooLong`, with all output so far, after `seconds`; the program is killed.
    package func wait<Value>(within seconds: Double, until found: () throws -> Value?) throws
        -> Value
    {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            // The clock is read first: after a pause of the whole machine it is asked once more.
            let isLate = ContinuousClock.now >= end
            if let value = try found() { return value }
            if isLate { break }
            usleep(5_000)
        }
        send(signal: SIGKILL)
        throw Failure.tookTooLong(
            arguments: arguments, standardOutput: standardOutput, standardError: standardError)
    }

    private func text(of name: String) -> String {
        String(decoding: (try? Bytes.of(output.file(name))) ?? [], as: UTF8.self)
    }

    /// Starts a process whose standard streams are files and which inherits no other descriptor.
    private static func spawn(
        _ words: [String], environment: [String], standardOutput: String, standardError: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let writing = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, standardOutput, writing, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, standardError, writing, 0o600)
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in open.compactMap(Int32.init) where descriptor > STDERR_FILENO {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }

        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, words[0], &actions, nil, &arguments, &variables)
        guard code == 0 else { throw Failure.notStarted(path: words[0], code: code) }
        return process
    }
}
