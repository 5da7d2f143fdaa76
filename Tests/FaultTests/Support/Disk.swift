import FoundationEssentials
import GeoModel
import Glibc
import TestSupport

/// A model of a disk that a program writes to, and of what a loss of power leaves of it.
///
/// A write is on disk when its file is synchronized, a name when its folder is; POSIX promises no more. A
/// rename within a folder is one step; between two folders the new name and the end of the old one are two, each
/// safe with its own folder, and the end never without the new name.
struct Disk {
    /// What becomes of changes that were not brought to disk.
    enum Loss: Hashable, CaseIterable {
        /// A process was killed: the system goes on and writes everything.
        case nothing
        /// Nothing of them arrives.
        case everything
        /// Names do, content does not: empty files under their final names.
        case content
        /// Content does, names do not.
        case names
        /// Each by chance.
        case some
    }

    private typealias Number = UInt64

    private enum Entry: Hashable {
        case file(Number)
        case folder(Number)
    }

    /// One step of names: all of it happens or none.
    private struct Naming {
        var changes: [(folder: Number, name: String, entry: Entry?)]
        /// The step that must be on disk before this one, as the other half of a rename.
        var needs: Int?
        var isOnDisk = false
    }

    private struct Content {
        /// As synchronized last.
        var safe: [UInt8] = []
        /// Since then: bytes at an offset, or a length.
        var pending: [(offset: Int, bytes: ArraySlice<UInt8>?)] = []
    }

    private let root: Number
    private var files: [Number: Content] = [:]
    /// As the program sees it.
    private var folders: [Number: [String: Entry]] = [:]
    /// As it was at first.
    private var firstFolders: [Number: [String: Entry]] = [:]
    private var namings: [Naming] = []

    struct Unknown: Error { let path: String }

    // MARK: Filling

    /// The folder as it is, all of it on disk.
    init(_ path: String) throws {
        root = try Self.number(of: path)
        folders[root] = [:]
        try add(path, as: root)
        firstFolders = folders
    }

    private mutating func add(_ path: String, as folder: Number) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let inner = "\(path)/\(name)"
            let number = try Self.number(of: inner)
            var isFolder = false
            _ = FileManager.default.fileExists(atPath: inner, isDirectory: &isFolder)
            folders[folder]?[name] = isFolder ? .folder(number) : .file(number)
            if isFolder {
                folders[number] = [:]
                try add(inner, as: number)
            } else {
                files[number] = Content(safe: try Bytes.of(inner))
            }
        }
    }

    private static func number(of path: String) throws -> Number {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Unknown(path: path) }
        return Number(status.st_ino)
    }

    // MARK: Changing

    mutating func apply(_ change: DiskLog.Change) throws {
        switch change {
        case .create(let file, let path):
            files[file] = Content()
            try name(path, .file(file))
        case .write(let file, let offset, let bytes):
            files[file]?.pending.append((offset, bytes))
        case .truncate(let file, let length): files[file]?.pending.append((length, nil))
        case .sync(let file): sync(file)
        case .syncAll:
            for file in files.keys { sync(file) }
            for index in namings.indices { namings[index].isOnDisk = true }
        case .lose(let file): files[file]?.pending = []
        case .rename(let from, let to): try rename(from, to)
        case .exchange(let one, let other):
            let (a, b) = (try place(one), try place(other))
            let (first, second) = (entry(a), entry(b))
            step([(a.folder, a.name, second), (b.folder, b.name, first)])
        case .link(let from, let to):
            guard let entry = entry(try place(from)) else { throw Unknown(path: from) }
            try name(to, entry)
        case .unlink(let path):
            let place = try place(path)
            step([(place.folder, place.name, nil)])
        case .makeFolder(let file, let path):
            folders[file] = [:]
            firstFolders[file] = [:]
            try name(path, .folder(file))
        }
    }

    private mutating func sync(_ number: Number) {
        if let content = files[number] {
            files[number] = Content(safe: Self.bytes(content, keeping: { _ in true }))
            return
        }
        for index in namings.indices
        where namings[index].changes.contains(where: { $0.folder == number }) {
            namings[index].isOnDisk = true
            if let other = namings[index].needs { namings[other].isOnDisk = true }
        }
    }

    private mutating func rename(_ from: String, _ to: String) throws {
        let (old, new) = (try place(from), try place(to))
        guard let entry = entry(old) else { throw Unknown(path: from) }
        if old.folder == new.folder {
            step([(new.folder, new.name, entry), (old.folder, old.name, nil)])
        } else {
            step([(new.folder, new.name, entry)])
            step([(old.folder, old.name, nil)], needs: namings.count - 1)
        }
    }

    private mutating func name(_ path: String, _ entry: Entry) throws {
        let place = try place(path)
        step([(place.folder, place.name, entry)])
    }

    private mutating func step(
        _ changes: [(folder: Number, name: String, entry: Entry?)], needs: Int? = nil
    ) {
        for change in changes { folders[change.folder]?[change.name] = change.entry }
        namings.append(Naming(changes: changes, needs: needs))
    }

    private func place(_ path: String) throws -> (folder: Number, name: String) {
        var folder = root
        let parts = path.split(separator: "/").map(String.init)
        for part in parts.dropLast() {
            guard case .folder(let inner)? = folders[folder]?[part] else {
                throw Unknown(path: path)
            }
            folder = inner
        }
        guard let name = parts.last else { throw Unknown(path: path) }
        return (folder, name)
    }

    private func entry(_ place: (folder: Number, name: String)) -> Entry? {
        folders[place.folder]?[place.name]
    }

    // MARK: After a loss of power

    /// Files by path, relative; folders end in a slash. Memory that is shared through files is left out.
    func remains(
        after loss: Loss, using chance: inout SeededGenerator
    ) -> [String: [UInt8]] {
        var coin = chance
        defer { chance = coin }
        let keepsNames = loss == .nothing || loss == .content
        let keepsContent = loss == .nothing || loss == .names
        var tree = firstFolders
        var done: Set<Int> = []
        for (index, naming) in namings.enumerated() {
            let byChance = loss == .some && Bool.random(using: &coin)
            let otherIsDone = naming.needs.map(done.contains) ?? true
            guard naming.isOnDisk || (otherIsDone && (keepsNames || byChance)) else { continue }
            done.insert(index)
            for change in naming.changes { tree[change.folder]?[change.name] = change.entry }
        }
        var found: [String: [UInt8]] = [:]
        func walk(_ folder: Number, _ prefix: String) {
            for (name, entry) in (tree[folder] ?? [:]).sorted(by: { $0.key < $1.key })
            where !name.hasSuffix("-shm") {
                switch entry {
                case .folder(let inner):
                    found["\(prefix)\(name)/"] = []
                    walk(inner, "\(prefix)\(name)/")
                case .file(let number):
                    guard let content = files[number] else { continue }
                    found[prefix + name] = Self.bytes(content) { _ in
                        keepsContent || (loss == .some && Bool.random(using: &coin))
                    }
                }
            }
        }
        walk(root, "")
        return found
    }

    private static func bytes(_ content: Content, keeping: (Int) -> Bool) -> [UInt8] {
        var bytes = content.safe
        for (index, change) in content.pending.enumerated() where keeping(index) {
            guard let new = change.bytes else {
                if change.offset <= bytes.count {
                    bytes.removeLast(bytes.count - change.offset)
                } else {
                    bytes += [UInt8](repeating: 0, count: change.offset - bytes.count)
                }
                continue
            }
            let end = change.offset + new.count
            if end > bytes.count { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
            bytes.withUnsafeMutableBytes { target in
                new.withUnsafeBytes { source in
                    UnsafeMutableRawBufferPointer(rebasing: target[change.offset..<end])
                        .copyMemory(from: source)
                }
            }
        }
        return bytes
    }
}

extension [String: [UInt8]] {
    /// Tells one state from another.
    var fingerprint: Int {
        var hasher = Hasher()
        for (path, bytes) in sorted(by: { $0.key < $1.key }) {
            hasher.combine(path)
            hasher.combine(bytes.count)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }

    /// Writes files and folders into a folder that is absent, or is replaced.
    func write(to folder: String) throws {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for (path, bytes) in sorted(by: { $0.key < $1.key }) {
            if path.hasSuffix("/") {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
            } else {
                try Data(bytes).write(to: URL(filePath: "\(folder)/\(path)"))
            }
        }
    }
}
