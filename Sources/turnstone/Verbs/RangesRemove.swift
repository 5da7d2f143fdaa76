import ArgumentParsing
import Species

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
            try Console.write(json: Removed(name: name, ranges: ranges))
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
