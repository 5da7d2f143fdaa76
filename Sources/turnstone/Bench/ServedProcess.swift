import FoundationEssentials
@preconcurrency import Glibc

/// `turnstone serve` as a process of its own, so that its memory is its own; stopped when the bench is done.
final class ServedProcess {
    let id: pid_t
    let port: UInt16

    enum Failure: Error, CustomStringConvertible {
        case notStarted(log: String)

        var description: String {
            switch self {
            case .notStarted(let log): "The service did not start. Its log: \(log)"
            }
        }
    }

    /// Starts this very program on a free port of this machine, and waits until it listens.
    ///
    /// - Parameters:
    ///   - folder: Where its output and its log go.
    ///   - arguments: Further options of `serve`.
    init(data: String, folder: String, arguments: [String]) throws {
        let (output, log) = ("\(folder)/serve.out", "\(folder)/serve.log")
        let words =
            ["/proc/self/exe", "serve", "--data", data, "--listen", "127.0.0.1:0"] + arguments
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let writing = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, writing, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, writing, 0o600)
        var vector: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in vector { free(word) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, nil, &vector, environ) == 0 else {
            throw Failure.notStarted(log: "none")
        }
        for _ in 0..<600 {
            usleep(50_000)
            let line = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            if line.hasSuffix("/\n"), let port = line.dropLast(2).split(separator: ":").last,
                let port = UInt16(port)
            {
                (id, self.port) = (process, port)
                return
            }
        }
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        throw Failure.notStarted(
            log: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "none")
    }

    /// Asks it to stop and waits; whether it ended well.
    func stop() -> Bool {
        kill(id, SIGTERM)
        var status: Int32 = 0
        return waitpid(id, &status, 0) == id && status == 0
    }
}
