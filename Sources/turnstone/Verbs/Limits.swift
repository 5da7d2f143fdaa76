import ArgumentParsing
import Exports
import FoundationEssentials
import Inference

/// Shows the limits of `serve`, and the memory they come to.
enum Limits {
    static let verb = Verb(
        "limits",
        summary: "Show the limits of serve with their reasons, and the memory they allow.",
        options: ServiceLimit.all.map(\.syntax) + [CommonOptions.json],
        notes: [
            "Each line is an option of 'turnstone serve'. The options given here change the numbers that are "
                + "shown, and nothing else.",
            "The memory is what the service takes at most, of its own; maps are read from their files besides.",
        ],
        examples: [
            ("turnstone limits", "All limits"),
            ("turnstone limits --workers 2 --upload-limit 16M", "What a smaller machine needs"),
        ]
    ) { arguments in
        let settings = try ServiceLimit.settings(arguments)
        let memory = MemoryStatement(settings, models: modelBytes(arguments))
        Console.write(
            arguments.has("json") ? try json(settings, memory) : text(settings, memory))
        return .done
    }

    /// What the models of a data directory take, by their files.
    static func modelBytes(_ arguments: ParsedArguments) -> Int {
        let folders = (try? PictureModels.folders(in: arguments.dataDirectory)) ?? []
        return folders.reduce(0) { sum, folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let files = names.reduce(0) { $0 + Int(Machine.size(ofFile: "\(folder.path)/\($1)")) }
            return sum + 4 * files + 96 << 20
        }
    }

    private static func text(_ settings: ServiceSettings, _ memory: MemoryStatement) -> String {
        var table = TextTable([
            ("option", .left), ("limit", .right), ("of", .left), ("beyond it", .left),
            ("because", .left),
        ])
        for limit in ServiceLimit.all {
            let unit = limit.unit == .count ? "" : " \(limit.unit.rawValue)"
            table.add(
                "--\(limit.option)",
                ProgressLine.grouped(Int64(settings[keyPath: limit.path])) + unit, limit.what,
                limit.consequence, limit.reason)
        }
        var parts = TextTable([("memory at most", .left), ("MiB", .right), ("formula", .left)])
        for part in memory.parts { parts.add(part.name, mebibytes(part.bytes), part.formula) }
        parts.add("in all", mebibytes(memory.bytes), "")
        return table.text + "\n" + parts.text
    }

    private static func mebibytes(_ bytes: Int) -> String {
        ProgressLine.grouped(Int64((bytes + (1 << 20) - 1) >> 20))
    }

    private static func json(
        _ settings: ServiceSettings, _ memory: MemoryStatement
    ) throws -> String {
        var json = JSONWriter(reserving: 8192)
        json.beginObject()
        json.array("limits") { json in
            for limit in ServiceLimit.all {
                json.beginObject()
                json.member("option", limit.option)
                json.member("value", settings[keyPath: limit.path])
                json.member("unit", limit.unit.rawValue)
                json.member("of", limit.what)
                json.member("least", limit.range.lowerBound)
                json.member("greatest", limit.range.upperBound)
                json.member(ifPresent: "status", limit.status.map(Int64.init))
                json.member("beyond", limit.consequence)
                json.member("reason", limit.reason)
                json.endObject()
            }
        }
        json.array("memory") { json in
            for part in memory.parts {
                json.beginObject()
                json.member("part", part.name)
                json.member("bytes", part.bytes)
                json.member("formula", part.formula)
                json.endObject()
            }
        }
        json.member("memoryInBytes", memory.bytes)
        json.endObject()
        return String(decoding: try json.finish(), as: UTF8.self) + "\n"
    }
}
