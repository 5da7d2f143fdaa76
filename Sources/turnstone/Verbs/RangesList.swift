import ArgumentParsing
import GeoModel
import Records
import Species

enum RangesList {
    static let verb = Verb(
        "ranges list", summary: "List the imported range maps.",
        options: [CommonOptions.json],
        examples: [("turnstone ranges list", "What is imported")]
    ) { arguments in
        let sources = try arguments.existingSpeciesStore()?.rangeSources() ?? []
        if arguments.has("json") {
            try Console.write(json: ["sources": sources])
        } else {
            var table = TextTable([
                ("source", .left), ("species", .right), ("ranges", .right), ("pieces", .right),
                ("imported", .left), ("coordinates", .left), ("files", .left),
            ])
            for source in sources {
                table.add(
                    source.name, ProgressLine.grouped(Int64(source.species)),
                    ProgressLine.grouped(Int64(source.ranges)),
                    ProgressLine.grouped(Int64(source.pieces)), "\(source.imported)",
                    source.referenceSystem ?? "-", source.files)
            }
            Console.write(table, ifEmpty: "No range map.")
        }
        return .done
    }
}
