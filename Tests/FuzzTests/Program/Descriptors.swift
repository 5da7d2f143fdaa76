import Glibc

/// The descriptors open at a moment.
///
/// A damaged .pbf leaves one open (`OSMReader.read`), and 100,000 runs are more than a process may have.
struct Descriptors {
    private let firstFree = Descriptors.lowestFree()

    /// Closes what was opened since. Right only where nothing else in the process opens files.
    func closeNewer() {
        let free = Self.lowestFree()
        guard free > firstFree else { return }
        for descriptor in firstFree..<free { close(descriptor) }
    }

    private static func lowestFree() -> CInt {
        let descriptor = dup(STDERR_FILENO)
        guard descriptor >= 0 else { FuzzTarget.violated("a descriptor is free") }
        close(descriptor)
        return descriptor
    }
}
