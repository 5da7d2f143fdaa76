import FoundationEssentials
package import Testing

/// Larger fixtures that do not ship with the repository: the folder `shared` beside the checkout.
///
/// `TURNSTONE_SHARED` names another place for it. A test that reads it carries `.needsSharedData`,
/// so that a machine without the folder skips that test and says so.
package enum SharedData {
    /// Absolute path of the folder; nil when there is none.
    package static let folder: String? = {
        let named = ProcessInfo.processInfo.environment["TURNSTONE_SHARED"]
        let parent = Repository.folder.split(separator: "/").dropLast().joined(separator: "/")
        let path = named ?? "/\(parent)/shared"
        return Repository.holds(path + "/data") ? path : nil
    }()

    /// The absolute path of something in it, as `data/photos/gps`.
    ///
    /// - Throws: `Absent` when the folder is not there, or holds no such thing.
    package static func path(_ relative: String) throws -> String {
        guard let folder else { throw Absent(path: "shared") }
        let path = "\(folder)/\(relative)"
        guard Repository.holds(path) else { throw Absent(path: path) }
        return path
    }

    package struct Absent: Error, CustomStringConvertible {
        let path: String
        package var description: String {
            "There is no '\(path)'. Put the shared folder beside the checkout, or set TURNSTONE_SHARED."
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where the shared folder is absent.
    package static var needsSharedData: Self {
        .enabled(
            if: SharedData.folder != nil,
            "Needs the folder 'shared' beside the checkout, or TURNSTONE_SHARED.")
    }
}
