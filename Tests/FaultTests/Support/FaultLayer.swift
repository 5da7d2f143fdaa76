import FoundationEssentials
import Glibc
import TestSupport

/// The layer of Tests/FaultLayer under one program, or one after the other: what it shall do, and what it saw.
///
/// The fields of its control file are those of fault_layer.h, in their order.
final class FaultLayer {
    enum Action: UInt64 {
        case none, kill, fail, shorten
        /// Waits until the layer is disarmed.
        case hold
        /// Writes half, then ends the process.
        case tear
    }

    /// What happens at which calls.
    struct Fault {
        var action = Action.none
        /// The first call that is hit, counted from 1.
        var at = 0
        /// The errno to fail with.
        var value: Int32 = 0
        /// How many calls are hit.
        var times = 1
        var kinds = Kinds.changes
    }

    struct Kinds: OptionSet {
        let rawValue: UInt64

        static let opening = Kinds(rawValue: 1 << 0)
        static let writing = Kinds(rawValue: 1 << 2)
        static let synchronizing = Kinds(rawValue: 1 << 3)
        /// Names, and what brings them and content to disk.
        static let ordering = Kinds(rawValue: 0b1_0111_1000)
        static let closing = Kinds(rawValue: 1 << 9)
        static let reading = Kinds(rawValue: 1 << 10)
        /// What leaves another state on the disk: making, writing, synchronizing, renaming, unlinking,
        /// truncating and linking. A kill at any other call leaves the same state as one at the next of these.
        static let changes = Kinds(rawValue: 0b1_1111_1110)
        /// What takes space: making, writing, folders, longer files, links.
        static let filling = Kinds(rawValue: 0b1_1100_0110)
        static let all = Kinds(rawValue: 0b111_1111_1111)
    }

    static let library: String = {
        let folder = RunningProgram.path.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(folder)/libFaultLayer.so"
    }()

    /// Whether it can be put under the programs: a sanitizer has its own layer there.
    static let isUsable = !RunningProgram.path.contains("/.build-")

    private let folder: TemporaryDirectory
    private let words: UnsafeMutablePointer<UInt64>
    /// The folder whose files it watches.
    let watched: String

    init(under watched: String) throws {
        self.watched = watched
        folder = try TemporaryDirectory()
        let path = try folder.write([UInt8](repeating: 0, count: 64), as: "control")
        let file = open(path, O_RDWR)
        defer { close(file) }
        guard let words = mmap(nil, 64, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            words != MAP_FAILED
        else { throw NotMapped() }
        self.words = words.assumingMemoryBound(to: UInt64.self)
        self.words[7] = 1
    }

    deinit { munmap(words, 64) }

    struct NotMapped: Error {}

    /// For the program it goes under.
    ///
    /// - Parameter logs: Whether it writes down every change.
    func environment(logs: Bool = false) -> [String: String] {
        var variables = [
            "LD_PRELOAD": Self.library, "TSN_FAULTS_UNDER": watched,
            "TSN_FAULTS_CONTROL": folder.file("control"),
        ]
        if logs { variables["TSN_FAULTS_LOG"] = folder.file("log") }
        return variables
    }

    /// What it shall do from now on; the count begins anew.
    func arm(_ fault: Fault) {
        words[1] = 0
        words[2] = fault.action.rawValue
        words[3] = UInt64(fault.value)
        words[4] = fault.kinds.rawValue
        words[5] = UInt64(fault.times)
        words[0] = 0
        words[6] = 0
        words[1] = UInt64(fault.at)
    }

    func disarm() { words[1] = 0 }

    /// Calls since it was armed, and how many of them were hit.
    var calls: Int { Int(words[0]) }
    var hits: Int { Int(words[6]) }

    /// Begins the log anew.
    func clearLog() { unlink(folder.file("log")) }

    /// The log so far.
    var log: [UInt8] { (try? Bytes.of(folder.file("log"))) ?? [] }
}
