import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A file system of 20 MB in memory, unmounted when the last reference goes.
final class SmallDisk {
    let folder: TemporaryDirectory
    var path: String { folder.file("disk") }
    private var filler: String { path + "/filler" }

    /// Whether this process may mount one: root, and not in a container that forbids it.
    static let isAllowed = geteuid() == 0 && (try? SmallDisk()) != nil

    struct NotMounted: Error { let message: String }

    init() throws {
        folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let result = try ExternalTool.mount.run(
            ["-t", "tmpfs", "-o", "size=20m", "tmpfs", path])
        guard result.exitCode == 0 else { throw NotMounted(message: result.standardError) }
    }

    deinit { _ = try? ExternalTool.umount.run(["--lazy", path]) }

    /// Fills it, but for so many bytes.
    func fill(leaving bytes: Int) throws {
        free()
        let file = open(filler, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let zeros = [UInt8](repeating: 0, count: 64 << 10)
        var total = 0
        while case let count = write(file, zeros, zeros.count), count > 0 { total += count }
        // Then the last pages, one by one.
        while case let count = write(file, zeros, 4096), count > 0 { total += count }
        ftruncate(file, off_t(max(0, total - bytes)))
        close(file)
    }

    func free() { unlink(filler) }
}

/// A real disk that is full: the layer's ENOSPC is what we think of it, this is what the system does.
@Suite(.enabled(if: SmallDisk.isAllowed, "Only root may mount a small disk."))
struct `On a full disk of 20 MB` {
    @Test func `D07 captures and confirmations answer 507, and succeed when there is space`() throws
    {
        let disk = try SmallDisk()
        let fixture = try Fixture()
        try fixture.restore()
        let data = disk.path + "/data"
        try FileManager.default.copyItem(atPath: fixture.data, toPath: data)
        try expectRecovery(fixture, disk, data: data)
    }

    @Test func `D07 also when only the database is on it`() throws {
        let disk = try SmallDisk()
        let fixture = try Fixture()
        try fixture.restore()
        let data = disk.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            atPath: fixture.data + "/records.sqlite", toPath: data + "/records.sqlite")
        try FileManager.default.createDirectory(
            atPath: fixture.data + "/trash", withIntermediateDirectories: false)
        for name in ["photos", "staging", "derived", "trash"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(data)/\(name)", withDestinationPath: "\(fixture.data)/\(name)")
        }
        try expectRecovery(fixture, disk, data: data)
    }

    private func expectRecovery(_ fixture: Fixture, _ disk: SmallDisk, data: String) throws {
        let service = try FaultyService(fixture, data: data)
        var refused = 0
        // From quite full to half a page more than one confirmation takes.
        for pages in 0...24 {
            let waiting = try service.prepare(.confirm)
            let new = try service.prepare(.capture)
            try disk.fill(leaving: pages * 4096)
            for (request, subject) in [
                (`While the disk fails`.Request.capture, new), (.confirm, waiting),
            ] {
                let answer = try service.send(
                    request, subject,
                    photo: try Fixture.jpeg(1) + [UInt8](repeating: 0, count: 60_000))
                if answer.status >= 300 {
                    refused += 1
                    #expect(answer.status == 507, "\(pages) pages: \(answer)")
                    #expect(answer.json["detail"].text?.contains("space") == true, "\(answer)")
                }
                try service.expectReads()
            }
            disk.free()
            #expect(try service.send(.confirm, waiting).status < 300)
            try service.expectDone(.confirm, waiting)
        }
        print("Full disk: 25 fillings, \(refused) answers 507, all confirmed once there was space")
        #expect(refused > 4)
        try service.expectCleanEnd(data: data)
    }
}
