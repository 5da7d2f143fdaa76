import ArgumentParsing

/// Finds the command that a command line means, runs it, and says what went wrong.
enum Program {
    static let name = "turnstone"
    static let version = "0.1.0"

    static let table = CommandTable<Verb>(
        ([
            // Maps and lists in.
            ImportOSM.verb, ImportTaxonomy.verb, ImportRanges.verb, ImportSensitive.verb,
            // Questions.
            Nearby.verb, Reverse.verb, Search.verb, Identify.verb, Explore.verb,
            SpeciesSearch.verb, SpeciesShow.verb, LifeListShow.verb, Stats.verb,
            // The service.
            Serve.verb, Limits.verb, TokenCreate.verb, TokenList.verb, TokenRevoke.verb,
            // Records, and what keeps them.
            RecordsList.verb, RecordsShow.verb, RecordsEdit.verb, RecordsDelete.verb,
            RecordsRestore.verb, RecordsRefresh.verb,
            BackUp.verb, Restore.verb, Check.verb,
            // What is there to ask and to offer.
            RegionsList.verb, RegionsRemove.verb, RangesList.verb, RangesRemove.verb,
            RangesOverride.add, RangesOverride.list, RangesOverride.remove,
            SensitiveList.verb, SensitiveRemove.verb,
            SavedPlaces.list, SavedPlaces.add, SavedPlaces.remove,
            ModelAdd.verb, ModelList.verb, ModelCheckVerb.verb, ModelRemove.verb,
            Bench.verb,
        ] + Export.verbs).map { (syntax: $0.syntax, command: $0) }, otherWords: ["help"])

    private static let ownOptions = [
        CommonOptions.data, CommonOptions.help,
        OptionSyntax("version", "Print the program's name and version."),
    ]

    static func run(_ arguments: [String]) -> ExitCode {
        let code: ExitCode
        do {
            code = try obey(arguments)
        } catch let error as UsageError {
            Console.message("\(name): \(error)")
            Console.message(hint(for: arguments))
            code = .wrongUsage
        } catch {
            Console.message("\(name): \(error)")
            code = .failed
        }
        guard Console.finish() else {
            Console.message("\(name): the output could not be written. Is there room for it?")
            return .failed
        }
        return code
    }

    private static func obey(_ arguments: [String]) throws -> ExitCode {
        var words = arguments[...]
        var carried: [String] = []
        // `--data DIR` may stand before the command too.
        while let first = words.first, ParsedArguments.isOption(first) {
            switch first {
            case "--help", "-h":
                Console.write(help)
                return .done
            case "--version":
                Console.write("\(name) \(version)\n")
                return .done
            case "--data":
                guard words.count > 1 else {
                    throw UsageError.missingValue(option: first, placeholder: "DIR")
                }
                carried = Array(words.prefix(2))
                words = words.dropFirst(2)
            case _ where first.hasPrefix("--data="):
                carried = [first]
                words = words.dropFirst()
            default:
                let known = ownOptions.map { "--\($0.name)" }
                throw UsageError.unknownOption(
                    first, nearest: Spelling.nearest(to: first, among: known))
            }
        }
        if words.first == "help" {
            words = words.dropFirst()
            if words.isEmpty {
                Console.write(help)
                return .done
            }
            carried.append("--help")
        }
        return try choose(Array(words), carried: carried)
    }

    private static func choose(_ words: [String], carried: [String]) throws -> ExitCode {
        let wantsHelp = (words + carried).contains { $0 == "--help" || $0 == "-h" }
        do {
            let (syntax, verb, rest) = try table.choose(words)
            let parsed = try ParsedArguments(carried + rest, for: syntax)
            guard !parsed.has("help") else {
                Console.write(HelpText.command(syntax, program: name))
                return .done
            }
            // An empty variable in a script must not become the folder it runs in.
            guard parsed["data"] != "" else {
                throw UsageError.invalidValue(name: "--data", value: "", expected: "a folder")
            }
            return try verb.run(parsed)
        } catch UsageError.incompleteCommand(let beginning, _) where wantsHelp {
            let words = beginning.split(separator: " ").map(String.init)
            let texts = table.commands(startingWith: words).map {
                HelpText.command($0, program: name)
            }
            Console.write(texts.joined(separator: "\n\n"))
            return .done
        }
    }

    /// Where to read on after a wrong command line.
    private static func hint(for arguments: [String]) -> String {
        guard let chosen = try? table.choose(arguments) else {
            return "'\(name) --help' lists the commands."
        }
        return "Usage: \(HelpText.usage(chosen.syntax, program: name)); "
            + "'\(name) \(chosen.syntax.name) --help' says more."
    }

    private static var help: String {
        HelpText.program(
            name,
            about: [
                "Turnstone turns a photo and a position into a ranked, explained list of what it may "
                    + "show, and once a person has confirmed, into a record. It works offline.",
                "Exit codes: 0 done, 1 failed, 2 wrong usage.",
            ],
            commands: table.commands.map(\.syntax), options: ownOptions,
            examples: [
                ("turnstone import osm helsinki.osm.pbf", "Read a map"),
                ("turnstone nearby 60.1702,24.9522 --radius 100", "What is near"),
                ("turnstone identify photo.jpg --at 60.1702,24.9522", "What a photo may show"),
                ("turnstone serve", "Answer over HTTP on this machine"),
            ])
    }
}
