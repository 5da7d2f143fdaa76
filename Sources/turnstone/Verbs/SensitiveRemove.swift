import ArgumentParsing
import Species

enum SensitiveRemove {
    static let verb = Verb(
        "sensitive remove", summary: "Remove a list of sensitive taxa.",
        operands: [OperandSyntax("LIST", "The list, as 'sensitive list' names it.")],
        options: [CommonOptions.json],
        notes: [
            "Records that it alone concealed are shown to others as their own geoprivacy says, at once and "
                + "without a question."
        ],
        examples: [("turnstone sensitive remove owls", "Remove the list 'owls'")]
    ) { arguments in
        let name = arguments.operands[0]
        guard let store = try arguments.existingSpeciesStore() else {
            throw SensitiveListError.noSuchList(name, known: [])
        }
        let entries = try store.removeSensitive(list: name)
        let display = ProgressDisplay()
        let concealed = try arguments.dataDirectory.compareRecords(with: store, display)
        display.clear()
        if arguments.has("json") {
            try Console.write(
                json: Removed(name: name, entries: entries, recordsConcealed: concealed))
        } else {
            Console.write(
                "Removed list \(name): \(ProgressLine.counted(entries, "row")); "
                    + "\(ProgressLine.counted(concealed, "record")) concealed by other lists.\n")
        }
        return .done
    }

    private struct Removed: Encodable {
        let name: String
        let entries, recordsConcealed: Int
    }
}
