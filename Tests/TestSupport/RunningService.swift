import FoundationEssentials
@preconcurrency import Glibc

/// `turnstone serve` on a port of its own; killed when the last reference goes, unless stopped before.
///
/// One thread at a time, but `client` may be used from any.
package final class RunningService {
    private let program: RunningProgram
    package let client: HTTPClient

    package enum Failure: Error, CustomStringConvertible {
        case didNotStart(output: String, log: String)

        package var description: String {
            switch self {
            case .didNotStart(let output, let log):
                "The service did not say where it listens.\nstdout: \(output)\nstderr: \(log)"
            }
        }
    }

    /// Starts it and waits until it says where it listens.
    ///
    /// - Parameters:
    ///   - data: The data directory.
    ///   - arguments: Options besides `--data` and `--listen`.
    ///   - program: Its absolute path.
    package init(
        data: String, arguments: [String] = [], program: String = RunningProgram.path,
        environment: [String: String] = [:]
    ) throws {
        let program = try RunningProgram(
            ["serve", "--data", data, "--listen", "127.0.0.1:0"] + arguments,
            program: program, environment: environment)
        let line = try program.wait(within: 30) {
            let lines = program.standardOutput.split(
                separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return lines.count > 1 || program.endedWith != nil ? String(lines[0]) : nil
        }
        let parts = line.split(separator: "://127.0.0.1:", maxSplits: 1)
        guard line.hasPrefix("Turnstone listens on http"), line.hasSuffix("/"),
            let port = parts.last.flatMap({ UInt16($0.dropLast()) })
        else {
            throw Failure.didNotStart(
                output: program.standardOutput, log: program.standardError)
        }
        self.program = program
        client = HTTPClient(port: port)
    }

    /// What it has logged so far.
    package var log: String { program.standardError }

    /// Its exit code, or nil while it runs.
    package var endedWith: Int32? { program.endedWith }

    /// The most memory it has held so far; nil when it has ended.
    package var peakMemoryInBytes: Int? { program.peakMemoryInBytes }

    package func send(signal: Int32) { program.send(signal: signal) }

    /// Asks it to stop, and waits for its end.
    @discardableResult
    package func stop(signal: Int32 = SIGTERM, within seconds: Double = 30) throws -> ProgramResult
    {
        send(signal: signal)
        return try program.result(within: seconds)
    }

    /// Waits until the log holds a text.
    package func waitForLog(_ text: String, within seconds: Double = 20) throws {
        try program.wait(within: seconds) { log.contains(text) ? () : nil }
    }
}

extension ProgramResult {
    /// Lines of a service's log that report trouble, or that are no log lines at all.
    ///
    /// Each line of a clean log is a JSON object with a level, and none is above notice.
    package var complaints: [String] {
        standardError.split(separator: "\n").map(String.init).filter { line in
            let level = (try? JSON(parsing: line.utf8))?["level"].text ?? "none"
            return !["debug", "info", "notice"].contains(level)
        }
    }
}
