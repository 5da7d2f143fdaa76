import ArgumentParsing
import Inference
import Records

enum ModelList {
    static let verb = Verb(
        "model list", summary: "List the picture models: the built-in one and your own.",
        options: [CommonOptions.json],
        notes: [
            "One that cannot be used is listed with the reason, and the exit code is 1. 'model check' loads "
                + "them too."
        ],
        examples: [("turnstone model list", "Which models are asked")]
    ) { arguments in
        let models = try PictureModels.folders(in: arguments.dataDirectory).map(ModelListing.init)
        if arguments.has("json") {
            try Console.write(json: Document(models: models.map(Document.Model.init)))
        } else {
            Console.write(table(models), ifEmpty: "No model.")
        }
        for model in models {
            if case .unreadable(let reason) = model.contents { Console.message(reason) }
        }
        return models.allSatisfy { $0.manifest != nil } ? .done : .failed
    }

    private static func table(_ models: [ModelListing]) -> TextTable {
        var table = TextTable([
            ("model", .left), ("classes", .right), ("group", .left), ("size", .right),
            ("golden", .right),
            ("state", .left), ("licence", .left), ("source", .left),
        ])
        for model in models.map(Document.Model.init) {
            table.add(
                model.name, model.classes.map { ProgressLine.grouped(Int64($0)) } ?? "-",
                model.group ?? "-", ProgressLine.amount(Double(model.bytes), .bytes),
                "\(model.goldenPhotos ?? 0)", model.state, model.licence ?? "-",
                model.source ?? "-")
        }
        return table
    }

    /// What `--json` prints.
    private struct Document: Encodable {
        let models: [Model]

        struct Model: Encodable {
            let name: String
            /// As the evidence names it.
            let title: String?
            let classes: Int?
            let group, licence, source: String?
            let bytes: Int64
            let goldenPhotos: Int?
            /// `built-in`, `added` or `unusable`.
            let state: String
            let sha256: String?
            /// Why it cannot be used.
            let problem: String?

            init(_ model: ModelListing) {
                name = model.name
                title = model.manifest?.name
                classes = model.classes
                group = model.manifest?.group
                licence = model.manifest?.licence
                source = model.manifest?.source
                bytes = model.bytes
                goldenPhotos = model.manifest.map { $0.golden?.count ?? 0 }
                state = model.state
                sha256 = model.manifest?.sha256.file
                if case .unreadable(let reason) = model.contents {
                    problem = reason
                } else {
                    problem = nil
                }
            }
        }
    }
}

extension ModelListing {
    fileprivate var manifest: ModelManifest? {
        if case .readable(let manifest, _) = contents { manifest } else { nil }
    }

    fileprivate var classes: Int? {
        if case .readable(_, let classes) = contents { classes } else { nil }
    }

    fileprivate var state: String {
        manifest == nil ? "unusable" : isShipped ? "built-in" : "added"
    }
}
