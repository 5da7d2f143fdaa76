/// What the layer wrote down: every change to the watched folder, in its order.
struct DiskLog {
    enum Change: CustomStringConvertible {
        /// A file got this number and name; it is empty.
        case create(file: UInt64, path: String)
        case write(file: UInt64, offset: Int, bytes: ArraySlice<UInt8>)
        case truncate(file: UInt64, length: Int)
        /// A file or folder was brought to disk.
        case sync(file: UInt64)
        /// Everything was.
        case syncAll
        /// What was not on disk by then never gets there.
        case lose(file: UInt64)
        case rename(from: String, to: String)
        case exchange(String, String)
        case link(from: String, to: String)
        case unlink(path: String)
        case makeFolder(file: UInt64, path: String)

        var description: String {
            switch self {
            case .create(_, let path): "making \(path)"
            case .write(let file, let offset, let bytes):
                "writing \(bytes.count) bytes to file \(file) at \(offset)"
            case .truncate(let file, let length): "cutting file \(file) to \(length) bytes"
            case .sync(let file): "synchronizing file \(file)"
            case .syncAll: "synchronizing all"
            case .lose(let file): "failing to synchronize file \(file)"
            case .rename(let from, let to): "renaming \(from) to \(to)"
            case .exchange(let one, let other): "exchanging \(one) and \(other)"
            case .link(let from, let to): "linking \(from) as \(to)"
            case .unlink(let path): "removing \(path)"
            case .makeFolder(_, let path): "making the folder \(path)"
            }
        }
    }

    let changes: [Change]

    struct NotUnderstood: Error { let line: String }

    /// - Parameter root: The watched folder; paths become relative to it.
    init(_ bytes: [UInt8], root: String) throws {
        var changes: [Change] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            let words = line.split(separator: " ")
            guard words.count == 4, let file = UInt64(words[1]), let number = Int(words[2]),
                let length = Int(words[3])
            else { throw NotUnderstood(line: line) }
            let content = rest[(end + 1)..<(end + 1 + length)]
            rest = rest[(end + 2 + length)...]
            let paths = content.split(separator: 0, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self).dropFirst(root.count + 1)
            }.map(String.init)
            switch words[0] {
            case "create": changes.append(.create(file: file, path: paths[0]))
            case "write": changes.append(.write(file: file, offset: number, bytes: content))
            case "truncate": changes.append(.truncate(file: file, length: number))
            case "sync": changes.append(.sync(file: file))
            case "all": changes.append(.syncAll)
            case "lose": changes.append(.lose(file: file))
            case "rename": changes.append(.rename(from: paths[0], to: paths[1]))
            case "exchange": changes.append(.exchange(paths[0], paths[1]))
            case "link": changes.append(.link(from: paths[0], to: paths[1]))
            case "unlink": changes.append(.unlink(path: paths[0]))
            case "mkdir": changes.append(.makeFolder(file: file, path: paths[0]))
            default: throw NotUnderstood(line: line)
            }
        }
        self.changes = changes
    }
}
