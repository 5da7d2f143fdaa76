internal import Glibc

/// How much room a disk has.
package enum DiskSpace {
    /// Bytes that this user may still write on the file system of `folder`; nil when it does not say.
    package static func free(at folder: String) -> Int? {
        var system = statvfs()
        guard statvfs(folder, &system) == 0 else { return nil }
        let (bytes, isTooMany) = Int(system.f_bavail)
            .multipliedReportingOverflow(by: Int(system.f_frsize))
        return isTooMany ? .max : bytes
    }
}
