import FoundationEssentials
import TestSupport
import Testing

@testable import Inference

@Suite struct `Finding OpenVINO` {
    @Test func `it is found in .deps of a folder above`() throws {
        let folder = try TemporaryDirectory()
        let library = folder.file(".deps/openvino/lib")
        let below = folder.file("a/b")
        for path in [library, below] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try folder.write([], as: ".deps/openvino/lib/libopenvino_c.so.2641")
        let found = try ClassifierRuntime.locate(configured: nil, above: [below], current: "/")
        #expect(found == library)
        #expect(
            try ClassifierRuntime.locate(configured: "", above: [below], current: "/") == library)
    }

    @Test(arguments: ["/nowhere/openvino", "nowhere/openvino"])
    func `a configured folder is the only one that is tried`(configured: String) throws {
        let error = inferenceError {
            _ = try ClassifierRuntime.locate(configured: configured, above: ["/"], current: "")
        }
        guard case .runtimeUnavailable(["/nowhere/openvino"], _) = error else {
            Issue.record("\(error.map { "\($0)" } ?? "found")")
            return
        }
    }

    @Test func `a machine without it gets an error that says what to do`() throws {
        let folder = try TemporaryDirectory()
        let error = try #require(
            inferenceError {
                _ = try ClassifierRuntime.locate(
                    configured: nil, above: [folder.path], current: "/")
            })
        #expect("\(error)".contains("Scripts/setup"))
    }

    @Test func `a library that cannot be opened is an error with the loader's reason`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("no library".utf8, as: "libopenvino_c.so.2641")
        guard
            case .runtimeUnavailable([folder.path], let reason) = inferenceError({
                _ = try ClassifierRuntime(folder: folder.path)
            })
        else {
            Issue.record("opened")
            return
        }
        #expect(reason.contains("libopenvino_c.so.2641"))
    }
}

/// The headers of OpenVINO's wheel: `include` beside the libraries' folder, when they were unpacked too.
enum WheelHeaders {
    static let folder: String? = {
        guard let libraries = try? ClassifierRuntime.locate() else { return nil }
        let path = "\(libraries)/../include/openvino/c"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()
}

@Suite(.enabled(if: WheelHeaders.folder != nil, "Needs the headers of OpenVINO's wheel."))
struct `OpenVINO's declarations` {
    /// All headers in one text, without comments, white space made single.
    private func published() throws -> String {
        let folder = try #require(WheelHeaders.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".h") && $0 != "deprecated.h"
        }
        return try names.map { try text("\(folder)/\($0)") }.joined(separator: "\n")
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            .replacing(#/\/\*[\s\S]*?\*\//#, with: " ").replacing(#/\/\/[^\n]*/#, with: " ")
            .replacing("\\\n", with: " ").replacing(#/\s+/#, with: " ")
    }

    /// A parameter list as types: names, blanks and spellings of one integer dropped.
    private func types(_ parameters: Substring) -> [String] {
        parameters.split(separator: ",").map { parameter in
            var words = parameter.replacing("*", with: " * ").split(separator: " ").map(String.init)
            words.removeAll { $0 == "const" }
            if words.count > 1, let last = words.last, last != "*" { words.removeLast() }
            return words.joined().replacing("ov_status_e", with: "ov_status")
                .replacing("ov_element_type_e", with: "int32_t")
        }.filter { $0 != "void" && !$0.isEmpty }
    }

    @Test func `every function has the parameters that the headers publish`() throws {
        let ours = try text("\(Repository.folder)/Sources/COpenVINO/openvino_c_api.h")
        let theirs = try published()
        let declared = ours.matches(of: #/F\([^,]+, (ov_\w+), \(([^()]*)\)\)/#)
        #expect(declared.count == 33)
        for function in declared {
            let (name, parameters) = (function.1, function.2)
            let pattern = try Regex<(Substring, Substring)>("\\) \(name)\\(([^()]*)\\)")
            let match = try #require(theirs.firstMatch(of: pattern), "\(name) is not published")
            #expect(types(parameters) == types(match.1), "\(name)")
        }
    }

    @Test(
        arguments: [
            ("F32", 4), ("U8", 16), ("F16", 3), ("I8", 7), ("I32", 9), ("I64", 10), ("STRING", 23),
        ])
    func `element types have the published numbers`(name: String, number: Int) throws {
        let theirs = try published()
        let body = try #require(
            theirs.firstMatch(of: #/enum \{ (DYNAMIC[^}]*)\} ov_element_type_e/#))
        let names = body.1.split(separator: ",").map {
            $0.split(whereSeparator: { $0 == " " || $0 == "=" }).first.map(String.init)
        }
        #expect(names.firstIndex(of: name) == number)
    }
}
