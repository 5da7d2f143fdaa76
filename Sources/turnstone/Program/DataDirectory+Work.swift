import FoundationEssentials
import Glibc
import Records
import Species

extension DataDirectory {
    /// Does work that may be the first here: the directory is made for it, and goes again when the work fails.
    func forWork<R>(_ work: () throws -> R) throws -> R {
        let isNew = !FileManager.default.fileExists(atPath: path)
        try create()
        do {
            return try work()
        } catch {
            if isNew { removeEmptyFolders() }
            throw error
        }
    }

    /// The same with the species store.
    ///
    /// - Parameter work: Is given the store, and whether to keep one that was made for it though the work
    ///   fails: false unless it says otherwise.
    func withSpeciesStore<R>(_ work: (SpeciesStore, inout Bool) throws -> R) throws -> R {
        try forWork {
            let isNew = !FileManager.default.fileExists(atPath: speciesDatabase)
            var isKept = false
            do {
                return try work(try SpeciesStore(path: speciesDatabase), &isKept)
            } catch {
                if isNew, !isKept { SpeciesStore.removeFiles(at: speciesDatabase) }
                throw error
            }
        }
    }

    /// rmdir leaves what holds a file.
    private func removeEmptyFolders() {
        for folder in [models, places, photos, staging, derived, path] { rmdir(folder) }
    }
}
