import ArgumentParsing
import FoundationEssentials
import Inference
import Records

enum ModelRemove {
    static let verb = Verb(
        "model remove", summary: "Remove a picture model that you have added, and free its space.",
        operands: [OperandSyntax("NAME", "The model, as 'model list' names it.")],
        options: [CommonOptions.json],
        notes: [
            "It is removed at once and without a question. A running service lets go of it within seconds; "
                + "records keep what it said of their photos."
        ],
        examples: [("turnstone model remove birds", "Remove the model 'birds'")]
    ) { arguments in
        let data = arguments.dataDirectory
        try data.requireExisting()
        let name = arguments.operands[0]
        let bytes = try ModelListing.remove(
            name, of: PictureModels.folders(in: data), from: data.models)
        if arguments.has("json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            Console.write(try encoder.encode(Removed(name: name, bytesFreed: bytes)))
            Console.write("\n")
        } else {
            let size = ProgressLine.amount(Double(bytes), .bytes)
            Console.write("Removed model \(name): \(size) freed\n")
        }
        return .done
    }

    private struct Removed: Encodable {
        let name: String
        let bytesFreed: Int64
    }
}
