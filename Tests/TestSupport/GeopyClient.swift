import FoundationEssentials
package import Testing

/// geopy, the geocoding client of Python programs, as Scripts/setup puts it into `.deps/python`.
package enum GeopyClient {
    private static let folder = Repository.folder + "/.deps/python"

    package static let isInstalled =
        Repository.holds(folder + "/geopy/__init__.py") && ExternalTool.python3.path != nil

    /// Runs a script that may import geopy.
    package static func run(_ script: String, _ arguments: [String]) throws -> ProgramResult {
        try ExternalTool.python3.run(
            ["-c", script] + arguments, environment: ["PYTHONPATH": folder])
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with the reason, where geopy is not installed.
    package static var needsGeopy: Self {
        .enabled(
            if: GeopyClient.isInstalled,
            "Needs python3 and geopy in .deps/python: run Scripts/setup with a network.")
    }
}
