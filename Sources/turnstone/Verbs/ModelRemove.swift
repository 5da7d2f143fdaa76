import ArgumentParsing
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
        try Removal(name: name, bytesFreed: bytes).write(asA: "model", arguments)
        return .done
    }
}
