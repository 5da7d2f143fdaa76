import ArgumentParsing
import FoundationEssentials
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
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            Console.write(try encoder.encode(["sources": sources]))
            Console.write("\n")
        } else if sources.isEmpty {
            Console.write("No range map.\n")
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
            Console.write(table.text)
        }
        return .done
    }
}

enum RangesRemove {
    static let verb = Verb(
        "ranges remove", summary: "Remove an imported source of range maps.",
        operands: [OperandSyntax("SOURCE", "The source, as 'ranges list' names it.")],
        options: [CommonOptions.json],
        notes: [
            "It is removed at once and without a question; importing its files again brings it back. "
                + "Overrides stay."
        ],
        examples: [("turnstone ranges remove iucn", "Remove the source 'iucn'")]
    ) { arguments in
        let name = arguments.operands[0]
        guard let store = try arguments.existingSpeciesStore() else {
            throw RangeImportError.sourceNotFound(name, known: [])
        }
        let ranges = try store.removeRanges(source: name)
        if arguments.has("json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            Console.write(try encoder.encode(Removed(name: name, ranges: ranges)))
            Console.write("\n")
        } else {
            Console.write(
                "Removed range source \(name): \(ProgressLine.counted(ranges, "range"))\n")
        }
        return .done
    }

    private struct Removed: Encodable {
        let name: String
        let ranges: Int
    }
}
