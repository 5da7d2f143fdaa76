import API
import ArgumentParsing
import Exports
import GeoModel
import Records
import Species

enum Stats {
    static let verb = Verb(
        "stats", summary: "Count records and species, and set this year's goal.",
        options: [
            OptionSyntax(
                "goal", value: "N", "Set how many species the year is to have; 0 for no goal."),
            OptionSyntax(
                "date", value: "DATE", "Today, as 2026-06-01; default this machine's date."),
            CommonOptions.json,
        ],
        notes: [
            "The goal is kept with the taxonomy, one for each year, and told by GET /v1/stats too."
        ],
        examples: [
            ("turnstone stats", "Records, species, days since the first"),
            ("turnstone stats --goal 200", "Set this year's goal"),
        ]
    ) { arguments in
        let today = try arguments.eventDate("date") ?? LocalClock.today
        let goal = try arguments.integer("goal", in: 0...SpeciesStore.goals.upperBound)
        let data = arguments.dataDirectory
        let records = try RecordStore(data)
        let species = try SpeciesStore(path: data.speciesDatabase)
        if let goal { try species.setGoal(goal == 0 ? nil : goal, year: today.year) }
        let statistics = try Statistics(species, records, today: today)
        if arguments.has("json") {
            var json = JSONWriter()
            json.value(statistics)
            Console.write(try json.finish() + [UInt8(ascii: "\n")])
        } else {
            Console.write(text(of: statistics))
        }
        return .done
    }

    private static func text(of statistics: Statistics) -> String {
        var lines = [
            ProgressLine.counted(statistics.records, "record") + ", \(statistics.species) species"
        ]
        if let first = statistics.first, let days = statistics.daysSinceFirst {
            lines.append(
                "Since \(first.description.prefix(10)): \(ProgressLine.counted(days, "day"))")
        }
        var year =
            "\(statistics.year): \(ProgressLine.counted(statistics.recordsOfYear, "record")), "
            + "\(statistics.speciesOfYear) species, \(statistics.newSpeciesOfYear) of them new"
        if let goal = statistics.goal {
            let toGo = max(0, goal - statistics.speciesOfYear)
            year += toGo == 0 ? "; the goal of \(goal) is reached" : "; \(toGo) to go of \(goal)"
        }
        lines.append(year)
        return lines.joined(separator: "\n") + "\n"
    }
}
