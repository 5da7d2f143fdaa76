// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with: Swift 6 mode is set for the package below.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A library of the package: `needs` names what it may import; Scripts/check-imports holds it to that.
func library(
    _ name: String, needs: [Target.Dependency] = [], embedding files: [String] = []
) -> Target {
    .target(
        name: name, dependencies: needs, resources: files.map { .embedInCode($0) },
        swiftSettings: settings)
}

/// The tests of one library; they may use TestSupport and whatever `needs` names.
func tests(of name: String, needs: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.init(stringLiteral: name), "TestSupport"]
            + (name == "GeoModel" ? [] : ["GeoModel"]) + needs,
        swiftSettings: settings)
}

/// The fuzz targets: tests that replay the kept inputs, or for `Scripts/fuzz` the program that libFuzzer drives.
func fuzzTargets() -> Target {
    let needs: [Target.Dependency] = [
        "GeoModel", "HTTPServer", "API", "Captures", "PlaceIndex", "OSMReader", "Records",
        "Species",
        "VectorReader", "Imaging",
    ]
    let path = "Tests/FuzzTests"
    return Context.environment["TURNSTONE_FUZZ"] == nil
        ? .testTarget(
            name: "FuzzTests", dependencies: needs + ["TestSupport"], path: path,
            exclude: ["Corpus", "Program"], swiftSettings: settings)
        : .executableTarget(
            name: "fuzz", dependencies: needs, path: path,
            exclude: ["Corpus", "ReplayTests.swift"],
            swiftSettings: settings)
}

/// A C library found through pkg-config: a module map and a header of includes, no logic.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "turnstone",
    products: [
        // Put under the built program by tests, never linked into it.
        .library(name: "FaultLayer", type: .dynamic, targets: ["FaultLayer"])
    ],
    targets: [
        // C libraries. One Swift target imports each.
        system("CSQLite", pkgConfig: "spatialite", apt: "libspatialite-dev"),
        system("CProj", pkgConfig: "proj", apt: "libproj-dev"),
        system("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        system("CExif", pkgConfig: "libexif", apt: "libexif-dev"),
        system("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        system("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
        // Opened at run time with dlopen, so that a machine without them lacks pictures' classes, or the
        // import of range maps, and nothing else.
        .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CGDAL", linkerSettings: [.linkedLibrary("dl")]),
        // Renames that replace nothing or exchange two names, which Swift's Glibc does not have.
        .target(name: "CRename"),
        // libosmium is C++ and header-only: a C++ shim behind a C header.
        .target(
            name: "COsmium",
            linkerSettings: [
                .linkedLibrary("z"), .linkedLibrary("expat"), .linkedLibrary("bz2"),
                .linkedLibrary("lz4"),
            ]),

        // Values, then one wrapper for each C library.
        library("GeoModel"),
        library("Geodesy", needs: ["CProj", "GeoModel"]),
        library("Database", needs: ["CSQLite", "GeoModel"]),
        library("OSMReader", needs: ["COsmium", "GeoModel"]),
        library("Imaging", needs: ["CTurboJPEG", "CExif", "GeoModel"]),
        library("Hashing", needs: ["CSodium"]),
        library("VectorReader", needs: ["CGDAL", "Database"]),
        library("Inference", needs: ["COpenVINO", "CRename", "GeoModel", "Imaging", "Hashing"]),
        library("HTTPServer", needs: ["CMicroHTTPD"]),
        library("ZipArchive", needs: ["CZlib"]),

        // The domain, one room each.
        library("Candidates", needs: ["GeoModel"]),
        library("PlaceIndex", needs: ["GeoModel", "Geodesy", "Database", "OSMReader"]),
        library(
            "Species", needs: ["GeoModel", "Geodesy", "Database", "VectorReader", "ZipArchive"]),
        library("Records", needs: ["GeoModel", "Geodesy", "Database", "Imaging", "Hashing"]),
        library(
            "Captures",
            needs: [
                "GeoModel", "Geodesy", "PlaceIndex", "Records", "Candidates", "Imaging",
                "Inference", "Hashing", "Species",
            ]),
        library("Access", needs: ["Database", "Hashing"]),
        library("Exports", needs: ["GeoModel", "Records", "ZipArchive"]),
        // Simulated captures and how well they are ranked: for `turnstone bench ranking`.
        library(
            "RankingBench",
            needs: ["GeoModel", "Geodesy", "Database", "PlaceIndex", "Candidates", "Captures"]),
        library(
            "API",
            needs: [
                "GeoModel", "HTTPServer", "PlaceIndex", "Species", "Records", "Captures", "Exports",
                "Imaging", "Database", "Access", "Hashing",
            ],
            embedding: [
                "WebApp/index.html", "WebApp/app.css", "WebApp/app.js", "WebApp/icon.svg",
                "openapi.json", "OGC/features.json",
            ]),
        // The words of the command line: pure, so that it can be tested.
        library("ArgumentParsing"),
        .executableTarget(
            name: "turnstone",
            dependencies: [
                "ArgumentParsing",
                "GeoModel", "Database", "OSMReader", "Imaging", "Inference", "HTTPServer",
                "PlaceIndex", "Records", "Species", "Captures", "Exports", "API", "RankingBench",
                "Geodesy",
                "Access",
            ],
            swiftSettings: settings),

        // Tests: one target a library, and one that drives the built program.
        .target(
            name: "TestSupport", dependencies: ["GeoModel", "ZipArchive"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "TestSupportTests", dependencies: ["TestSupport", "GeoModel"],
            swiftSettings: settings),
        tests(of: "GeoModel"),
        tests(of: "Geodesy"),
        tests(of: "Database"),
        tests(of: "OSMReader", needs: ["Database"]),
        tests(of: "Imaging"),
        tests(of: "Hashing"),
        tests(of: "Inference", needs: ["Imaging", "Hashing"]),
        tests(of: "HTTPServer"),
        tests(of: "VectorReader"),
        tests(of: "ZipArchive"),
        tests(of: "Candidates"),
        tests(of: "PlaceIndex", needs: ["Database", "OSMReader", "Geodesy"]),
        tests(of: "Species", needs: ["Database", "VectorReader"]),
        tests(of: "Records", needs: ["Database", "Geodesy", "Hashing"]),
        tests(
            of: "Captures",
            needs: ["Geodesy", "Records", "PlaceIndex", "Imaging", "Inference", "Hashing"]),
        tests(of: "Access", needs: ["Database"]),
        tests(of: "Exports", needs: ["Records", "Species"]),
        tests(of: "ArgumentParsing"),
        tests(of: "RankingBench"),
        tests(
            of: "API",
            needs: [
                "HTTPServer", "Records", "Species", "PlaceIndex", "Captures", "Access", "Hashing",
                "Imaging", "Exports",
            ]),
        // Faults under file and database calls: a layer below the C library, and a program that does one step.
        .target(name: "FaultLayer", path: "Tests/FaultLayer"),
        .executableTarget(
            name: "FaultDriver",
            dependencies: ["API", "HTTPServer", "Captures", "GeoModel", "Records"],
            path: "Tests/FaultDriver", swiftSettings: settings),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "turnstone", "FaultDriver", "TestSupport", "GeoModel", "Records", "Imaging",
                "Hashing",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["turnstone", "TestSupport", "GeoModel", "Imaging"],
            swiftSettings: settings),
        fuzzTargets(),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c17,
    cxxLanguageStandard: .cxx17
)
