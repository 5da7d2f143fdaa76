import Glibc
import Records

extension DataDirectory {
    /// Takes back a directory that was made for work that failed; rmdir leaves what holds a file.
    func removeEmptyFolders() {
        for folder in [models, places, photos, staging, derived, path] { rmdir(folder) }
    }
}
